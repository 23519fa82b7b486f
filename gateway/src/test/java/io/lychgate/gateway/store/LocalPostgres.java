package io.lychgate.gateway.store;

import io.lychgate.gateway.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server of this machine's own packages, run as an unprivileged user on a port of loopback. */
final class LocalPostgres {

  private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
  private static final String UNPRIVILEGED = "nobody";

  private final Path home;
  private final Path programs;
  private final int port;

  private LocalPostgres(Path home, Path programs, int port) {
    this.home = home;
    this.programs = programs;
    this.port = port;
  }

  /** Why no server can be started here; null when one can. */
  static @Nullable String missing() {
    if (programs().isEmpty()) {
      return "no PostgreSQL server under " + PACKAGES;
    }
    return isRoot() && !Files.isExecutable(Path.of("/usr/bin/setpriv"))
        ? "PostgreSQL does not run as root and there is no setpriv"
        : null;
  }

  static LocalPostgres start() throws IOException, InterruptedException {
    Path home = Files.createTempDirectory("lychgate-postgres");
    if (isRoot()) {
      Files.setOwner(
          home,
          home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(UNPRIVILEGED));
    }
    LocalPostgres server = new LocalPostgres(home, programs().orElseThrow(), FreePort.find());
    server.run(
        "initdb", "-D", server.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
    server.run(
        "pg_ctl",
        "-D",
        server.data(),
        "-w",
        "-l",
        home.resolve("log").toString(),
        "-o",
        server.options(),
        "start");
    return server;
  }

  String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  void stop() throws IOException, InterruptedException {
    run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(LocalPostgres::delete);
    }
  }

  private String data() {
    return home.resolve("data").toString();
  }

  private String options() {
    return "-p " + port + " -k " + home
        + " -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200";
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of(
          "/usr/bin/setpriv", "--reuid=" + UNPRIVILEGED, "--regid=nogroup", "--clear-groups"));
    }
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("lychgate-postgres", ".out");
    Process process = new ProcessBuilder(command)
        .directory(home.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    if (!ended || process.exitValue() != 0) {
      throw new IOException(program + " failed: " + Files.readString(output));
    }
    Files.delete(output);
  }

  private static Optional<Path> programs() {
    if (!Files.isDirectory(PACKAGES)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(PACKAGES)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
