package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.ConfigOrigin;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.StoreConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files and variables of a machine that a configuration may name. A configuration of the store comes from another machine. Its author
 * must not reach everything that the process can read, write or load code from.
 *
 * @param place the file with the limits, for messages; null for a configuration that may name everything
 * @param folders absolute; everything below them may be named, except {@code own}
 * @param own files and folders of this node; neither they nor a folder with one of them may be named
 * @param variables beginnings of names
 */
record LocalReach(
    @Nullable Path place, List<Path> folders, List<Path> own, List<String> variables) {
  /** The reach of a configuration in a file of this machine. */
  static final LocalReach WHOLE = new LocalReach(null, List.of(), List.of(), List.of());

  private static final String SQLITE = "jdbc:sqlite:";

  /** The ends of the names of the files of a SQLite database. */
  private static final List<String> SUFFIXES = List.of("", "-wal", "-shm", "-journal");

  /**
   * Returns the reach of configurations of the store.
   *
   * @param file the file of this node
   * @param config its content
   */
  static LocalReach ofStored(Path file, GatewayConfig config) {
    ConfigOrigin origin = config.origin();
    StoreConfig store = config.store();
    List<Path> own = new ArrayList<>();
    own.add(file.toAbsolutePath().normalize());
    own.add(store.directory());
    own.add(store.backup().folder());
    if (store.url().startsWith(SQLITE + "/")) {
      String database = store.url().substring(SQLITE.length()).split("\\?", 2)[0];
      SUFFIXES.forEach(suffix -> own.add(Path.of(database + suffix).normalize()));
    }
    return new LocalReach(file, origin.folders(), List.copyOf(own), origin.variables());
  }

  /** Returns what is expected of a path that may not be named; null if it may be. */
  @Nullable
  String objection(Path path) {
    if (place == null) {
      return null;
    }
    Path absolute = path.toAbsolutePath().normalize();
    if (folders.stream().noneMatch(absolute::startsWith)) {
      return "(expected: a path in "
          + folders.stream().map(Path::toString).collect(Collectors.joining(", "))
          + "; config.folders of " + place + " has the folders of a configuration in the store)";
    }
    boolean isOwn =
        own.stream().anyMatch(each -> each.startsWith(absolute) || absolute.startsWith(each));
    return isOwn
        ? "(expected: a path without the files of this node: " + place
            + ", its store.directory, its backups and its database)"
        : null;
  }

  /** Returns what is expected of a log that is a program, to which its lines would be added; null if it is none. */
  @Nullable
  String objectionToLog(Path path) {
    return place != null && Files.isRegularFile(path) && Files.isExecutable(path)
        ? "(expected: a log, not a program)"
        : null;
  }

  /** Returns what is expected of the name of a variable that may not be read; null if it may be. */
  @Nullable
  String objectionToVariable(String name) {
    return place == null || variables.stream().anyMatch(name::startsWith)
        ? null
        : "(expected: a variable that begins with " + String.join(" or ", variables)
            + "; config.variables of " + place
            + " has the beginnings for a configuration in the store)";
  }
}
