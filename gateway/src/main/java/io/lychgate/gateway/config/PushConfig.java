package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import java.util.List;

/**
 * Settings for hints and pushes.
 *
 * @param manifests files of push manifests, absolute; each is published into the store if the store has none of its name
 * @param budgetBytes bytes pushed for one page
 * @param maxHints links of one 103
 * @param maxPushes promises for one page
 * @param earlyHints the earliest time of a 103
 */
public record PushConfig(
    Mode mode,
    CasperConfig casper,
    List<Path> manifests,
    long budgetBytes,
    int maxHints,
    int maxPushes,
    EarlyHintsConfig earlyHints) {

  /** Ways to send resources early: push, 103, or both. */
  public enum Mode {
    /** Push to clients that accept it, a 103 to the others. */
    AUTO,
    /** Push only. */
    PUSH,
    /** 103 only. */
    HINTS,
    OFF
  }

  public PushConfig {
    manifests = List.copyOf(manifests);
    Require.range("budgetBytes", budgetBytes, 0, Long.MAX_VALUE);
    Require.range("maxHints", maxHints, 0, 100);
    Require.range("maxPushes", maxPushes, 0, 100);
  }

  public static PushConfig defaults() {
    return new PushConfig(
        Mode.AUTO,
        CasperConfig.defaults(),
        List.of(),
        Limits.PUSH_BUDGET_BYTES,
        Limits.MAX_HINTS,
        Limits.MAX_PUSHES,
        EarlyHintsConfig.defaults());
  }
}
