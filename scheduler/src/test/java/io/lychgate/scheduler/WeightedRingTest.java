package io.lychgate.scheduler;

import static io.lychgate.scheduler.Orders.openActive;
import static io.lychgate.scheduler.Orders.order;
import static io.lychgate.scheduler.Orders.turnsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WeightedRingTest {
  @Test
  void givesSharesInProportionToWeights() {
    DependencyTree tree = new DependencyTree();
    openActive(tree, 1, "A", weight(32));
    openActive(tree, 3, "B", weight(64));
    openActive(tree, 5, "C", weight(160));

    String order = order(tree, 8000);

    assertThat(turnsOf("A", order)).isBetween(998L, 1002L);
    assertThat(turnsOf("B", order)).isBetween(1998L, 2002L);
    assertThat(turnsOf("C", order)).isBetween(4997L, 5003L);
  }

  @Test
  void carriesTheRestOfASlotSoThatTheLightestGetsTurns() {
    DependencyTree tree = new DependencyTree();
    openActive(tree, 1, "A", weight(256));
    openActive(tree, 3, "B", weight(1));

    String order = order(tree, 257 * 4);

    assertThat(turnsOf("B", order)).isBetween(3L, 5L);
  }

  @Test
  void takesRaisedNodesFirst() {
    WeightedRing ring = new WeightedRing();
    TreeNode light = node(1, 1);
    TreeNode raised = node(3, TreeDependency.RAISED_WEIGHT);
    ring.put(light);
    ring.put(raised);

    assertThat(ring.take()).isSameAs(raised);
    ring.put(raised);
    assertThat(ring.take()).isSameAs(raised);
    assertThat(ring.take()).isSameAs(light);
    assertThat(ring.take()).isNull();
  }

  @Test
  void skipsSlotsEmptiedFromOutside() {
    WeightedRing ring = new WeightedRing();
    TreeNode heavy = node(1, 256);
    TreeNode middle = node(3, 8);
    TreeNode light = node(5, 2);
    ring.put(heavy);
    ring.put(middle);
    ring.put(light);

    ring.remove(heavy);
    ring.remove(middle);

    assertThat(ring.take()).isSameAs(light);
    assertThat(ring.take()).isNull();
  }

  @Test
  void rejectsANodeThatIsAlreadyIn() {
    WeightedRing ring = new WeightedRing();
    TreeNode node = node(1, 16);
    ring.put(node);

    assertThatThrownBy(() -> ring.put(node)).hasMessageContaining("stream 1");
    ring.remove(node);
    assertThatThrownBy(() -> ring.remove(node)).hasMessageContaining("in no slot");
  }

  private static TreeDependency weight(int weight) {
    return new TreeDependency(0, weight, false);
  }

  private static TreeNode node(int streamId, int weight) {
    TreeNode node = new TreeNode(streamId);
    node.weight = weight;
    return node;
  }
}
