package io.lychgate.gateway.testkit;

import io.netty.handler.codec.http3.Http3ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clients that send requests without a pause, over each protocol, on lasting and on new connections. They retry only what a protocol
 * allows; everything else is a failure.
 */
public final class UpgradeLoad implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Pause after each request: the gateways and the clients share few processors. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Requests of a connection of a client that often connects. */
  private static final int FEW = 3;

  private final int port;
  private final String path;
  private final String slowPath;
  private final String webSocketPath;
  private final List<Thread> threads = new ArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final Map<String, AtomicInteger> served = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  /**
   * @param slowPath its response lasts long enough to begin in one process and end after its replacement
   * @param webSocketPath echoes messages
   */
  public UpgradeLoad(int port, String path, String slowPath, String webSocketPath) {
    this.port = port;
    this.path = path;
    this.slowPath = slowPath;
    this.webSocketPath = webSocketPath;
  }

  /** One round of a client. */
  @FunctionalInterface
  private interface Client {
    void run() throws Exception;
  }

  public UpgradeLoad start() {
    start("h1 lasting", () -> http1("h1 lasting", Integer.MAX_VALUE));
    start("h1 new", () -> http1("h1 new", 1));
    start("h2 lasting", () -> http2("h2 lasting", path, Integer.MAX_VALUE));
    start("h2 new", () -> http2("h2 new", path, FEW));
    start("h2 slow", () -> http2("h2 slow", slowPath, Integer.MAX_VALUE));
    start("h3 lasting", () -> http3("h3 lasting", path, Integer.MAX_VALUE));
    start("h3 new", () -> http3("h3 new", path, FEW));
    start("h3 slow", () -> http3("h3 slow", slowPath, Integer.MAX_VALUE));
    start("WebSocket", this::webSocket);
    return this;
  }

  private void start(String name, Client client) {
    served.put(name, new AtomicInteger());
    Thread thread = new Thread(
        () -> {
          while (!stopping) {
            try {
              client.run();
            } catch (Exception | AssertionError e) {
              failures.add(name + ": " + e);
            }
          }
        },
        name);
    threads.add(thread);
    thread.start();
  }

  private void served(String name) {
    Objects.requireNonNull(served.get(name)).incrementAndGet();
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Returns the number of responses and messages by client. */
  public Map<String, Integer> counts() {
    Map<String, Integer> counts = new ConcurrentHashMap<>();
    served.forEach((name, count) -> counts.put(name, count.get()));
    return counts;
  }

  public List<String> failures() {
    return List.copyOf(failures);
  }

  /** Waits until each client has had this many more responses. */
  public void awaitMore(int more) {
    Map<String, Integer> before = counts();
    Await.until(() -> {
      Map<String, Integer> now = counts();
      before.forEach((name, count) -> {
        // A slow response takes a second.
        int wanted = name.endsWith("slow") ? 1 : more;
        if (now.getOrDefault(name, 0) < count + wanted) {
          throw new AssertionError(name + ": " + (now.getOrDefault(name, 0) - count)
              + " responses; failures " + failures);
        }
      });
    });
  }

  private void http1(String name, int requests) throws Exception {
    Socket socket = TestCertificates.trustingAll()
        .getSocketFactory()
        .createSocket(InetAddress.getLoopbackAddress(), port);
    try (Http1Peer peer = Http1Peer.on(socket)) {
      for (int i = 0; i < requests && !stopping; i++) {
        Http1Peer.Response response =
            peer.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
        if (response.status() != 200 || !response.complete()) {
          failures.add(name + ": request " + i + ": " + response);
          return;
        }
        served(name);
        if (response.has("connection: close")) {
          return;
        }
      }
    }
  }

  private void http2(String name, String target, int requests) throws Exception {
    HttpClient client = HttpClient.newBuilder()
        .sslContext(TestCertificates.trustingAll())
        .version(HttpClient.Version.HTTP_2)
        .connectTimeout(PATIENCE)
        .build();
    HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + target))
        .timeout(PATIENCE)
        .build();
    for (int i = 0; i < requests && !stopping; i++) {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200 || response.version() != HttpClient.Version.HTTP_2) {
        failures.add(name + ": request " + i + ": " + response);
        return;
      }
      served(name);
    }
  }

  private void http3(String name, String target, int requests) throws Exception {
    try (Http3Client client = Http3Client.connect(port, "localhost")) {
      for (int i = 0; i < requests && !stopping; i++) {
        if (!client.goAways().isEmpty() || !client.isOpen()) {
          return;
        }
        Http3Request request;
        long sentNanos = System.nanoTime();
        try {
          request = client.get(target);
        } catch (Exception notSent) {
          if (client.goAways().isEmpty() && client.isOpen()) {
            throw notSent;
          }
          return;
        }
        // A request that crosses a GOAWAY ends with the connection, without a reset of its own.
        Await.within(PATIENCE, () -> {
          if (!request.isEnded()
              && request.resetCode() == null
              && !request.isRefused()
              && client.isOpen()) {
            throw new AssertionError(name + ": request " + request.id() + ": " + request
                + "; GOAWAY " + client.goAways());
          }
        });
        if (request.status() != 200 || !request.isEnded()) {
          if (!mayRetry(client, request)) {
            failures.add(name + ": request " + i + ", stream " + request.id() + ": " + request
                + "; GOAWAY " + client.goAways() + ", close " + client.closeCode() + " at "
                + Instant.now() + ", "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sentNanos)
                + " ms after the request");
          }
          return;
        }
        served(name);
      }
    }
  }

  /** RFC 9114 sections 5.2 and 4.1.1: a request above the GOAWAY, or one that was rejected or not sent, was not processed. */
  private static boolean mayRetry(Http3Client client, Http3Request request) {
    if (request.isRefused()) {
      return !client.goAways().isEmpty();
    }
    Long code = request.resetCode();
    return (code != null && code == Http3ErrorCode.H3_REQUEST_REJECTED.code())
        || client.goAways().stream().anyMatch(id -> request.id() >= id);
  }

  /** Sends numbered messages, each after the echo of the one before. Connects again after a close with 1001. */
  private void webSocket() throws Exception {
    Echoes echoes = new Echoes();
    WebSocket socket = HttpClient.newBuilder()
        .sslContext(TestCertificates.trustingAll())
        .build()
        .newWebSocketBuilder()
        .connectTimeout(PATIENCE)
        .buildAsync(URI.create("wss://localhost:" + port + webSocketPath), echoes)
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    for (int i = 0; !stopping; i++) {
      String message = "message " + i;
      var unused = socket.sendText(message, true);
      String echo = echoes.received.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!message.equals(echo)) {
        if (!"close 1001".equals(echo)) {
          failures.add("WebSocket: " + echo + " (expected: " + message + ")");
        }
        break;
      }
      served("WebSocket");
    }
    socket.abort();
  }

  /** The messages of the server, and its close. */
  private static final class Echoes implements WebSocket.Listener {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        received.add(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      received.add("close " + code);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      received.add("error " + error);
    }
  }

  /** Stops all clients after their request in progress. */
  public void stop() {
    stopping = true;
    for (Thread thread : threads) {
      try {
        thread.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (thread.isAlive()) {
        failures.add(thread.getName() + ": still waits");
      }
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
