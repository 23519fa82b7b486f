package io.lychgate.gateway.learn;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves the notes of the event loops to the learner. Each loop hands over its notes as a task between two turns. */
public final class Harvest {
  private static final Logger LOG = LoggerFactory.getLogger(Harvest.class);

  /** A loop that does not respond in this time is overloaded. */
  private static final int PATIENCE_SECONDS = 5;

  private final Map<EventExecutor, LoopLearner> loops;
  private final ManifestLearner learner;

  public Harvest(Map<EventExecutor, LoopLearner> loops, ManifestLearner learner) {
    this.loops = Map.copyOf(loops);
    this.learner = learner;
  }

  /**
   * Collects the notes of all loops.
   *
   * @param stayOn true if the loops continue to take notes
   */
  public void gather(boolean stayOn) throws InterruptedException {
    for (Map.Entry<EventExecutor, LoopLearner> each : loops.entrySet()) {
      Future<List<Observed>> notes = each.getKey().submit(() -> each.getValue().take(stayOn));
      try {
        learner.learn(notes.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      } catch (ExecutionException | TimeoutException e) {
        LOG.debug("learner: no notes from an event loop", e);
      }
    }
  }
}
