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

/** Everything a run stands on: the temporary folder, the certificate, the origin, the processes. */
public final class Stage implements AutoCloseable {
  private static final int FIRST_PORT = 20_000;
  private static final int END_PORT = 32_000;

  private final Children children = new Children();
  private final Path root;
  private final Path directory;
  private final Settings settings;
  private final Identity identity;
  private final Path site;
  private final int originPort;
  private final int otherOriginPort;
  private final Process origin;
  private int places;

  /** Starts the origin. */
  public Stage(Path root, Settings settings) throws IOException, GeneralSecurityException {
    this.root = root;
    this.settings = settings;
    this.directory = Files.createTempDirectory("lychgate-bench-");
    this.identity = Identity.create(directory);
    this.site = Files.createDirectory(directory.resolve("site"));
    Path files = Files.createDirectory(site.resolve("files"));
    Files.writeString(files.resolve("1k.txt"), Origin.text(1024));
    this.originPort = freePort();
    this.otherOriginPort = freePort();
    Path folder = Files.createDirectory(directory.resolve("origin"));
    List<String> command = Origin.prepare(folder, originPort, otherOriginPort);
    this.origin =
        children.start(settings.loadCore(), command, folder, folder.resolve("output.log"));
  }

  public Settings settings() {
    return settings;
  }

  /** Configurations and logs. They stay, so that a failure can be looked into. */
  public Path directory() {
    return directory;
  }

  /** False when another process ended it: then no peer can respond, and none is at fault. */
  boolean isOriginAlive() {
    return origin.isAlive();
  }

  /** Lowers the priority of the origin, so that a client beside it on its core is never the one who waits. */
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

  /** The certificate of every peer. */
  public Identity identity() {
    return identity;
  }

  /** Starts a peer in a fresh folder, without waiting for it. */
  public Running start(Peer peer, Place.Wish wish) throws IOException {
    places++;
    Path folder = Files.createDirectory(directory.resolve(peer.name() + "-" + places));
    Place.Ports ports =
        new Place.Ports(freePort(), freePort(), freePort(), originPort, otherOriginPort);
    Place place = new Place(folder, ports, site, identity, wish);
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
   * A port below those that the kernel gives to clients. From among them, a client that knocks until the peer is there
   * would sooner or later be given the peer's own port, connect to itself and keep the peer from its port.
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
