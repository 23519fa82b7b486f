package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.Network;
import io.lychgate.gateway.message.SipHash;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The number of reports that each network may send to each site in a minute. Networks share counters by a keyed hash, so the memory does
 * not grow; with many more networks than counters, some are limited early. No address is kept, and the key changes with each minute. Thread-safe.
 */
final class NetworkAllowance {
  /** 256 KiB. Two networks of 10,000 share a counter with a probability of one in 14. */
  private static final int COUNTERS = 1 << 16;

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final SecureRandom random = new SecureRandom();
  private volatile Minute minute = new Minute(Long.MIN_VALUE, 0, 0);

  /** The counters of one minute. */
  private static final class Minute {
    private final long number;
    private final long low;
    private final long high;
    private final AtomicIntegerArray counters = new AtomicIntegerArray(COUNTERS);

    Minute(long number, long low, long high) {
      this.number = number;
      this.low = low;
      this.high = high;
    }
  }

  /** Returns true if the network of this client may send another report to a site, and counts it. */
  boolean admits(@Nullable InetAddress client, String site, int perMinute, long nowNanos) {
    if (client == null) {
      return true;
    }
    Minute current = minute(Math.floorDiv(nowNanos, MINUTE));
    long network = SipHash.hash(current.low, current.high, Network.of(client));
    int place = (int) SipHash.hash(network, current.high, site) & (COUNTERS - 1);
    return current.counters.incrementAndGet(place) <= perMinute;
  }

  /** Another thread may have read its clock before the minute began. It counts in the new one, which stays. */
  private Minute minute(long number) {
    Minute current = minute;
    if (current.number >= number) {
      return current;
    }
    synchronized (this) {
      if (minute.number < number) {
        minute = new Minute(number, random.nextLong(), random.nextLong());
      }
      return minute;
    }
  }
}
