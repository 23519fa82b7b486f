package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Redis server from the packages of this machine, on a loopback port and without files. */
public final class LocalRedis implements AutoCloseable {
  private static final String PROGRAM = "redis-server";

  private final Path directory;
  private final int port;
  private final List<String> options;
  private @Nullable Process process;

  private LocalRedis(Path directory, List<String> options) {
    this.directory = directory;
    this.port = FreePort.find();
    this.options = options;
  }

  /** Returns the reason why no server can be started here, or null if one can. */
  public static @Nullable String missing() {
    return Program.isOnPath(PROGRAM)
        ? null
        : PROGRAM + ": not on PATH (expected: Debian's package redis-server)";
  }

  /** @param options words of the command line, such as {@code --requirepass} and a password */
  public static LocalRedis start(Path directory, String... options) throws IOException {
    LocalRedis server = new LocalRedis(directory, List.of(options));
    server.up();
    return server;
  }

  public int port() {
    return port;
  }

  /** Starts again, without any keys. */
  public void up() throws IOException {
    List<String> command = new ArrayList<>(List.of(
        PROGRAM,
        "--port",
        options.contains("--tls-port") ? "0" : Integer.toString(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no"));
    for (String option : options) {
      command.add(option.equals("PORT") ? Integer.toString(port) : option);
    }
    process = new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(Files.createTempFile(directory, "redis", ".log").toFile())
        .start();
    Await.until(() -> {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (!socket.isConnected()) {
          throw new AssertionError("redis: not connected");
        }
      } catch (IOException e) {
        throw new AssertionError("redis: " + e.getMessage());
      }
    });
  }

  /** Ends like a crash. */
  public void down() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().onExit().join();
    }
  }

  /** Stops the process without closing its connections. */
  public void freeze() throws Exception {
    signal("-STOP");
  }

  public void thaw() throws Exception {
    signal("-CONT");
  }

  private void signal(String name) throws Exception {
    Process running = process;
    if (running != null) {
      Program.run(directory, "kill", name, Long.toString(running.pid())).expectGood();
    }
  }

  @Override
  public void close() {
    down();
  }
}
