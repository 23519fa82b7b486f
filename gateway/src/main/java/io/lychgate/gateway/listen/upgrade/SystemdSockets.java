package io.lychgate.gateway.listen.upgrade;

import io.lychgate.gateway.listen.socket.InheritedSockets;
import io.lychgate.gateway.listen.socket.InheritedSockets.Inherited;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The bound sockets that systemd passes to a service (sd_listen_fds(3)). */
public final class SystemdSockets {
  private static final int FIRST = 3;

  /** More than a gateway has listeners and loops. */
  private static final int MAX_SOCKETS = 4096;

  /** O_NONBLOCK on Linux. */
  private static final int NON_BLOCKING = 04000;

  private static final int INODE_COLUMN = 9;

  private SystemdSockets() {}

  /**
   * Returns the sockets that the environment names.
   *
   * @throws IOException if one cannot be used; the message names the descriptor and the setting of the unit
   */
  public static InheritedSockets of(Map<String, String> environment, long process)
      throws IOException {
    String count = environment.get("LISTEN_FDS");
    // Variables for another process come from a parent that did not remove them.
    if (count == null || !Long.toString(process).equals(environment.get("LISTEN_PID"))) {
      return InheritedSockets.none();
    }
    int sockets = number(count);
    String[] names = environment.getOrDefault("LISTEN_FDNAMES", "").split(":", -1);
    List<Inherited> all = new ArrayList<>();
    for (int i = 0; i < sockets; i++) {
      String name = i < names.length && !names[i].isEmpty() ? names[i] : "unknown";
      all.add(socket(FIRST + i, name));
    }
    return new InheritedSockets(all, Set.of());
  }

  private static int number(String count) throws IOException {
    try {
      int sockets = Integer.parseInt(count);
      if (sockets >= 0 && sockets <= MAX_SOCKETS) {
        return sockets;
      }
    } catch (NumberFormatException e) {
      // Reported below, as a number out of range is.
    }
    throw new IOException("LISTEN_FDS: " + count + " (expected: 0-" + MAX_SOCKETS + ")");
  }

  private static Inherited socket(int descriptor, String name) throws IOException {
    String what = "socket " + name + " of systemd (descriptor " + descriptor + "): ";
    InheritedSockets.Kind kind = kind(descriptor, what);
    // A read of a blocking socket would stop all connections of the loop.
    if (!isNonBlocking(descriptor)) {
      throw new IOException(what + "blocking (expected: NonBlocking=yes in the service unit)");
    }
    InetSocketAddress address = new Socket(descriptor).localAddress();
    return new Inherited(
        kind, name, address.getAddress().getHostAddress(), address.getPort(), descriptor);
  }

  private static InheritedSockets.Kind kind(int descriptor, String what) throws IOException {
    Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
    String target =
        Files.isSymbolicLink(link) ? Files.readSymbolicLink(link).toString() : "not open";
    if (target.startsWith("socket:[")) {
      String inode = target.substring("socket:[".length(), target.length() - 1);
      if (isListed(inode, "tcp") || isListed(inode, "tcp6")) {
        return InheritedSockets.Kind.TCP;
      }
      if (isListed(inode, "udp") || isListed(inode, "udp6")) {
        return InheritedSockets.Kind.UDP;
      }
    }
    throw new IOException(what + target
        + " (expected: a TCP socket of ListenStream= or a UDP socket of ListenDatagram=)");
  }

  private static boolean isListed(String inode, String table) throws IOException {
    Path file = Path.of("/proc/self/net", table);
    if (!Files.exists(file)) {
      return false;
    }
    for (String line : Files.readAllLines(file)) {
      String[] columns = line.strip().split(" +", -1);
      if (columns.length > INODE_COLUMN && columns[INODE_COLUMN].equals(inode)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNonBlocking(int descriptor) throws IOException {
    Path file = Path.of("/proc/self/fdinfo", Integer.toString(descriptor));
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("flags:")) {
        return (Integer.parseInt(line.substring("flags:".length()).strip(), 8) & NON_BLOCKING) != 0;
      }
    }
    return false;
  }
}
