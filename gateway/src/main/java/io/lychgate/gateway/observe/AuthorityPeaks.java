package io.lychgate.gateway.observe;

import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The peak of min(6, exchanges in flight) for each authority of one connection. Event loop only.
 *
 * <p>Nearly every connection has one authority; only a second one (connection coalescing, RFC 9113 9.1.1) costs an array.
 * Authorities above the bound share the last place, so a client that invents authorities takes no more memory.
 */
final class AuthorityPeaks {
  /** Connections that browsers open to one authority over HTTP/1.1. */
  private static final int BROWSER_CONNECTIONS = 6;

  /** The bound: more authorities than certificates usually name. */
  private static final int MAX_AUTHORITIES = 16;

  private static final int[] EMPTY = {};

  private @Nullable CharSequence first;
  private int inFlight;
  private int peak;
  private @Nullable CharSequence @Nullable [] others;
  private int[] otherInFlight = EMPTY;
  private int[] otherPeaks = EMPTY;
  private int otherCount;

  int started(CharSequence authority) {
    if (first == null) {
      first = authority;
    }
    if (same(first, authority)) {
      inFlight++;
      peak = Math.max(peak, Math.min(inFlight, BROWSER_CONNECTIONS));
      return 0;
    }
    int other = placeOf(authority);
    otherInFlight[other]++;
    otherPeaks[other] =
        Math.max(otherPeaks[other], Math.min(otherInFlight[other], BROWSER_CONNECTIONS));
    return other + 1;
  }

  void ended(int place) {
    if (place == 0) {
      inFlight--;
    } else {
      otherInFlight[place - 1]--;
    }
  }

  int sum() {
    int sum = peak;
    for (int i = 0; i < otherCount; i++) {
      sum += otherPeaks[i];
    }
    return sum;
  }

  /** Returns the peak of the authority at a place. */
  int of(int place) {
    return place == 0 ? peak : otherPeaks[place - 1];
  }

  /** Returns the authorities so far. */
  List<String> names() {
    if (first == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>(1 + otherCount);
    names.add(first.toString());
    for (int i = 0; i < otherCount; i++) {
      names.add(String.valueOf(Objects.requireNonNull(others)[i]));
    }
    return names;
  }

  private int placeOf(CharSequence authority) {
    @Nullable CharSequence[] names = others;
    if (names == null) {
      names = new @Nullable CharSequence[4];
      others = names;
      otherInFlight = new int[4];
      otherPeaks = new int[4];
    }
    for (int i = 0; i < otherCount; i++) {
      if (same(names[i], authority)) {
        return i;
      }
    }
    return otherCount == MAX_AUTHORITIES ? otherCount - 1 : add(names, authority);
  }

  private int add(@Nullable CharSequence[] names, CharSequence authority) {
    if (otherCount == names.length) {
      names = Arrays.copyOf(names, 2 * otherCount);
      others = names;
      otherInFlight = Arrays.copyOf(otherInFlight, 2 * otherCount);
      otherPeaks = Arrays.copyOf(otherPeaks, 2 * otherCount);
    }
    names[otherCount] = authority;
    return otherCount++;
  }

  // RFC 3986 3.2.2: hosts are case-insensitive. HPACK returns the same object for an indexed field.
  private static boolean same(@Nullable CharSequence known, CharSequence authority) {
    return known == authority || AsciiString.contentEqualsIgnoreCase(known, authority);
  }
}
