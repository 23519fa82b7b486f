package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Children;
import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Environment of a run: the temporary folder, the certificate, the origin, the processes. */
public final class Stage implements AutoCloseable {
  private static final int FIRST_PORT = 20_000;
  private static final int END_PORT = 32_000;

  private final Children children = new Children();
  private final Path root;
  private final Path directory;
  private final Settings settings;
  private final Identity identity;
  private final BearerToken token;
  private final Path site;
  private final int originPort;
  private final int otherOriginPort;
  private final int h2cOriginPort;
  private final Process origin;
  private int places;

  /** Starts the origin. */
  public Stage(Path root, Settings settings) throws IOException, GeneralSecurityException {
    this.root = root;
    this.settings = settings;
    this.directory = Files.createTempDirectory("lychgate-bench-");
    this.identity = Identity.create(directory);
    this.token = BearerToken.create(directory);
    this.site = Files.createDirectory(directory.resolve("site"));
    Path files = Files.createDirectory(site.resolve("files"));
    Files.writeString(files.resolve("1k.txt"), Origin.text(1024));
    this.originPort = freePort();
    this.otherOriginPort = freePort();
    this.h2cOriginPort = freePort();
    Path folder = Files.createDirectory(directory.resolve("origin"));
    List<String> command = Origin.prepare(folder, originPort, otherOriginPort, h2cOriginPort);
    this.origin =
        children.start(settings.loadCore(), command, folder, folder.resolve("output.log"));
  }

  public Settings settings() {
    return settings;
  }

  /** Folder of configurations and logs. It is kept, so that a failure can be examined. */
  public Path directory() {
    return directory;
  }

  /** Returns false if another process ended the origin. Then no peer can respond, and none is at fault. */
  boolean isOriginAlive() {
    return origin.isAlive();
  }

  /** Lowers the priority of the origin, so that it never delays a client on the same core. */
  public void lowerOrigin() throws IOException {
    List<String> command = new ArrayList<>(List.of("renice", "-n", "10", "-p"));
    for (ProcessHandle member : new ProcessTree(origin.toHandle()).members()) {
      command.add(Long.toString(member.pid()));
    }
    var unused = Commands.output(command, directory);
  }

  /** The repository. */
  Path root() {
    return root;
  }

  Children children() {
    return children;
  }

  /** Certificate of every peer. */
  public Identity identity() {
    return identity;
  }

  /** Token of requests to peers with policies. */
  BearerToken token() {
    return token;
  }

  /** Starts a peer in a new folder, without waiting for it. */
  public Running start(Peer peer, Place.Wish wish) throws IOException {
    places++;
    Path folder = Files.createDirectory(directory.resolve(peer.name() + "-" + places));
    Place.Ports ports = new Place.Ports(
        freePort(), freePort(), freePort(), originPort, otherOriginPort, h2cOriginPort);
    Place place = new Place(folder, ports, site, identity, token, wish);
    Files.createDirectory(place.logs());
    List<String> command = peer.prepare(place);
    return new Running(
        peer, place, children.start(settings.proxyCore(), command, folder, place.output()));
  }

  /** Ends a peer with all its processes. */
  public void end(Running running) {
    children.end(running.process());
  }

  @Override
  public void close() {
    children.close();
  }

  /**
   * Returns a port below the kernel's ephemeral ports. Otherwise a client that retries until the peer listens could get the
   * peer's own port, connect to itself and so take the port from the peer.
   */
  private static int freePort() throws IOException {
    int attempts = 100;
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_PORT);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        attempts--;
        if (attempts == 0) {
          throw taken;
        }
      }
    }
  }
}
