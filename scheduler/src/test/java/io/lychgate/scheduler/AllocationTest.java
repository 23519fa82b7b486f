package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A choice happens for each DATA frame, 75 000 times a second at 10 Gbit/s, so it must not allocate memory. */
class AllocationTest {
  private static final int ROUNDS = 20_000;

  /** Bytes that the measurement itself may allocate. */
  private static final long SLACK_BYTES = 2_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void treeDecidesWithoutAllocation() {
    DependencyTree tree = new DependencyTree();
    List<ScheduledStream> streams = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int parent = i < 5 ? 0 : 2 * (i - 5) + 1;
      streams.add(tree.open(2 * i + 1, new TreeDependency(parent, 1 + 12 * i, false), null));
    }

    assertThat(allocatedBy(() -> drive(tree, streams))).isLessThan(SLACK_BYTES);
  }

  @Test
  void queuesDecideWithoutAllocation() {
    UrgencyQueues queues = new UrgencyQueues(100);
    List<ScheduledStream> streams = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      streams.add(queues.open(2 * i + 1, Urgency.of(i % 8, i % 3 == 0), null));
    }

    assertThat(allocatedBy(() -> drive(queues, streams))).isLessThan(SLACK_BYTES);
  }

  @Test
  void fieldIsReadWithoutAllocation() {
    assertThat(allocatedBy(() -> {
          for (int i = 0; i < ROUNDS; i++) {
            Objects.requireNonNull(PriorityField.parse("u=1, i;q=\"x\", z=(1 2)"));
          }
        }))
        .isLessThan(SLACK_BYTES);
  }

  private static void drive(StreamScheduler scheduler, List<ScheduledStream> streams) {
    for (int round = 0; round < ROUNDS; round++) {
      ScheduledStream some = streams.get(round % streams.size());
      if (some.isActive()) {
        scheduler.deactivate(some);
      } else {
        scheduler.activate(some);
      }
      scheduler.next();
    }
  }

  /** Returns the bytes allocated by the second run. The first run loads classes and creates the rings. */
  private long allocatedBy(Runnable work) {
    work.run();
    long id = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(id);
    work.run();
    return threads.getThreadAllocatedBytes(id) - before;
  }
}
