package io.lychgate.gateway.admin.signon;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.admin.access.ClientNetwork;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds failed sign-ins at providers by address. Anyone can begin a sign-in and end it with a wrong code: each takes a request to the
 * provider and an entry of the audit trail.
 */
final class FailureLimit {
  /** Failures in one period: an office behind one address has some. */
  private static final int MOST = 60;

  private static final Duration PERIOD = Duration.ofMinutes(10);
  private static final int MAX_ENTRIES = 20_000;

  private final Cache<String, AtomicInteger> failures =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).expireAfterWrite(PERIOD).build();

  boolean isReached(InetAddress address) {
    AtomicInteger count = failures.getIfPresent(key(address));
    return count != null && count.get() >= MOST;
  }

  void count(InetAddress address) {
    failures.get(key(address), any -> new AtomicInteger()).incrementAndGet();
  }

  /** One household or office has a whole network of IPv6. */
  private static String key(InetAddress address) {
    return address instanceof Inet6Address ? ClientNetwork.of(address) : address.getHostAddress();
  }
}
