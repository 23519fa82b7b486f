package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PgBouncer in transaction mode in front of a PostgreSQL, on a loopback port. */
public final class LocalPooler implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");

  private final int port = FreePort.find();
  private final Process process;

  private LocalPooler(Path directory, int server, int connections) throws IOException {
    Path settings = Files.writeString(
        directory.resolve("pgbouncer.ini"), """
        [databases]
        * = host=127.0.0.1 port=%d user=postgres
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = transaction
        default_pool_size = %d
        ignore_startup_parameters = extra_float_digits
        """.formatted(server, port, connections));
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
    if ("root".equals(System.getProperty("user.name"))) {
      LocalPostgres.own(directory);
      LocalPostgres.own(settings);
      command = new ArrayList<>(List.of(
          "/usr/bin/setpriv",
          "--reuid=nobody",
          "--regid=nogroup",
          "--clear-groups",
          PROGRAM.toString()));
    }
    command.add(settings.toString());
    process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(Files.createTempFile(directory, "pgbouncer", ".log").toFile())
        .start();
  }

  /** Returns the reason why no pooler can be started here, or null if one can. */
  public static @Nullable String missing() {
    return Files.isExecutable(PROGRAM) ? null : "no " + PROGRAM + " (Debian's package pgbouncer)";
  }

  /** @param connections connections to the server, shared by all clients */
  public static LocalPooler start(LocalPostgres server, int connections) throws IOException {
    LocalPooler pooler =
        new LocalPooler(Files.createTempDirectory("lychgate-pooler"), server.port(), connections);
    Await.until(() -> {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pooler.port)) {
        if (!socket.isConnected()) {
          throw new AssertionError("pgbouncer: not connected");
        }
      } catch (IOException e) {
        throw new AssertionError("pgbouncer does not accept yet", e);
      }
    });
    return pooler;
  }

  public int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
