package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator what fails behind the gateway: each kind at most once a second, with the number of those that were not
 * told. The access log has them all; a dead upstream must not fill the disk. One per loop.
 */
public final class FailureLog {
  private static final Logger LOG = LoggerFactory.getLogger("failures");
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final Map<ExchangeFailure.Kind, Told> told = new EnumMap<>(ExchangeFailure.Kind.class);

  void add(ExchangeFailure failure) {
    if (failure.kind().isOfClient()) {
      // Caused by the client, so not of interest to the operator.
      LOG.debug("{}: {}", failure.kind().token(), failure.detail());
      return;
    }
    Told last = told.computeIfAbsent(failure.kind(), kind -> new Told());
    long now = System.nanoTime();
    if (last.count > 0 && now - last.atNanos < INTERVAL_NANOS) {
      last.untold++;
      return;
    }
    LOG.warn(
        "{}: {} ({} more since the last line)",
        failure.kind().token(),
        failure.detail(),
        last.untold);
    last.count++;
    last.untold = 0;
    last.atNanos = now;
  }

  private static final class Told {
    long atNanos;
    long count;
    long untold;
  }
}
