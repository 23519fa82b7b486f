package io.lychgate.gateway.publish;

import java.util.HashMap;
import java.util.Map;

/**
 * The page views of one hour, by what was requested. It keeps a bounded number of distinct ones: above it, it keeps those whose hash
 * begins with one more zero, so that what remains is a random part with exact counts. One thread.
 */
final class PageSample {
  private final int capacity;
  private final Map<RecordedPage, Long> counts = new HashMap<>();
  private long views;
  private long sampled;
  private int zeros;

  PageSample(int capacity) {
    this.capacity = capacity;
  }

  /** Counts page views, whether or not they are kept. */
  void counted(long number) {
    views += number;
  }

  void add(RecordedPage page, long number) {
    if (!isKept(page)) {
      return;
    }
    counts.merge(page, number, Long::sum);
    sampled += number;
    while (counts.size() > capacity && zeros < Integer.SIZE - 1) {
      zeros++;
      counts.keySet().removeIf(each -> !isKept(each));
      sampled = counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private boolean isKept(RecordedPage page) {
    // The multiplication spreads the hash of the record over all bits.
    return zeros == 0 || (page.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - zeros) == 0;
  }

  Map<RecordedPage, Long> counts() {
    return counts;
  }

  /** Returns all page views; never fewer than those that are kept. */
  long views() {
    return Math.max(views, sampled);
  }

  long sampled() {
    return sampled;
  }
}
