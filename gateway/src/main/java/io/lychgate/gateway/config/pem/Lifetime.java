package io.lychgate.gateway.config.pem;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The time for which a chain is valid.
 *
 * @param end the earliest end of its certificates, without the root: clients use their own copy of it
 */
public record Lifetime(Instant begin, Instant end) {
  /** Automatic renewal happens earlier than this before the end. */
  private static final Duration LATE = Duration.ofDays(14);

  /** Part of the lifetime that is left when the end of a short-lived certificate is near. */
  private static final int PART = 4;

  public static Lifetime of(List<X509Certificate> chain) {
    Instant end = chain.get(0).getNotAfter().toInstant();
    for (X509Certificate each : chain) {
      Instant its = each.getNotAfter().toInstant();
      end = !ChainCheck.isSelfIssued(each) && its.isBefore(end) ? its : end;
    }
    return new Lifetime(chain.get(0).getNotBefore().toInstant(), end);
  }

  public boolean hasEnded(Instant now) {
    return !end.isAfter(now);
  }

  public boolean hasBegun(Instant now) {
    return !begin.isAfter(now);
  }

  /** Returns true from 14 days before the end, or from the last quarter of a short lifetime. */
  public boolean isNearEnd(Instant now) {
    Duration part = Duration.between(begin, end).dividedBy(PART);
    Duration late = part.compareTo(LATE) < 0 ? part : LATE;
    return !end.minus(late).isAfter(now);
  }

  /** Returns the days until the end; negative after it. */
  public double daysLeft(Instant now) {
    return Duration.between(now, end).toMillis() / (double) Duration.ofDays(1).toMillis();
  }
}
