package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.yaml.Position;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The files that one reading of a configuration depends on: its own, included ones, and those of secrets. Not thread-safe. */
public final class ConfigSources {
  private final String mainName;
  private final Path directory;
  private final Map<String, Path> directories = new HashMap<>();
  private final Set<Path> files = new LinkedHashSet<>();
  private final Map<Path, IncludePattern> patterns = new LinkedHashMap<>();

  /**
   * @param mainName name of the configuration's own file
   * @param directory its absolute directory
   */
  ConfigSources(String mainName, Path directory) {
    this.mainName = mainName;
    this.directory = directory;
  }

  /**
   * Adds an included file.
   *
   * @param name its name in positions
   */
  void add(String name, Path file) {
    files.add(file);
    Path parent = file.getParent();
    directories.put(name, parent == null ? directory : parent);
  }

  /** Adds a file that is no configuration itself, such as that of a secret. */
  void add(Path file) {
    files.add(file);
  }

  void add(IncludePattern pattern) {
    patterns.put(pattern.path(), pattern);
  }

  /** Returns a place as {@code file:line:column}. */
  String named(Position at) {
    return at.fileOr(mainName) + ":" + at.line() + ":" + at.column();
  }

  Path directory() {
    return directory;
  }

  Path directoryOf(Position position) {
    return directories.getOrDefault(position.file(), directory);
  }

  /** Returns the files besides the configuration itself. */
  Set<Path> files() {
    return Set.copyOf(files);
  }

  /** Returns the patterns of included files. A new file may match one of them. */
  Map<Path, IncludePattern> patterns() {
    return Map.copyOf(patterns);
  }
}
