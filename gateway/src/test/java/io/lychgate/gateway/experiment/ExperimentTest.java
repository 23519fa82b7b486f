package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.StoredExperiment;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ExperimentTest {
  /** The form that schema 9 had: without a plan of the decision, a pre-period and a least number of networks. */
  private static final String OLDER_DESIGN = """
      {"id":"a","title":"t","hypothesis":"","sites":["shop"],"routes":[],"layer":"default","unit":"NETWORK",
       "factor":"HINTS","arms":[{"name":"on","value":"on","weight":1},{"name":"off","value":"off","weight":1}],
       "share":1000,"ramp":[],"headline":"LOAD",
       "guardrails":{"serverErrors":0.01,"p95":1.5,"waste":0.1,"connections":1.5,"minRequests":500}}""";

  private static final String OLDER_LIFE =
      "{\"phase\":\"RUNNING\",\"startedAt\":60000,\"endedAt\":0,\"from\":7,\"stopped\":{},\"winner\":null,\"isApplied\":false}";

  private static Experiment read(String design, String life) {
    return Experiment.of(new StoredExperiment("a", design, life, "ann", Instant.EPOCH, 3));
  }

  @Test
  void readsTheFormOfAnOlderBuild() {
    Experiment experiment = read(OLDER_DESIGN, OLDER_LIFE);

    assertThat(experiment.design().decision()).isEqualTo(DecisionPlan.OPEN);
    assertThat(experiment.design().guardrails()).isEqualTo(Guardrails.defaults(Factor.HINTS));
    assertThat(experiment.life().plannedAt()).isZero();
    assertThat(experiment.life().startedAt()).isEqualTo(60_000);
    assertThat(experiment.plannedEnd()).isNull();
  }

  @Test
  void armThatAnOlderBuildHasStoppedEndedWithItsExperiment() {
    String life =
        "{\"phase\":\"STOPPED\",\"startedAt\":60000,\"endedAt\":%d,\"from\":7,\"stopped\":{\"off\":\"5xx\"},\"winner\":null,\"isApplied\":false}";

    assertThat(read(OLDER_DESIGN, life.formatted(90_000)).isStoppedEarly("off")).isFalse();
    assertThat(read(OLDER_DESIGN, life.formatted(0)).isStoppedEarly("off")).isTrue();
    assertThat(read(OLDER_DESIGN, life.formatted(0)).isStoppedEarly("on")).isFalse();
  }

  @Test
  void readsWhatItHasWritten() {
    Design design = read(OLDER_DESIGN, OLDER_LIFE).design();
    Life life = Life.DRAFT.planned(5, 9).started(60_000, 9);

    Experiment again = read(Experiment.text(design), Experiment.text(life));

    assertThat(again.design()).isEqualTo(design);
    assertThat(again.life()).isEqualTo(life);
  }
}
