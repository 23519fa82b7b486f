package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.ConfigOrigin;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files and variables of a machine that a configuration may name. A configuration of the store comes from another machine. Its author
 * must not reach everything that the process can read, write or load code from.
 *
 * @param place the file with the limits, for messages; null for a configuration that may name everything
 * @param folders absolute; everything below them may be named, except {@code own}
 * @param own files and folders of this node; neither they nor a folder with one of them may be named
 * @param identities certificates and keys of the admin plane; part of {@code own}, but a listener may have them, too
 * @param variables beginnings of names
 * @param ownVariables names of variables of this node, which may not be read
 */
record LocalReach(
    @Nullable Path place,
    List<Path> folders,
    List<Path> own,
    Set<Path> identities,
    List<String> variables,
    Set<String> ownVariables) {
  /** The reach of a configuration in a file of this machine. */
  static final LocalReach WHOLE =
      new LocalReach(null, List.of(), List.of(), Set.of(), List.of(), Set.of());

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
    own.addAll(origin.own().files());
    Set<Path> identities = new LinkedHashSet<>();
    TlsConfig tls = config.admin().tls();
    if (tls != null) {
      for (TlsConfig.Certificate each : tls.certificates()) {
        identities.add(each.chain());
        identities.add(each.key());
        own.add(each.key());
      }
    }
    return new LocalReach(
        file,
        origin.folders(),
        own.stream().flatMap(each -> Stream.of(each, real(each))).distinct().toList(),
        Set.copyOf(identities),
        origin.variables(),
        origin.own().variables());
  }

  /** Returns the path without links, if there is such a file: a link is another name of it. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }

  /** Returns what is expected of a path that may not be named; null if it may be. */
  @Nullable
  String objection(Path path) {
    if (place == null) {
      return null;
    }
    Path absolute = path.toAbsolutePath().normalize();
    String outside = outside(absolute);
    if (outside != null) {
      return outside;
    }
    boolean isOwn = Stream.of(absolute, real(absolute))
        .anyMatch(
            name -> own.stream().anyMatch(each -> each.startsWith(name) || name.startsWith(each)));
    return isOwn
        ? "(expected: a path without the files of this node: " + place
            + ", its store.directory, its backups, its database and the files of its secrets)"
        : null;
  }

  /** Returns what is expected of a certificate or key of a listener that may not be named; null if it may be. */
  @Nullable
  String objectionToIdentity(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    return identities.contains(absolute) ? outside(absolute) : objection(path);
  }

  private @Nullable String outside(Path absolute) {
    if (folders.stream().noneMatch(absolute::startsWith)) {
      return "(expected: a path in "
          + folders.stream().map(Path::toString).collect(Collectors.joining(", "))
          + "; config.folders of " + place + " has the folders of a configuration in the store)";
    }
    return null;
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
    if (place == null) {
      return null;
    }
    if (ownVariables.contains(name)) {
      return "(expected: a variable that " + place + " does not read for this node)";
    }
    return variables.stream().anyMatch(name::startsWith)
        ? null
        : "(expected: a variable that begins with " + String.join(" or ", variables)
            + "; config.variables of " + place
            + " has the beginnings for a configuration in the store)";
  }
}
