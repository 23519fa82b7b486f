package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random sequences of stream events. Each result is compared with that of a model that searches lists. */
class SchedulerFuzzTest {
  private static final int STEPS = 4000;
  private static final int MAX_OPEN = 40;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void treeAgreesWithTheNaiveModel(long seed) {
    NaiveTree model = new NaiveTree();
    new Life(new DependencyTree(), seed, true) {
      @Override
      void check(@Nullable ScheduledStream chosen) {
        assertThat(chosen == null ? 0 : chosen.streamId()).isEqualTo(model.next());
      }

      @Override
      void opened(int id, @Nullable StreamPriority priority) {
        model.open(id, (TreeDependency) priority);
      }

      @Override
      boolean idled(int id, StreamPriority priority) {
        return model.idle(id, (TreeDependency) priority);
      }

      @Override
      void moved(int id, StreamPriority priority) {
        model.move(id, (TreeDependency) priority);
      }

      @Override
      void active(int id, boolean active) {
        model.active(id, active);
      }

      @Override
      void closed(int id) {
        model.close(id);
      }
    }.run();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void queuesAgreeWithTheNaiveModel(long seed) {
    NaiveQueues model = new NaiveQueues();
    new Life(new UrgencyQueues(NaiveQueues.MAX_IDLE), seed, false) {
      @Override
      void check(@Nullable ScheduledStream chosen) {
        assertThat(chosen == null ? 0 : chosen.streamId()).isEqualTo(model.next());
      }

      @Override
      void opened(int id, @Nullable StreamPriority priority) {
        model.open(id, (Urgency) priority);
      }

      @Override
      boolean idled(int id, StreamPriority priority) {
        return model.idle(id, (Urgency) priority);
      }

      @Override
      void moved(int id, StreamPriority priority) {
        model.move(id, (Urgency) priority);
      }

      @Override
      void active(int id, boolean active) {
        model.active(id, active);
      }

      @Override
      void closed(int id) {
        model.active(id, false);
      }
    }.run();
  }

  /** Opens, reprioritizes, blocks and closes streams at random; the subclass keeps its model in step. */
  private abstract static class Life {
    private final StreamScheduler scheduler;
    private final Random random;
    private final boolean tree;
    private final List<ScheduledStream> open = new ArrayList<>();
    private int lastId = -1;

    Life(StreamScheduler scheduler, long seed, boolean tree) {
      this.scheduler = scheduler;
      this.random = new Random(seed);
      this.tree = tree;
    }

    abstract void check(@Nullable ScheduledStream chosen);

    abstract void opened(int id, @Nullable StreamPriority priority);

    /** Returns true if the model stores the priority of an idle stream. */
    abstract boolean idled(int id, StreamPriority priority);

    abstract void moved(int id, StreamPriority priority);

    abstract void active(int id, boolean active);

    abstract void closed(int id);

    void run() {
      for (int step = 0; step < STEPS; step++) {
        int dice = random.nextInt(20);
        if (open.isEmpty() || (dice < 2 && open.size() < MAX_OPEN)) {
          open();
        } else if (dice < 5) {
          move(any());
        } else if (dice < 8) {
          toggle(any());
        } else if (dice < 9) {
          close(any());
        } else if (dice < 10) {
          idle();
        } else {
          send();
        }
      }
    }

    private void open() {
      // RFC 9113 5.1.1: numbers may be skipped.
      lastId += random.nextInt(4) == 0 ? 4 : 2;
      StreamPriority priority = random.nextInt(5) == 0 ? null : priority(lastId);
      open.add(scheduler.open(lastId, priority, null));
      opened(lastId, priority);
      toggle(open.get(open.size() - 1));
    }

    private void idle() {
      int id = lastId + 2 + 2 * random.nextInt(6);
      // The gateway raises the stream of a response, and an idle stream has no response yet.
      StreamPriority priority = tree ? fromClient(id) : priority(id);
      assertThat(scheduler.reprioritize(id, priority)).isEqualTo(idled(id, priority));
    }

    private void move(ScheduledStream stream) {
      StreamPriority priority = priority(stream.streamId());
      assertThat(scheduler.reprioritize(stream.streamId(), priority)).isTrue();
      moved(stream.streamId(), priority);
    }

    private void toggle(ScheduledStream stream) {
      boolean active = !stream.isActive();
      if (active) {
        scheduler.activate(stream);
      } else {
        scheduler.deactivate(stream);
      }
      active(stream.streamId(), active);
    }

    private void close(ScheduledStream stream) {
      open.remove(stream);
      scheduler.close(stream);
      closed(stream.streamId());
    }

    private void send() {
      ScheduledStream chosen = scheduler.next();
      check(chosen);
      if (chosen != null && random.nextInt(6) == 0) {
        toggle(chosen);
      }
    }

    private ScheduledStream any() {
      return open.get(random.nextInt(open.size()));
    }

    private StreamPriority priority(int id) {
      if (!tree) {
        return Urgency.of(random.nextInt(8), random.nextBoolean());
      }
      TreeDependency place = fromClient(id);
      return random.nextInt(30) == 0
          ? new TreeDependency(place.parentId(), TreeDependency.RAISED_WEIGHT, place.exclusive())
          : place;
    }

    private TreeDependency fromClient(int id) {
      int parent = random.nextInt(3) == 0 ? 0 : Math.max(0, id - 2 * random.nextInt(25)) | 1;
      return new TreeDependency(
          random.nextInt(20) == 0 ? 9999 : parent, 1 + random.nextInt(256), random.nextInt(4) == 0);
    }
  }
}
