package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real HTTP/1.1 server that runs scripts, also ones that violate the protocol. Each connection has one blocking thread, so that a
 * script reads like the trace of its bytes. Paths without a script get status 404.
 */
public final class ScriptedOrigin implements AutoCloseable {
  /** The server's action on a request for one path. */
  @FunctionalInterface
  public interface Script {
    void play(OriginVisit visit) throws IOException, InterruptedException;
  }

  private final ServerSocket socket;
  private final Map<String, Script> scripts = new ConcurrentHashMap<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile Script fallback = unknown -> unknown.respond(404, "nothing here");

  private ScriptedOrigin(ServerSocket socket) {
    this.socket = socket;
  }

  /** Listens on a port chosen by the system. */
  public static ScriptedOrigin start() {
    return start(InetAddress.getLoopbackAddress(), 0);
  }

  /** @param port 0 for one that the system chooses */
  public static ScriptedOrigin start(InetAddress address, int port) {
    try {
      ScriptedOrigin server = new ScriptedOrigin(new ServerSocket(port, 100, address));
      start("origin-accept", server::accept);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return socket.getLocalPort();
  }

  /** Runs this script for later requests for this path (without its query). */
  public ScriptedOrigin on(String path, Script script) {
    scripts.put(path, script);
    return this;
  }

  /** Runs this script for later requests for paths without their own script. */
  public ScriptedOrigin otherwise(Script script) {
    fallback = script;
    return this;
  }

  /** Returns all request heads so far, each from its request line to its last field. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Returns the request heads so far whose request line contains this path. */
  public List<String> requestsFor(String path) {
    return requests.stream()
        .filter(head -> head.lines().findFirst().orElse("").contains(path + " "))
        .toList();
  }

  /** Connections accepted so far. */
  public int connections() {
    return connections.get();
  }

  /** Closes every connection, like a server that closes idle connections, and continues to accept. */
  public void closeConnections() {
    open.forEach(ScriptedOrigin::close);
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        connections.incrementAndGet();
        open.add(client);
        start("origin-" + connections, () -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      // Each send of a script leaves in its own segment.
      client.setTcpNoDelay(true);
      OriginVisit visit = OriginVisit.next(client, null);
      while (visit != null) {
        requests.add(visit.head());
        scripts.getOrDefault(visit.path(), fallback).play(visit);
        visit = visit.keepsAlive() ? OriginVisit.next(client, visit) : null;
      }
    } catch (IOException gone) {
      // The peer ended the connection; tests check that elsewhere.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket client) {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    closeConnections();
  }
}
