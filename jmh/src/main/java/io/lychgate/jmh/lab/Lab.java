package io.lychgate.jmh.lab;

import io.lychgate.jmh.machine.Children;
import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Environment of a run over the link: the temporary folder, the certificates, the link, the processes at its ends. */
public final class Lab implements AutoCloseable {
  /** First port. The namespaces belong to the run, so every port is free. */
  private static final int FIRST_PORT = 8001;

  private static final long START_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Children children = new Children();
  private final Path directory;
  private final Authority authority;
  private final Link link;
  private int nextPort = FIRST_PORT;

  /** Starts the link. {@code root} is the repository's, where the link has been built. */
  public Lab(Path root, List<String> names) throws IOException {
    this.directory = Files.createTempDirectory("lychgate-lab-");
    this.authority = Authority.create(directory, names);
    this.link =
        new Link(root.resolve("jmh/target/link"), names, children, directory.resolve("link.log"));
  }

  /** Returns why a laboratory is impossible on this machine; empty if it is possible. */
  public static Optional<String> absence(Path root) {
    if (!System.getProperty("os.name").startsWith("Linux")) {
      return Optional.of(
          System.getProperty("os.name") + " (expected: Linux, which has network namespaces)");
    }
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("not root (expected: root, to create network namespaces)");
    }
    if (!Files.exists(Path.of("/dev/net/tun"))) {
      return Optional.of("/dev/net/tun: none (expected: a kernel with TUN devices)");
    }
    Path binary = root.resolve("jmh/target/link");
    return Files.isExecutable(binary)
        ? Commands.absence("openssl", "openssl")
        : Optional.of(binary + ": not built (expected: by ./lychgate bench)");
  }

  /** Folder of configurations and logs. It is kept, so that a failure can be examined. */
  public Path directory() {
    return directory;
  }

  public Authority authority() {
    return authority;
  }

  public Link link() {
    return link;
  }

  /** Returns a new folder and new ports for a server. */
  public Place place(String name, Path site, int originPort) throws IOException {
    Path folder = Files.createDirectory(directory.resolve(name));
    return new Place(folder, site, port(), port(), originPort, authority);
  }

  /** Returns a port of the server's end that was not used before. */
  public int port() {
    return nextPort++;
  }

  /** Starts a server at the server's end and waits until it listens. */
  public void serve(List<String> command, Path folder, int port) throws IOException {
    var unused = serve(command, folder, "tcp:" + port);
  }

  /** Starts a server at the server's end and waits until it has sockets, such as {@code tcp:443,udp:443}. */
  public Process serve(List<String> command, Path folder, String sockets) throws IOException {
    Path log = folder.resolve("output.log");
    Process server = children.start(link.atServer(command), folder, log);
    long began = System.nanoTime();
    while (!link.isListening(sockets)) {
      if (!server.isAlive() || System.nanoTime() - began > START_TIMEOUT_NANOS) {
        throw new IOException(folder.getFileName() + ": not listening, last output: "
            + Commands.lastLine(Files.readString(log)));
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
    return server;
  }

  /** Ends one of the servers before all end. */
  public void end(Process server) {
    children.end(server);
  }

  /** Starts a program at the client's end, connected by its standard input and output. */
  public Process client(List<String> command, Path log) throws IOException {
    return piped(link.atClient(command), log);
  }

  /** Starts such a program at the server's end, so that its traffic does not pass the link. */
  public Process besideServer(List<String> command, Path log) throws IOException {
    return piped(link.atServer(command), log);
  }

  private Process piped(List<String> command, Path log) throws IOException {
    return children.start(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
  }

  /** Runs a short command at the server's end. */
  public String runAtServer(List<String> command) throws IOException {
    return Commands.output(link.atServer(command), directory);
  }

  @Override
  public void close() throws IOException {
    link.close();
    children.close();
  }
}
