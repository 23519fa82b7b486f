package io.lychgate.gateway.observe.timeline;

import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import org.jspecify.annotations.Nullable;

/**
 * A stream's priority in one {@code long}, so that a ring of events holds no objects.
 *
 * <pre>
 * RFC 9218: 0 … urgency (3 bits), incremental (1)
 * RFC 7540: 1 (bit 62), exclusive (bit 61), … parent (31 bits), weight (9)
 * </pre>
 */
final class PriorityCode {
  static final long NONE = -1;

  private static final long TREE = 1L << 62;
  private static final long EXCLUSIVE = 1L << 61;
  private static final int WEIGHT_BITS = 9;
  private static final long WEIGHT = (1L << WEIGHT_BITS) - 1;

  private PriorityCode() {}

  static long of(StreamPriority priority) {
    if (priority instanceof Urgency urgency) {
      return urgency.urgency() * 2L + (urgency.incremental() ? 1 : 0);
    }
    TreeDependency place = (TreeDependency) priority;
    return TREE
        | (place.exclusive() ? EXCLUSIVE : 0)
        | (long) place.parentId() << WEIGHT_BITS
        | place.weight();
  }

  static @Nullable StreamPriority decode(long code) {
    if (code == NONE) {
      return null;
    }
    if ((code & TREE) == 0) {
      return Urgency.of((int) (code >> 1), (code & 1) == 1);
    }
    return new TreeDependency(
        (int) ((code & ~(TREE | EXCLUSIVE)) >> WEIGHT_BITS),
        (int) (code & WEIGHT),
        (code & EXCLUSIVE) != 0);
  }
}
