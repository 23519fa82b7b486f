package io.lychgate.gateway.auth;

import io.lychgate.gateway.config.pattern.AddressRange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of addresses as sorted ranges without overlap, so that a look-up is a binary search over thousands of them. An IPv4-mapped
 * IPv6 address (RFC 4291 section 2.5.5.2) is the IPv4 address. Immutable.
 */
final class AddressSet {
  private static final long MAPPED = 0xffffL;

  private final Ranges ipv4;
  private final Ranges ipv6;

  private AddressSet(Ranges ipv4, Ranges ipv6) {
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
  }

  static AddressSet of(List<AddressRange> ranges) {
    List<Range> four = new ArrayList<>();
    List<Range> six = new ArrayList<>();
    for (AddressRange range : ranges) {
      if (range.network() instanceof Inet6Address) {
        six.add(Range.of(range.network().getAddress(), range.prefixBits()));
      } else {
        four.add(Range.of(widened(range.network().getAddress()), range.prefixBits() + 96));
      }
    }
    return new AddressSet(Ranges.of(four), Ranges.of(six));
  }

  /** Returns true for an address of the set; false for none. */
  boolean contains(@Nullable InetAddress address) {
    if (address == null) {
      return false;
    }
    byte[] bytes = address.getAddress();
    if (bytes.length == 4) {
      return ipv4.contains(0, ByteBuffer.wrap(bytes).getInt() & 0xffff_ffffL);
    }
    ByteBuffer wide = ByteBuffer.wrap(bytes);
    long high = wide.getLong();
    long low = wide.getLong();
    return (high == 0 && (low >>> 32) == MAPPED)
        ? ipv4.contains(0, low & 0xffff_ffffL)
        : ipv6.contains(high, low);
  }

  private static byte[] widened(byte[] ipv4) {
    return ByteBuffer.allocate(16).position(12).put(ipv4).array();
  }

  /** The addresses from one 128-bit number to another, each as two halves. */
  private record Range(long startHigh, long startLow, long endHigh, long endLow) {
    static Range of(byte[] network, int prefixBits) {
      ByteBuffer bytes = ByteBuffer.wrap(network);
      long high = bytes.getLong();
      long low = bytes.getLong();
      long highMask = mask(prefixBits);
      long lowMask = mask(prefixBits - 64);
      return new Range(high & highMask, low & lowMask, high | ~highMask, low | ~lowMask);
    }

    /** Returns a number whose first bits are set. */
    private static long mask(int bits) {
      return bits <= 0 ? 0 : bits >= 64 ? -1L : -1L << (64 - bits);
    }

    private Range joinedWith(Range later) {
      return compare(endHigh, endLow, later.endHigh, later.endLow) >= 0
          ? this
          : new Range(startHigh, startLow, later.endHigh, later.endLow);
    }
  }

  /** Sorted ranges of one family. */
  private static final class Ranges {
    private final Range[] sorted;

    private Ranges(Range[] sorted) {
      this.sorted = sorted;
    }

    static Ranges of(List<Range> ranges) {
      List<Range> ordered = new ArrayList<>(ranges);
      ordered.sort(Comparator.comparing(
          range -> range, (a, b) -> compare(a.startHigh, a.startLow, b.startHigh, b.startLow)));
      List<Range> joined = new ArrayList<>();
      for (Range range : ordered) {
        Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
        if (last != null
            && compare(range.startHigh, range.startLow, last.endHigh, last.endLow) <= 0) {
          joined.set(joined.size() - 1, last.joinedWith(range));
        } else {
          joined.add(range);
        }
      }
      return new Ranges(joined.toArray(Range[]::new));
    }

    boolean contains(long high, long low) {
      int from = 0;
      int to = sorted.length - 1;
      while (from <= to) {
        int middle = (from + to) >>> 1;
        Range range = sorted[middle];
        if (compare(high, low, range.startHigh, range.startLow) < 0) {
          to = middle - 1;
        } else if (compare(high, low, range.endHigh, range.endLow) > 0) {
          from = middle + 1;
        } else {
          return true;
        }
      }
      return false;
    }
  }

  private static int compare(long high, long low, long otherHigh, long otherLow) {
    int order = Long.compareUnsigned(high, otherHigh);
    return order != 0 ? order : Long.compareUnsigned(low, otherLow);
  }
}
