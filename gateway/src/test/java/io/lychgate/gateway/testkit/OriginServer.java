package io.lychgate.gateway.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An upstream server on a free port of this machine, with a handler for each path. */
public final class OriginServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  public OriginServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.start();
  }

  /** Sets the handler for paths with this prefix. */
  public OriginServer on(String path, HttpHandler handler) {
    server.createContext(path, exchange -> {
      requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      try (exchange) {
        handler.handle(exchange);
      }
    });
    return this;
  }

  public OriginServer text(String path, String body) {
    return on(path, exchange -> respond(exchange, 200, body.getBytes(StandardCharsets.UTF_8)));
  }

  /** Responds with this text after the latch opens. */
  public OriginServer text(String path, String body, CountDownLatch when) {
    return on(path, exchange -> {
      Await.latch(when);
      respond(exchange, 200, body.getBytes(StandardCharsets.UTF_8));
    });
  }

  public static void respond(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  /** Returns method and target of each request, in order. */
  public List<String> requests() {
    return requests;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
