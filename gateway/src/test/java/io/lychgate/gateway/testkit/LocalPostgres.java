package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server from the packages of this machine, run as an unprivileged user on a loopback port. */
public final class LocalPostgres {

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

  /** Returns the reason why no server can be started here, or null if one can. */
  public static @Nullable String missing() {
    if (programs().isEmpty()) {
      return "no PostgreSQL server under " + PACKAGES;
    }
    return isRoot() && !Files.isExecutable(Path.of("/usr/bin/setpriv"))
        ? "PostgreSQL does not run as root and there is no setpriv"
        : null;
  }

  public static LocalPostgres start() throws IOException, InterruptedException {
    LocalPostgres server = new LocalPostgres(home(), programs().orElseThrow(), FreePort.find());
    server.run(
        "initdb", "-D", server.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
    server.up();
    return server;
  }

  /** Starts a standby that follows this server. */
  public LocalPostgres standby() throws IOException, InterruptedException {
    LocalPostgres standby = new LocalPostgres(home(), programs, FreePort.find());
    standby.run(
        "pg_basebackup",
        "-D",
        standby.data(),
        "-R",
        "-c",
        "fast",
        "-h",
        "127.0.0.1",
        "-U",
        "postgres",
        "-p",
        Integer.toString(port));
    standby.up();
    return standby;
  }

  /** Makes a standby the primary. */
  public void promote() throws IOException, InterruptedException {
    run("pg_ctl", "-D", data(), "-w", "promote");
  }

  /** Accepts TLS, too, with this certificate and key in PEM. */
  public void tls(String chain, String key) throws IOException, SQLException {
    Path keyFile = Files.writeString(Path.of(data(), "server.key"), key);
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"));
    own(keyFile);
    own(Files.writeString(Path.of(data(), "server.crt"), chain));
    execute("ALTER SYSTEM SET ssl = on");
    execute("SELECT pg_reload_conf()");
  }

  /** Sends SIGKILL to the server's first process. The others end by themselves. */
  public void kill() throws IOException {
    String pid = Files.readAllLines(Path.of(data(), "postmaster.pid")).get(0).strip();
    Commands.finish(Commands.start("kill", "-KILL", pid)).expectSuccess();
  }

  /** Starts the server after {@link #kill}. */
  public void recover() {
    // The memory of the killed server is in use until its last process has ended.
    Await.until(() -> {
      try {
        up();
      } catch (IOException e) {
        throw new AssertionError("PostgreSQL does not start yet", e);
      }
    });
  }

  public int port() {
    return port;
  }

  /** Creates an empty database and returns its URL. */
  public String create(String database) throws SQLException {
    execute("CREATE DATABASE " + database);
    return url(database);
  }

  /** Runs a statement in the database {@code postgres}, as its superuser. */
  public void execute(String statement) throws SQLException {
    execute("postgres", statement);
  }

  /** Runs a statement as its superuser. */
  public void execute(String database, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(database), "postgres", "");
        Statement run = connection.createStatement()) {
      run.execute(statement);
    }
  }

  /** Stops the server like a crash: its connections are cut. */
  public void down() throws IOException, InterruptedException {
    run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
  }

  /** Starts the server again, on its port and with its data. */
  public void up() throws IOException, InterruptedException {
    run(
        "pg_ctl",
        "-D",
        data(),
        "-w",
        "-l",
        home.resolve("log").toString(),
        "-o",
        options(),
        "start");
  }

  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  public void stop() throws IOException, InterruptedException {
    down();
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(LocalPostgres::delete);
    }
  }

  private static Path home() throws IOException {
    Path home = Files.createTempDirectory("lychgate-postgres");
    own(home);
    return home;
  }

  /** Passes a file to the user of the server. */
  public static void own(Path file) throws IOException {
    if (isRoot()) {
      Files.setOwner(
          file,
          file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(UNPRIVILEGED));
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
