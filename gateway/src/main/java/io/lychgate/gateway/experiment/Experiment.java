package io.lychgate.gateway.experiment;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.lychgate.gateway.store.StoredExperiment;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * An experiment as it is in the store.
 *
 * @param version grows with each change of any experiment
 */
public record Experiment(Design design, Life life, String author, Instant createdAt, long version) {
  /** A newer build of a fleet may add values. */
  private static final JsonMapper MAPPER = JsonMapper.builder()
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      // An older build has written fewer values.
      .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      // The component isApplied is no getter of another property.
      .changeDefaultVisibility(all -> all.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
      .build();

  public String id() {
    return design.id();
  }

  public Phase phase() {
    return life.phase();
  }

  /** Returns true if an arm was stopped while others went on. The last one ends with the experiment, at the same time as the control arm. */
  public boolean isStoppedEarly(String arm) {
    // An older build has not recorded the time. With two arms, the experiment has ended with the
    // one.
    long unrecorded = design.arms().size() == 2 ? life.endedAt() : 0;
    return life.stopped().containsKey(arm)
        && (life.endedAt() == 0 || life.stoppedAt().getOrDefault(arm, unrecorded) < life.endedAt());
  }

  /** Returns the planned end; null without one, and before the start. */
  public @Nullable Instant plannedEnd() {
    long minutes = design.decision().minutes();
    return minutes == 0 || life.startedAt() == 0
        ? null
        : Instant.ofEpochMilli(life.startedAt() + minutes * 60_000);
  }

  /**
   * Reads it from its row.
   *
   * @throws IllegalArgumentException if a newer version wrote values that this one does not know
   */
  static Experiment of(StoredExperiment row) {
    try {
      return new Experiment(
          MAPPER.readValue(row.design(), Design.class),
          MAPPER.readValue(row.life(), Life.class),
          row.author(),
          row.createdAt(),
          row.version());
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "experiment " + row.id() + ": not readable (expected: one of this version): "
              + e.getOriginalMessage(),
          e);
    }
  }

  static String text(Object part) {
    return MAPPER.writeValueAsString(part);
  }
}
