package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Effect of an urgency set by the gateway among streams that a client ordered by RFC 7540. */
class TreeOverrideTest {
  private static final boolean EXCLUSIVE = true;

  private final DependencyTree tree = new DependencyTree();

  private ScheduledStream open(int id, int parent, int weight, boolean exclusive) {
    ScheduledStream stream = tree.open(id, new TreeDependency(parent, weight, exclusive), null);
    tree.activate(stream);
    return stream;
  }

  private ScheduledStream open(int id) {
    ScheduledStream stream = tree.open(id, null, null);
    tree.activate(stream);
    return stream;
  }

  private ScheduledStream known(int id) {
    return Objects.requireNonNull(tree.find(id));
  }

  private List<Integer> order(int frames) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      ScheduledStream next = tree.next();
      order.add(next == null ? 0 : next.streamId());
    }
    return order;
  }

  @Test
  void ordersStrictlyAroundStreamsWithoutClientPriority() {
    open(1);
    tree.override(open(3), Urgency.of(6, false));
    tree.override(open(5), Urgency.of(2, false));

    assertThat(order(2)).containsExactly(5, 5);
    tree.close(known(5));
    assertThat(order(2)).containsExactly(1, 1);
    tree.close(known(1));
    assertThat(order(2)).containsExactly(3, 3);
    assertThat(tree.lastReason()).isSameAs(ScheduleReason.OVERRIDDEN);
  }

  @Test
  void readsTheWeightsOfAnExclusiveChainAsUrgencies() {
    // Weights of Chromium: page 256, style sheet 256, script 220, image 147.
    open(1, 0, 256, EXCLUSIVE);
    open(3, 1, 256, EXCLUSIVE);
    open(5, 3, 220, EXCLUSIVE);
    open(7, 5, 147, EXCLUSIVE);
    tree.override(open(9, 7, 147, EXCLUSIVE), Urgency.of(2, false));

    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ScheduledStream next = Objects.requireNonNull(tree.next());
      order.add(next.streamId());
      tree.close(next);
    }
    assertThat(order).containsExactly(1, 3, 5, 9, 7);
  }

  @Test
  void leavesDependentsOfTheStreamInPlace() {
    open(1, 0, 256, EXCLUSIVE);
    ScheduledStream large = open(3, 1, 147, EXCLUSIVE);
    open(5, 3, 147, EXCLUSIVE);
    tree.override(large, Urgency.of(7, false));
    tree.close(known(1));

    assertThat(order(1)).containsExactly(5);
    // A new stream that the client places below this one does not wait for it either.
    open(7, 3, 147, EXCLUSIVE);
    assertThat(order(1)).containsExactly(7);
    assertThat(large.priority()).isSameAs(Urgency.of(7, false));
  }

  @Test
  void ignoresTheClientForAnOverriddenStream() {
    open(1);
    tree.override(open(3), Urgency.of(6, false));

    tree.reprioritize(3, new TreeDependency(0, 256, EXCLUSIVE));

    assertThat(order(2)).containsExactly(1, 1);
  }

  @Test
  void equallyUrgentStreamsGoInTheOrderOfTheirRequests() {
    tree.override(open(1), Urgency.of(3, false));
    open(3);

    assertThat(order(2)).containsExactly(1, 1);
    tree.deactivate(known(1));
    assertThat(order(1)).containsExactly(3);
  }

  @Test
  void alternatesAmongIncrementalStreamsOfOneUrgency() {
    tree.override(open(1), Urgency.of(1, true));
    tree.override(open(3), Urgency.of(1, true));
    open(5);

    assertThat(order(4)).containsExactly(1, 3, 1, 3);
  }

  @Test
  void raisesAStreamWithinTheTree() {
    open(1);
    ScheduledStream css = open(3);
    tree.override(css, TreeDependency.RAISED);

    assertThat(order(2)).containsExactly(3, 3);
    assertThat(tree.lastReason()).isSameAs(ScheduleReason.RAISED);
  }

  @Test
  void raisesAStreamThatHasLeftTheTree() {
    open(1);
    ScheduledStream css = open(3);
    tree.override(css, Urgency.of(6, false));
    assertThat(order(1)).containsExactly(1);

    tree.override(css, TreeDependency.RAISED);

    assertThat(order(2)).containsExactly(3, 3);
    assertThat(css.priority()).isSameAs(Urgency.RAISED);
  }

  @Test
  void opensAPushBelowAPageThatHasLeftTheOrder() {
    ScheduledStream page = open(1);
    tree.override(page, Urgency.of(5, false));
    ScheduledStream push = tree.open(2, PriorityOverride.belowDocument(page), null);
    tree.activate(push);

    assertThat(order(1)).containsExactly(1);
    tree.deactivate(page);
    assertThat(order(1)).containsExactly(2);
  }

  /** Random events on streams: the tree returns only active streams, and each of them at some point. */
  @Test
  void losesNoStreamAndReturnsOnlyActiveOnes() {
    Random random = new Random(7540);
    for (int round = 0; round < 300; round++) {
      playRound(new DependencyTree(), random);
    }
  }

  private static void playRound(DependencyTree tree, Random random) {
    Map<Integer, ScheduledStream> open = new HashMap<>();
    int nextId = 1;
    for (int step = 0; step < 120; step++) {
      int id = open.isEmpty() ? 0 : new ArrayList<>(open.keySet()).get(random.nextInt(open.size()));
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          int weight = 1 + random.nextInt(256);
          open.put(
              nextId,
              tree.open(nextId, new TreeDependency(id, weight, random.nextBoolean()), null));
          tree.activate(open.get(nextId));
          nextId += 2;
        }
        case 2 -> override(tree, open.get(id), random);
        case 3 -> toggle(tree, open.get(id));
        case 4 ->
          tree.reprioritize(
              id == 0 ? 1 : id,
              new TreeDependency(0, 1 + random.nextInt(256), random.nextBoolean()));
        default -> {
          ScheduledStream gone = open.remove(id);
          if (gone != null) {
            tree.close(gone);
          }
        }
      }
      ScheduledStream next = tree.next();
      boolean any = open.values().stream().anyMatch(ScheduledStream::isActive);
      assertThat(next != null).isEqualTo(any);
      assertThat(next == null || (next.isActive() && open.get(next.streamId()) == next))
          .isTrue();
    }
    drain(tree, open);
  }

  private static void override(
      DependencyTree tree, @Nullable ScheduledStream stream, Random random) {
    if (stream != null) {
      tree.override(stream, Urgency.of(random.nextInt(8), random.nextBoolean()));
    }
  }

  private static void toggle(DependencyTree tree, @Nullable ScheduledStream stream) {
    if (stream != null && stream.isActive()) {
      tree.deactivate(stream);
    } else if (stream != null) {
      tree.activate(stream);
    }
  }

  private static void drain(DependencyTree tree, Map<Integer, ScheduledStream> open) {
    long active = open.values().stream().filter(ScheduledStream::isActive).count();
    for (long i = 0; i < active; i++) {
      ScheduledStream next = Objects.requireNonNull(tree.next());
      open.remove(next.streamId());
      tree.close(next);
    }
    assertThat(tree.next()).isNull();
  }
}
