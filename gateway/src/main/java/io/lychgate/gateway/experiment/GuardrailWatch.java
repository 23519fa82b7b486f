package io.lychgate.gateway.experiment;

import io.lychgate.gateway.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops arms that cross a guardrail. It looks at the last hours only, so that a fault after weeks without one is still seen. Each node of a
 * fleet looks at the counts of all; the first one stops the arm.
 */
public final class GuardrailWatch {
  /** The time whose counts are compared. */
  private static final Duration WINDOW = Duration.ofHours(6);

  private static final Logger LOG = LoggerFactory.getLogger(GuardrailWatch.class);

  private final Supplier<Store> store;
  private final ExperimentDesk desk;
  private final InstantSource clock;

  /** @param clock the clock of the store's database */
  public GuardrailWatch(Supplier<Store> store, ExperimentDesk desk, InstantSource clock) {
    this.store = store;
    this.desk = desk;
    this.clock = clock;
  }

  /** Looks at one running experiment. */
  public void look(Experiment experiment) {
    Design design = experiment.design();
    List<ArmCounts> arms =
        ArmCounts.read(store.get().arms(), design, clock.millis() - WINDOW.toMillis());
    ArmCounts control = arms.get(0);
    for (ArmCounts arm : arms.subList(1, arms.size())) {
      String reason =
          experiment.life().stopped().containsKey(arm.arm()) ? null : breach(design, control, arm);
      if (reason != null) {
        LOG.warn("experiment {}: arm {} is stopped: {}", design.id(), arm.arm(), reason);
        var unused = desk.stopArm(design.id(), arm.arm(), reason);
      }
    }
  }

  /** Returns the bound that an arm has crossed; null if it has crossed none. */
  public static @Nullable String breach(Design design, ArmCounts control, ArmCounts arm) {
    return GuardrailCheck.breach(design.guardrails(), control, arm);
  }
}
