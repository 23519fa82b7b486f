package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that a test has sent over a TCP connection to another process or thread of this machine. The kernel lists the queues of both
 * ends in {@code /proc/net/tcp} (Linux).
 */
public final class SentBytes {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  private SentBytes() {}

  /** Waits until the peer has read every byte sent so far. The next bytes are another read, as if the network had split them. */
  public static void awaitTaken(Socket socket) {
    Await.until(() -> {
      if (!queue(socket.getLocalPort(), socket.getPort()).startsWith("00000000:")) {
        throw new AssertionError("sent bytes: in the queue of the sender (expected: read)");
      }
      if (!queue(socket.getPort(), socket.getLocalPort()).endsWith(":00000000")) {
        throw new AssertionError("sent bytes: in the queue of the receiver (expected: read)");
      }
    });
  }

  /** Returns the bytes in both queues of an end: those to send, a colon, those to read. */
  private static String queue(int port, int peerPort) throws IOException {
    String local = ":%04X".formatted(port);
    String remote = ":%04X".formatted(peerPort);
    List<String> lines = new ArrayList<>();
    for (Path table : TABLES) {
      lines.addAll(Files.readAllLines(table));
    }
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", -1);
      if (words[1].endsWith(local) && words[2].endsWith(remote)) {
        return words[4];
      }
    }
    throw new AssertionError("connection: ended (expected: open)");
  }
}
