package io.lychgate.scheduler;

import static io.lychgate.scheduler.Orders.openActive;
import static io.lychgate.scheduler.Orders.order;
import static io.lychgate.scheduler.Orders.turnsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class DependencyTreeTest {
  private final DependencyTree tree = new DependencyTree();

  @Test
  void alternatesBetweenEqualSiblings() {
    openActive(tree, 1, "A", under(0, 16));
    openActive(tree, 3, "B", under(0, 16));
    openActive(tree, 5, "C", under(0, 16));

    assertThat(order(tree, 7)).isEqualTo("A,B,C,A,B,C,A");
    assertThat(tree.lastReason()).isEqualTo(ScheduleReason.WEIGHTED_TURN);
  }

  @Test
  void sendsAStreamBeforeItsDependents() {
    ScheduledStream a = openActive(tree, 1, "A", under(0, 16));
    openActive(tree, 3, "B", under(1, 16));

    assertThat(order(tree, 3)).isEqualTo("A,A,A");
    tree.deactivate(a);
    assertThat(order(tree, 2)).isEqualTo("B,B");
    assertThat(tree.lastReason()).isEqualTo(ScheduleReason.DEPENDENT_TURN);
    tree.activate(a);
    assertThat(order(tree, 2)).isEqualTo("A,A");
  }

  @Test
  void givesAnEmptyStreamsTurnToItsDependents() {
    ScheduledStream a = tree.open(1, under(0, 32), "A");
    openActive(tree, 3, "B", under(1, 16));
    openActive(tree, 5, "C", under(1, 16));
    openActive(tree, 7, "D", under(0, 32));

    assertThat(order(tree, 8)).isEqualTo("B,D,C,D,B,D,C,D");
    assertThat(a.isActive()).isFalse();
  }

  @Test
  void movesAllOthersBelowAnExclusiveDependent() {
    openActive(tree, 1, "A", under(0, 16));
    openActive(tree, 3, "B", under(0, 16));
    ScheduledStream c = openActive(tree, 5, "C", new TreeDependency(0, 16, true));

    assertThat(order(tree, 2)).isEqualTo("C,C");
    tree.deactivate(c);
    assertThat(order(tree, 4)).isEqualTo("A,B,A,B");
    assertThat(Objects.requireNonNull(tree.find(1)).dependsOnRoot()).isFalse();
  }

  @Test
  void movesADescendantUpBeforeItBecomesTheParent() {
    ScheduledStream a = openActive(tree, 1, "A", under(0, 16));
    ScheduledStream b = openActive(tree, 3, "B", under(1, 7));
    ScheduledStream c = openActive(tree, 5, "C", under(3, 9));

    tree.reprioritize(1, under(5, 20));

    assertThat(c.priority()).isEqualTo(under(0, 9));
    assertThat(a.priority()).isEqualTo(under(5, 20));
    assertThat(b.priority()).isEqualTo(under(1, 7));
    assertThat(order(tree, 2)).isEqualTo("C,C");
  }

  @Test
  void ignoresAStreamThatDependsOnItself() {
    ScheduledStream a = openActive(tree, 1, "A", under(0, 99));

    tree.reprioritize(1, under(1, 5));
    ScheduledStream b = tree.open(3, under(3, 5), "B");

    assertThat(a.priority()).isEqualTo(under(0, 99));
    assertThat(b.priority()).isEqualTo(TreeDependency.DEFAULT);
  }

  @Test
  void assignsTheDefaultPriorityWhenTheParentIsUnknown() {
    ScheduledStream a = tree.open(1, new TreeDependency(77, 200, true), "A");
    ScheduledStream b = tree.open(3, under(0, 200), "B");

    tree.reprioritize(3, under(99, 150));

    assertThat(a.priority()).isEqualTo(TreeDependency.DEFAULT);
    assertThat(b.priority()).isEqualTo(TreeDependency.DEFAULT);
  }

  @Test
  void requestTakesThePriorityOfItsIdleStream() {
    tree.reprioritize(3, under(0, 201));
    tree.reprioritize(5, under(3, 8));
    assertThat(tree.clientBuildsItsOwnOrder()).isTrue();

    ScheduledStream a = tree.open(3, null, "A");
    ScheduledStream b = tree.open(5, under(0, 4), "B");

    assertThat(a.priority()).isEqualTo(under(0, 201));
    assertThat(b.priority()).isEqualTo(under(0, 4));
    assertThat(tree.clientBuildsItsOwnOrder()).isFalse();
  }

  @Test
  void limitsTheIdleStreams() {
    for (int i = 0; i < SchedulerLimits.IDLE_STREAMS; i++) {
      assertThat(tree.reprioritize(101 + 2 * i, under(0, 16))).isTrue();
    }

    assertThat(tree.reprioritize(999, under(0, 16))).isFalse();
    assertThat(tree.reprioritize(101, under(0, 17))).isTrue();
    tree.open(101, null, "A");
    assertThat(tree.reprioritize(999, under(0, 16))).isTrue();
  }

  @Test
  void ignoresPriorityOfClosedStreamsAndUnknownPromises() {
    tree.close(tree.open(5, under(0, 16), "A"));

    for (int i = 0; i < 100; i++) {
      assertThat(tree.reprioritize(2 + 2 * i, under(0, 16))).isTrue();
    }
    assertThat(tree.reprioritize(3, under(0, 16))).isTrue();
    assertThat(tree.reprioritize(5, under(0, 99))).isTrue();

    assertThat(tree.find(2)).isNull();
    assertThat(tree.find(3)).isNull();
    assertThat(tree.find(5)).isNull();
    assertThat(tree.clientBuildsItsOwnOrder()).isFalse();
  }

  @Test
  void keepsTheLastClosedStreamsAsParents() {
    tree.close(tree.open(1, under(0, 64), "A"));
    ScheduledStream b = tree.open(3, under(1, 99), "B");
    assertThat(b.priority()).isEqualTo(under(1, 99));

    closeMany(SchedulerLimits.CLOSED_STREAMS);

    assertThat(b.priority()).isEqualTo(under(0, 64));
    assertThat(tree.open(301, under(1, 99), "C").priority()).isEqualTo(TreeDependency.DEFAULT);
  }

  @Test
  void sharesTheWeightOfAnEvictedStreamAmongItsDependents() {
    ScheduledStream a = openActive(tree, 1, "A", under(0, 60));
    ScheduledStream b = openActive(tree, 3, "B", under(1, 10));
    ScheduledStream c = openActive(tree, 5, "C", under(1, 20));
    tree.close(a);
    assertThat(order(tree, 6)).isEqualTo("C,B,C,C,B,C");

    closeMany(SchedulerLimits.CLOSED_STREAMS);

    assertThat(b.priority()).isEqualTo(under(0, 20));
    assertThat(c.priority()).isEqualTo(under(0, 40));
  }

  @Test
  void ignoresTheClientForARaisedStreamUntilItCloses() {
    openActive(tree, 1, "A", under(0, 256));
    ScheduledStream b = openActive(tree, 3, "B", under(0, 16));
    openActive(tree, 5, "C", under(3, 16));

    tree.reprioritize(3, TreeDependency.RAISED);
    tree.reprioritize(3, under(1, 1));

    assertThat(order(tree, 3)).isEqualTo("B,B,B");
    assertThat(tree.lastReason()).isEqualTo(ScheduleReason.RAISED);
    tree.close(b);
    assertThat(turnsOf("C", order(tree, 40))).isBetween(18L, 22L);
  }

  @Test
  void chargesNoTurnToAStreamThatEndsInIt() {
    TreeNode a = (TreeNode) openActive(tree, 1, "A", under(0, 32));
    openActive(tree, 3, "B", under(0, 32));
    int carry = a.carry;

    assertThat(tree.next()).isSameAs(a);
    tree.deactivate(a);
    assertThat(order(tree, 2)).isEqualTo("B,B");

    assertThat(a.carry).isEqualTo(carry);
  }

  @Test
  void returnsNoStreamWhenNoneIsActive() {
    ScheduledStream a = openActive(tree, 1, "A", under(0, 16));
    tree.deactivate(a);
    tree.deactivate(a);

    assertThat(tree.next()).isNull();
    assertThat(tree.lastReason()).isEqualTo(ScheduleReason.NONE_ACTIVE);
  }

  @Test
  void readsAnUrgencyAsAWeight() {
    assertThat(tree.open(1, Urgency.of(0, true), "A").priority()).isEqualTo(under(0, 256));
    assertThat(tree.open(3, Urgency.of(7, false), "B").priority()).isEqualTo(under(0, 1));
    assertThat(tree.open(5, Urgency.DEFAULT, "C").priority()).isEqualTo(under(0, 147));
  }

  @Test
  void rejectsAHandleAfterClose() {
    ScheduledStream a = tree.open(1, null, "A");
    tree.close(a);

    assertThatThrownBy(() -> tree.activate(a)).hasMessage("stream 1: CLOSED (expected: OPEN)");
    assertThatThrownBy(() -> tree.open(1, null, "A"))
        .hasMessage("stream 1: CLOSED (expected: IDLE)");
    assertThat(a.owner()).isNull();
    assertThat(a).hasToString("TreeNode(1, CLOSED, " + under(0, 16) + ")");
  }

  private void closeMany(int streams) {
    for (int i = 0; i < streams; i++) {
      tree.close(tree.open(101 + 2 * i, null, "X"));
    }
  }

  private static TreeDependency under(int parentId, int weight) {
    return new TreeDependency(parentId, weight, false);
  }
}
