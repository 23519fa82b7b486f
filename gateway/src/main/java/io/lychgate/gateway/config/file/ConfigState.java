package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * State of the running configuration in relation to its file.
 *
 * @param loadedAt time at which the running configuration was applied
 * @param failedAt time at which the file was last refused; empty if the last attempt succeeded
 * @param problems reasons for the refusal; empty if the last attempt succeeded
 */
public record ConfigState(
    Instant loadedAt, Optional<Instant> failedAt, List<ConfigProblem> problems) {
  public ConfigState {
    problems = List.copyOf(problems);
  }

  /** Returns the state of a file that was read once and is not watched yet. */
  public static ConfigState initial(Instant at) {
    return loaded(at);
  }

  static ConfigState loaded(Instant at) {
    return new ConfigState(at, Optional.empty(), List.of());
  }

  ConfigState refused(Instant at, List<ConfigProblem> why) {
    return new ConfigState(loadedAt, Optional.of(at), why);
  }

  /** Returns true if the gateway runs the content of the file. */
  public boolean isCurrent() {
    return failedAt.isEmpty();
  }
}
