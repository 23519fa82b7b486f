package io.lychgate.scheduler;

import static io.lychgate.scheduler.Orders.openActive;
import static io.lychgate.scheduler.Orders.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class UrgencyQueuesTest {
  private static final int MAX_IDLE = 20;

  private final UrgencyQueues queues = new UrgencyQueues(MAX_IDLE);

  @Test
  void sendsTheMostUrgentFirst() {
    openActive(queues, 1, "A", whole(3));
    ScheduledStream b = openActive(queues, 3, "B", whole(0));
    openActive(queues, 5, "C", whole(7));

    assertThat(order(queues, 3)).isEqualTo("B,B,B");
    assertThat(queues.lastReason()).isEqualTo(ScheduleReason.MOST_URGENT);
    queues.close(b);
    assertThat(order(queues, 2)).isEqualTo("A,A");
  }

  @Test
  void sendsWholeStreamsInTheOrderOfTheirNumbers() {
    openActive(queues, 5, "C", whole(3));
    ScheduledStream a = openActive(queues, 1, "A", whole(3));
    ScheduledStream b = openActive(queues, 3, "B", whole(3));

    assertThat(order(queues, 2)).isEqualTo("A,A");
    queues.deactivate(a);
    assertThat(order(queues, 1)).isEqualTo("B");
    queues.activate(a);
    assertThat(order(queues, 1)).isEqualTo("A");
    queues.close(a);
    queues.close(b);
    assertThat(order(queues, 1)).isEqualTo("C");
  }

  @Test
  void sendsIncrementalStreamsInTurn() {
    openActive(queues, 1, "A", inParts(3));
    ScheduledStream b = openActive(queues, 3, "B", inParts(3));
    openActive(queues, 5, "C", inParts(3));

    assertThat(order(queues, 4)).isEqualTo("A,B,C,A");
    assertThat(queues.lastReason()).isEqualTo(ScheduleReason.INCREMENTAL_TURN);
    queues.deactivate(b);
    assertThat(order(queues, 3)).isEqualTo("C,A,C");
  }

  @Test
  void sendsWholeStreamsBeforeIncrementalStreamsOfTheSameUrgency() {
    openActive(queues, 1, "A", inParts(2));
    ScheduledStream b = openActive(queues, 3, "B", whole(2));
    openActive(queues, 5, "C", inParts(2));

    assertThat(order(queues, 2)).isEqualTo("B,B");
    queues.deactivate(b);
    assertThat(order(queues, 3)).isEqualTo("A,C,A");
  }

  @Test
  void ignoresTheClientForAnOverriddenStream() {
    openActive(queues, 1, "A", whole(3));
    ScheduledStream b = openActive(queues, 3, "B", whole(3));

    queues.override(b, whole(6));
    queues.reprioritize(3, whole(0));
    assertThat(order(queues, 1)).isEqualTo("A");

    queues.override(b, whole(1));
    assertThat(order(queues, 1)).isEqualTo("B");
  }

  @Test
  void reprioritizesActiveStreams() {
    openActive(queues, 1, "A", whole(3));
    ScheduledStream b = openActive(queues, 3, "B", whole(3));
    assertThat(order(queues, 1)).isEqualTo("A");

    queues.reprioritize(3, whole(1));
    assertThat(order(queues, 1)).isEqualTo("B");
    assertThat(b.priority()).isSameAs(whole(1));

    queues.reprioritize(3, whole(1));
    queues.reprioritize(3, inParts(3));
    assertThat(order(queues, 1)).isEqualTo("A");
  }

  @Test
  void reprioritizesStreamsThatAreNotActive() {
    ScheduledStream a = queues.open(1, null, "A");
    openActive(queues, 3, "B", whole(2));

    queues.reprioritize(1, whole(0));
    queues.activate(a);
    queues.activate(a);

    assertThat(order(queues, 1)).isEqualTo("A");
  }

  @Test
  void appliesAnUpdateReceivedBeforeTheRequest() {
    queues.reprioritize(3, whole(6));

    assertThat(queues.open(3, whole(1), "A").priority()).isSameAs(whole(6));
    assertThat(queues.open(5, null, "B").priority()).isSameAs(Urgency.DEFAULT);
    assertThat(queues.clientBuildsItsOwnOrder()).isFalse();
  }

  @Test
  void limitsIdleStreamsAndDropsClosedOnes() {
    queues.close(queues.open(9, null, "A"));
    for (int i = 0; i < MAX_IDLE; i++) {
      assertThat(queues.reprioritize(101 + 2 * i, whole(1))).isTrue();
    }

    assertThat(queues.reprioritize(999, whole(1))).isFalse();
    assertThat(queues.reprioritize(9, whole(1))).isTrue();
    assertThat(queues.reprioritize(4, whole(1))).isTrue();
    assertThat(queues.find(9)).isNull();
    assertThat(queues.find(4)).isNull();
    assertThat(queues.find(101)).isNotNull();
  }

  /** RFC 9113 5.1.1: opening a stream closes the idle streams with lower numbers. */
  @Test
  void dropsSkippedIdleStreams() {
    queues.reprioritize(3, whole(1));
    queues.reprioritize(5, whole(1));
    queues.reprioritize(9, whole(1));

    queues.open(7, null, "A");

    assertThat(queues.idleStreams()).isEqualTo(1);
    assertThat(queues.find(3)).isNull();
    assertThat(queues.find(9)).isNotNull();
  }

  @Test
  void weightChangesOnlyTheUrgency() {
    queues.open(1, Urgency.of(5, true), "A");

    queues.reprioritize(1, new TreeDependency(3, 220, true));

    assertThat(Objects.requireNonNull(queues.find(1)).priority()).isSameAs(Urgency.of(1, true));
  }

  @Test
  void readsAWeightAsAnUrgency() {
    assertThat(queues.open(1, TreeDependency.RAISED, "A").priority()).isSameAs(whole(0));
    assertThat(queues.open(3, new TreeDependency(0, 183, false), "B").priority())
        .isSameAs(whole(2));
    assertThat(queues.open(5, new TreeDependency(0, 1, false), "C").priority()).isSameAs(whole(7));
    assertThat(queues.open(7, TreeDependency.DEFAULT, "D").priority()).isSameAs(Urgency.DEFAULT);
  }

  private static ScheduledStream known(StreamScheduler scheduler, int id) {
    return Objects.requireNonNull(scheduler.find(id));
  }

  @Test
  void takesTheStreamsAndOverridesOfATree() {
    DependencyTree tree = new DependencyTree();
    Map<Object, ScheduledStream> moved = new HashMap<>();
    for (int id : new int[] {1, 3, 5, 7, 9}) {
      TreeDependency place = new TreeDependency(id == 9 ? 7 : 0, id == 3 ? 256 : 16, false);
      ScheduledStream stream = tree.open(id, place, "stream " + id);
      if (id != 9) {
        tree.activate(stream);
      }
    }
    ScheduledStream push = tree.open(2, new TreeDependency(1, 16, false), "push");
    tree.activate(push);
    tree.override(known(tree, 5), TreeDependency.RAISED);
    tree.override(known(tree, 7), Urgency.of(6, true));
    tree.close(known(tree, 9));
    assertThat(Objects.requireNonNull(tree.next()).streamId()).isEqualTo(5);

    UrgencyQueues queues = UrgencyQueues.of(tree, 8, moved::put);

    List<Integer> order = new ArrayList<>();
    for (ScheduledStream next = queues.next(); next != null; next = queues.next()) {
      order.add(next.streamId());
      assertThat(moved).containsEntry(next.owner(), next);
      queues.close(next);
    }
    assertThat(order).containsExactly(5, 1, 3, 2, 7);
    // Numbers that were used before stay used.
    assertThat(queues.reprioritize(9, Urgency.RAISED)).isTrue();
    assertThat(queues.idleStreams()).isZero();
  }

  @Test
  void returnsNoStreamWhenNoneIsActive() {
    ScheduledStream a = openActive(queues, 1, "A", whole(0));
    assertThat(a.isActive()).isTrue();
    assertThat(a.dependsOnRoot()).isTrue();
    queues.deactivate(a);
    queues.deactivate(a);

    assertThat(order(queues, 1)).isEqualTo("-");
    assertThat(queues.lastReason()).isEqualTo(ScheduleReason.NONE_ACTIVE);
    queues.close(a);
    assertThatThrownBy(() -> queues.activate(a)).hasMessage("stream 1: CLOSED (expected: OPEN)");
  }

  private static Urgency whole(int urgency) {
    return Urgency.of(urgency, false);
  }

  private static Urgency inParts(int urgency) {
    return Urgency.of(urgency, true);
  }
}
