package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes that wait in the kernel between a client and a server of this machine, as Linux lists them (proc(5), net/tcp). */
public final class KernelQueues {
  private KernelQueues() {}

  /** Returns the bytes that the client has written and its server has not read. */
  public static long unread(Socket client) {
    return bytes("tcp", client) + bytes("tcp6", client);
  }

  private static long bytes(String table, Socket client) {
    String clientPort = ":%04X".formatted(client.getLocalPort());
    String serverPort = ":%04X".formatted(client.getPort());
    try {
      long bytes = 0;
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] columns = line.strip().split(" +");
        String local = columns[1];
        String remote = columns[2];
        String[] queues = columns[4].split(":");
        if (local.endsWith(clientPort) && remote.endsWith(serverPort)) {
          bytes += Long.parseLong(queues[0], 16);
        } else if (local.endsWith(serverPort) && remote.endsWith(clientPort)) {
          bytes += Long.parseLong(queues[1], 16);
        }
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
