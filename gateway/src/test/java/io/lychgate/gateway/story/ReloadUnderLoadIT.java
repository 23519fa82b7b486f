package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.CountingOrigin;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Servers and weights change 200 times under load of each protocol. No request fails, although none is sent twice, and long streams
 * outlive the servers' removal.
 */
final class ReloadUnderLoadIT {
  private static final int RELOADS = 200;
  private static final byte[] MESSAGE = {0, 0, 0, 0, 3, 'a', 'b', 'c'};

  /** Pause of each client between two requests: the gateway has two cores together with all clients and servers. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final int REQUESTS_OF_A_CONNECTION = 300;

  /** The weights of the servers; a dash for one that is not in the configuration. */
  private static final List<String> WEIGHTS = List.of("11--", "-310", "--12", "50-1", "2222");

  private static final List<String> CALL_WEIGHTS = List.of("1-", "13", "-1");
  private static final List<String> CHAT_WEIGHTS = List.of("1-", "-1");

  @TempDir
  Path directory;

  private final List<CountingOrigin> servers = new ArrayList<>();
  private final List<Http2Origin> callServers = new ArrayList<>();
  private final List<AtomicLong> calls = new ArrayList<>();
  private final List<ScriptedOrigin> chatServers = new ArrayList<>();
  private final List<Load> loads = new ArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private volatile boolean isOver;
  private ForkedGateway gateway;

  @BeforeEach
  void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    for (String name : List.of("a", "b", "c", "d")) {
      servers.add(CountingOrigin.start(name));
    }
    for (int i = 0; i < 2; i++) {
      AtomicLong served = new AtomicLong();
      calls.add(served);
      callServers.add(Http2Origin.start((connection, number) -> serveCalls(connection, served)));
      chatServers.add(ScriptedOrigin.start().on("/chat", WebSocketOrigin::echoFrames));
    }
    configure(0);
    gateway = ForkedGateway.start(directory, Map.of()).awaitStart();
  }

  @AfterEach
  void stop() {
    isOver = true;
    gateway.close();
    servers.forEach(CountingOrigin::close);
    callServers.forEach(Http2Origin::close);
    chatServers.forEach(ScriptedOrigin::close);
  }

  /** Responds to each message of a stream with the same message, and to its end with a status. */
  private static void serveCalls(Http2Peer connection, AtomicLong served) {
    Map<Integer, Boolean> hasHead = new HashMap<>();
    while (true) {
      Frame frame = connection.read();
      int stream = frame.stream();
      if (frame.type() == Http2Peer.HEADERS) {
        served.incrementAndGet();
      }
      if (frame.type() == Http2Peer.DATA && frame.payload().length > 0) {
        if (hasHead.put(stream, true) == null) {
          connection.headers(stream, false, ":status", "200", "content-type", "application/grpc");
        }
        connection.windowUpdate(0, frame.payload().length);
        connection.windowUpdate(stream, frame.payload().length);
        connection.data(stream, false, frame.payload());
      }
      if (frame.ends()) {
        hasHead.remove(stream);
        connection.headers(stream, true, "grpc-status", "0");
      }
    }
  }

  private static String weights(List<String> all, int number) {
    return all.get(number % all.size());
  }

  private static String list(String weights, List<Integer> ports, String scheme) {
    List<String> list = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      if (weights.charAt(i) != '-') {
        list.add("{ url: \"%s://127.0.0.1:%d\", weight: %s }"
            .formatted(scheme, ports.get(i), weights.charAt(i)));
      }
    }
    return String.join(", ", list);
  }

  /** Replaces the file in one step. Each tenth configuration has another limit, which needs other connections. */
  private void configure(int number) throws IOException {
    String yaml = """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          app: { servers: [ %1$s ], retry: { attempts: 1 }, clientShare: 100, maxPending: %2$d }
          calls: { servers: [ %3$s ], retry: { attempts: 1 }, clientShare: 100, maxPending: %2$d }
          chat: { servers: [ %4$s ], retry: { attempts: 1 }, clientShare: 100 }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/version" }, respond: { status: 200, body: "%5$d" } }
              - { match: { path: "/calls/*" }, proxy: { upstream: calls } }
              - { match: { path: "/chat" }, proxy: { upstream: chat, webSocket: true } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(
            list(weights(WEIGHTS, number), ports(servers, CountingOrigin::port), "http"),
            4096 + number / 10 % 2,
            list(weights(CALL_WEIGHTS, number), ports(callServers, Http2Origin::port), "h2c"),
            list(weights(CHAT_WEIGHTS, number), ports(chatServers, ScriptedOrigin::port), "http"),
            number);
    Path next = Files.writeString(directory.resolve("gateway.yaml.next"), yaml);
    Files.move(
        next,
        directory.resolve("gateway.yaml"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static <T> List<Integer> ports(List<T> all, ToIntFunction<T> port) {
    return all.stream().mapToInt(port).boxed().toList();
  }

  // Clients.

  private interface Client {
    /** Runs until the test is over, and reports each response. */
    void run(Runnable responded) throws Exception;
  }

  private static final class Load extends Thread {
    private final AtomicLong responses = new AtomicLong();

    Load(String name, Runnable work) {
      super(work, name);
      setDaemon(true);
    }
  }

  private void load(String name, Client client) {
    AtomicReference<Load> self = new AtomicReference<>();
    Load load = new Load(name, () -> {
      try {
        client.run(() -> {
          self.get().responses.incrementAndGet();
          LockSupport.parkNanos(PAUSE_NANOS);
        });
      } catch (Exception | AssertionError failed) {
        failures.add(name + ": " + failed);
      }
    });
    self.set(load);
    loads.add(load);
    load.start();
  }

  private static void expectServed(int status, String body) {
    assertThat(status).as(body).isEqualTo(200);
    assertThat(body).matches("[abcd]");
  }

  private void http1(Runnable responded) {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      while (!isOver) {
        Http1Peer.Response response = client.send(get("/page")).read();
        expectServed(response.status(), response.body());
        responded.run();
      }
    }
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private void http2(Runnable responded) {
    while (!isOver) {
      try (Http2Peer client = Http2Peer.connectTls(gateway.port("tls"))) {
        for (int i = 0; i < REQUESTS_OF_A_CONNECTION && !isOver; i++) {
          int stream = 2 * i + 1;
          StreamResponse response = client.get(stream, "/page").readResponse(stream);
          expectServed(response.status(), response.body());
          responded.run();
        }
      }
    }
  }

  private void http3(Runnable responded) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      while (!isOver) {
        Http3Request request = client.get("/page").await();
        expectServed(request.status(), request.text());
        responded.run();
      }
    }
  }

  private static String[] call(String method) {
    return new String[] {
      ":method",
      "POST",
      ":scheme",
      "https",
      ":authority",
      "localhost",
      ":path",
      "/calls/" + method,
      "content-type",
      "application/grpc",
      "te",
      "trailers"
    };
  }

  private void unaryCalls(Runnable responded) {
    while (!isOver) {
      try (Http2Peer client = Http2Peer.connectTls(gateway.port("tls"))) {
        for (int i = 0; i < REQUESTS_OF_A_CONNECTION && !isOver; i++) {
          int stream = 2 * i + 1;
          client.headers(stream, false, call("Unary"));
          StreamResponse response = client.data(stream, true, MESSAGE).readResponse(stream);
          assertThat(response.head()).endsWith("grpc-status: 0");
          assertThat(response.body()).hasSize(MESSAGE.length);
          responded.run();
        }
      }
    }
  }

  /** One call for the whole test: each message waits for the one before. */
  private void longCall(Runnable responded) {
    try (Http2Peer client = Http2Peer.connectTls(gateway.port("tls"))) {
      client.headers(1, false, call("Chat"));
      while (!isOver) {
        client.data(1, false, MESSAGE);
        int echoed = 0;
        while (echoed < MESSAGE.length) {
          Frame frame = client.readUntil(each -> each.type() == Http2Peer.DATA || isEnd(each));
          assertThat(isEnd(frame)).as(frame.toString()).isFalse();
          echoed += frame.payload().length;
        }
        client.windowUpdate(0, echoed);
        client.windowUpdate(1, echoed);
        responded.run();
      }
      Frame end = client.data(1, true, new byte[0]).readUntil(ReloadUnderLoadIT::isEnd);
      assertThat(end.fields()).isEqualTo("grpc-status: 0");
    }
  }

  private static boolean isEnd(Frame frame) {
    return frame.ends() || frame.type() == Http2Peer.RST_STREAM || frame.type() == Http2Peer.GOAWAY;
  }

  /** The text of each message, or the end as a text. */
  private static final class Messages implements WebSocket.Listener {
    private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder message = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      message.append(text);
      if (last) {
        received.add(message.toString());
        message.setLength(0);
      }
      return WebSocket.Listener.super.onText(socket, text, last);
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
      received.add("closed " + status);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      received.add(error.toString());
    }
  }

  /** Opens WebSockets one after the other. */
  private void webSockets(int messages, Runnable responded) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    URI url = URI.create("ws://localhost:" + gateway.port("plain") + "/chat");
    while (!isOver) {
      Messages echoes = new Messages();
      WebSocket socket =
          client.newWebSocketBuilder().buildAsync(url, echoes).get(20, TimeUnit.SECONDS);
      for (int i = 0; i < messages && !isOver; i++) {
        socket.sendText("message " + i, true).get(20, TimeUnit.SECONDS);
        assertThat(echoes.received.poll(20, TimeUnit.SECONDS)).isEqualTo("message " + i);
        responded.run();
      }
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(20, TimeUnit.SECONDS);
      assertThat(echoes.received.poll(20, TimeUnit.SECONDS)).isEqualTo("closed 1000");
    }
  }

  // The story.

  @Test
  void serversAndWeightsChangeTwoHundredTimesWithoutAFailure() throws Exception {
    load("http/1.1", this::http1);
    load("http/1.1, second client", this::http1);
    load("http/2", this::http2);
    load("http/3", this::http3);
    load("grpc, unary", this::unaryCalls);
    load("grpc, one stream", this::longCall);
    load("websocket", responded -> webSockets(3, responded));
    load("websocket, one", responded -> webSockets(Integer.MAX_VALUE, responded));

    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      for (int i = 1; i <= RELOADS; i++) {
        reload(client, i);
        assertThat(failures).isEmpty();
      }
    }

    isOver = true;
    for (Load load : loads) {
      load.join(Duration.ofSeconds(30).toMillis());
      LoggerFactory.getLogger(ReloadUnderLoadIT.class)
          .warn("{}: {} responses", load.getName(), load.responses);
      assertThat(load.isAlive()).as(load.getName()).isFalse();
      assertThat(load.responses.get()).as(load.getName()).isGreaterThan(RELOADS);
    }
    assertThat(failures).isEmpty();
    assertThat(gateway.err().lines().filter(line -> line.matches(".* (WARN|ERROR) .*|\tat .*")))
        .isEmpty();
  }

  /** Applies a configuration, and waits until each of its servers has got requests. */
  private void reload(Http1Peer client, int number) throws IOException {
    configure(number);
    gateway.hangUp();
    String version = Integer.toString(number);
    Await.until(() -> assertThat(client.send(get("/version")).read().body()).isEqualTo(version));

    String weights = weights(WEIGHTS, number);
    int first = "abcd".indexOf(client.send(get("/page")).read().body());
    assertThat(weights.charAt(first)).as("next request after %s", weights).isBetween('1', '5');
    List<Executable> awaited = new ArrayList<>();
    awaited.addAll(requests(weights, servers, CountingOrigin::served));
    awaited.addAll(requests(weights(CALL_WEIGHTS, number), calls, AtomicLong::get));
    awaited.addAll(
        requests(weights(CHAT_WEIGHTS, number), chatServers, ScriptedOrigin::connections));
    Await.until(() -> {
      assertThat(failures).isEmpty();
      for (Executable each : awaited) {
        each.execute();
      }
    });
  }

  /** Returns for each server with a weight the condition that it has got requests since now. */
  private static <T> List<Executable> requests(
      String weights, List<T> all, ToLongFunction<T> requests) {
    List<Executable> conditions = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      T server = all.get(i);
      long before = requests.applyAsLong(server);
      if (weights.charAt(i) > '0') {
        conditions.add(() -> assertThat(requests.applyAsLong(server)).isGreaterThan(before));
      }
    }
    return conditions;
  }
}
