package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failures behind the gateway for the operator. Each kind is logged at most once a second, with the number of suppressed
 * lines. The access log has all failures; a dead upstream must not fill the disk. One per loop.
 */
public final class FailureLog {
  private static final Logger LOG = LoggerFactory.getLogger("failures");
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final Map<ExchangeFailure.Kind, Reported> reported =
      new EnumMap<>(ExchangeFailure.Kind.class);

  /** Logs a failure of a connection. */
  public void add(ExchangeFailure failure) {
    add(failure, null);
  }

  /**
   * Logs a failure, unless its kind was logged within the last second.
   *
   * @param requestId id of the request, by which the access log has it; null for none
   */
  public void add(ExchangeFailure failure, @Nullable CharSequence requestId) {
    if (failure.kind().isOfClient()) {
      // The client caused the failure, so it does not concern the operator.
      LOG.debug("{}: {}", failure.kind().token(), failure.detail());
      return;
    }
    Reported last = reported.computeIfAbsent(failure.kind(), kind -> new Reported());
    long now = System.nanoTime();
    if (last.count > 0 && now - last.atNanos < INTERVAL_NANOS) {
      last.suppressed++;
      return;
    }
    LOG.warn(
        "{}: {}{} ({} more since the last line)",
        failure.kind().token(),
        failure.detail(),
        requestId == null ? "" : ", request " + requestId,
        last.suppressed);
    last.count++;
    last.suppressed = 0;
    last.atNanos = now;
  }

  private static final class Reported {
    long atNanos;
    long count;
    long suppressed;
  }
}
