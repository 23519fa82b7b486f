package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.ConfigProblem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the running configuration relates to its file.
 *
 * @param loadedAt when the running configuration was taken
 * @param failedAt when the file was last refused; empty when the last attempt succeeded
 * @param problems why it was refused; empty when the last attempt succeeded
 */
public record ConfigState(
    Instant loadedAt, Optional<Instant> failedAt, List<ConfigProblem> problems) {
  public ConfigState {
    problems = List.copyOf(problems);
  }

  /** Of a file that was read once and is not followed yet. */
  public static ConfigState initial(Instant at) {
    return loaded(at);
  }

  static ConfigState loaded(Instant at) {
    return new ConfigState(at, Optional.empty(), List.of());
  }

  ConfigState refused(Instant at, List<ConfigProblem> why) {
    return new ConfigState(loadedAt, Optional.of(at), why);
  }

  /** True when the gateway runs what the file says. */
  public boolean isCurrent() {
    return failedAt.isEmpty();
  }
}
