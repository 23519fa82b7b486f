package io.lychgate.gateway.admin.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The failed attempts of each key, and the wait before its next one: after some failures, each further one doubles it. Thread-safe. */
public final class FailureWaits {
  private static final int FREE_FAILURES = 5;

  private final Cache<String, Failures> failures;

  private record Failures(int count, long until) {
    static Failures next(@Nullable Failures known, long now, Duration longest) {
      int count = known == null ? 1 : known.count + 1;
      int doublings = Math.min(count - FREE_FAILURES, 20);
      long wait = doublings < 0 ? 0 : Math.min(1000L << doublings, longest.toMillis());
      return new Failures(count, now + wait);
    }
  }

  /**
   * @param maxKeys bounds the memory
   * @param expiry a key without a failure for this time begins again
   */
  public FailureWaits(int maxKeys, Duration expiry) {
    failures =
        Caffeine.newBuilder().maximumSize(maxKeys).expireAfterWrite(expiry).build();
  }

  /** Returns zero if an attempt may proceed, and counts it as failed. Otherwise returns the time to wait. */
  public Duration attempt(String key, long now, Duration longest) {
    long[] wait = new long[1];
    failures.asMap().compute(key, (name, known) -> {
      if (known != null && known.until > now) {
        wait[0] = known.until - now;
        return known;
      }
      return Failures.next(known, now, longest);
    });
    return Duration.ofMillis(wait[0]);
  }

  /** Returns the milliseconds to wait; not positive if an attempt may proceed. */
  long waitOf(String key, long now) {
    Failures known = failures.getIfPresent(key);
    return known == null ? 0 : known.until - now;
  }

  void count(String key, long now, Duration longest) {
    failures.asMap().compute(key, (name, known) -> Failures.next(known, now, longest));
  }

  public void forget(Collection<String> keys) {
    failures.invalidateAll(keys);
  }
}
