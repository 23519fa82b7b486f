package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.yaml.Position;
import java.nio.file.Path;

/**
 * The context that every section needs while one configuration is read.
 *
 * @param sources the files of the configuration
 * @param reach the files and variables that it may name
 * @param needsSecrets false if an absent secret is no problem
 */
record ReadContext(
    ConfigSources sources,
    Placeholders.Environment environment,
    LocalReach reach,
    Problems problems,
    Expressions expressions,
    boolean needsSecrets) {
  /** Returns the directory of relative paths in a value: that of the file with the value. */
  Path directoryOf(Position position) {
    return sources.directoryOf(position);
  }
}
