package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.Visitor;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** WebSockets of HTTP/1.1 clients with Upgrade (RFC 6455), and of a browser, which uses HTTP/2 if possible (RFC 8441). */
@EachJdk
final class WebSocketIT {
  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

  /** A Close frame with the status 1009. */
  private static final byte[] TOO_BIG = {(byte) 0x88, 2, 3, (byte) 0xf1};

  /** In seconds. */
  private static final long PATIENCE = 30;

  /** The visitor stays until the page has reported. */
  private static final String PAGE = """
      <script>
        const socket = new WebSocket(`wss://${location.host}/chat`);
        socket.binaryType = 'arraybuffer';
        let texts = '', bytes = 0;
        socket.onopen = () => { socket.send('one'); socket.send(new Uint8Array(300000)); };
        socket.onmessage = ({ data }) => {
          if (typeof data === 'string') texts += data; else bytes += data.byteLength;
          if (bytes === 300000) socket.close(1000);
        };
        window.stay = new Promise((left) => {
          socket.onclose = ({ code }) => fetch(`/report/${texts}/${bytes}/${code}`).finally(left);
        });
      </script>
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .routes(
          "- { match: { path: \"/chat\" }, proxy: { upstream: app, webSocket: true } }",
          "- { match: { path: \"/too-big\" }, proxy: { upstream: app, webSocket: true } }",
          "- { match: { path: \"/slow-chat\" }, proxy: { upstream: app, webSocket: true } }");

  @RegisterExtension
  static final GatewayExtension IMPATIENT = new GatewayExtension()
      .timeouts("tunnelIdle: 1s")
      .routes("- { match: { path: \"/chat\" }, proxy: { upstream: app, webSocket: true } }");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().on("/page", visit -> visit.respond(200, PAGE, "Content-Type: text/html"));
    GATEWAY.origin().on("/chat", WebSocketOrigin::echoFrames);
    GATEWAY.origin().on("/too-big", WebSocketIT::rejectWithUnreadInput);
    IMPATIENT.origin().on("/chat", WebSocketOrigin::echoFrames);
  }

  /** Sends a Close frame and closes. Unread input makes the kernel send a RST behind the frame. */
  private static void rejectWithUnreadInput(OriginVisit visit) throws IOException {
    WebSocketOrigin.accept(visit);
    visit.in().readNBytes(1024 * 1024);
    visit.send(TOO_BIG, TOO_BIG.length);
    visit.close();
  }

  private static String upgrade(String path, String... fields) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\n"
        + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n"
        + String.join("", fields) + "\r\n";
  }

  @Test
  void javaClientReachesTheOrigin() throws Exception {
    HttpClient client =
        HttpClient.newBuilder().sslContext(TestCertificates.trustingAll()).build();
    Recorder recorder = new Recorder();

    WebSocket socket = client
        .newWebSocketBuilder()
        .subprotocols("chat")
        .buildAsync(URI.create(GATEWAY.https("/chat").replace("https:", "wss:")), recorder)
        .get(PATIENCE, TimeUnit.SECONDS);
    socket.sendText("one", true).get(PATIENCE, TimeUnit.SECONDS);
    socket.sendBinary(ByteBuffer.allocate(300_000), true).get(PATIENCE, TimeUnit.SECONDS);
    Await.until(() -> assertThat(recorder.bytes).hasValue(300_000));
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "done").get(PATIENCE, TimeUnit.SECONDS);

    assertThat(recorder.closed.get(PATIENCE, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);
    assertThat(recorder.texts).containsExactly("one");
    assertThat(GATEWAY.origin().requestsFor("/chat"))
        .anySatisfy(head -> assertThat(head.lines())
            .contains("upgrade: websocket", "connection: upgrade", "sec-websocket-protocol: chat")
            .anyMatch(line -> line.startsWith("via: 1.1 lychgate")));
  }

  private static final class Recorder implements WebSocket.Listener {
    private final List<String> texts = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final AtomicInteger bytes = new AtomicInteger();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      texts.add(data.toString());
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      bytes.addAndGet(data.remaining());
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      closed.complete(code);
      return null;
    }
  }

  @Test
  void browserUsesItsHttp2Connection() {
    var unused = Visitor.visits(Visitor.chromium(), GATEWAY, "/page");

    Await.until(() -> assertThat(GATEWAY.origin().requests())
        .anyMatch(head -> head.startsWith("GET /report/one/300000/1000 ")));
    assertThat(GATEWAY.origin().requestsFor("/chat"))
        .anySatisfy(head -> assertThat(head)
            .contains("via: 2 lychgate")
            .containsPattern("sec-websocket-key: [A-Za-z0-9+/]{22}=="));
  }

  @Test
  void clientGetsTheAcceptValueOfItsOwnKey() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Http1Peer.Response response = client.send(upgrade("/chat")).read();

      assertThat(response.status()).isEqualTo(101);
      assertThat(response.head().toLowerCase(Locale.ROOT).lines())
          .contains("upgrade: websocket", "connection: upgrade");
      assertThat(response.head()).contains(WebSocketOrigin.acceptOf(KEY));
    }
  }

  @Test
  void bytesSentBeforeTheEndOfTheClientReachTheOrigin() throws Exception {
    CompletableFuture<Integer> recorder = new CompletableFuture<>();
    GATEWAY.origin().on("/slow-chat", visit -> {
      WebSocketOrigin.accept(visit);
      recorder.complete(visit.in().readAllBytes().length);
    });
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(upgrade("/slow-chat")).read().status()).isEqualTo(101);
      client.send(new byte[400_000]);
    }
    Await.until(() -> assertThat(recorder).isCompletedWithValue(400_000));
  }

  @Test
  void closeFrameOfAServerThatResetsReachesAClientThatIsSending() throws Exception {
    for (int i = 0; i < 20; i++) {
      Thread flood;
      try (Http1Peer client = GATEWAY.connectHttp1()) {
        client.send(upgrade("/too-big"));
        assertThat(client.read(true).status()).isEqualTo(101);
        flood = new Thread(() -> sendUntilClosed(client), "flood");
        flood.start();

        assertThat(client.socket().getInputStream().readNBytes(TOO_BIG.length)).isEqualTo(TOO_BIG);
      }
      flood.join();
    }
  }

  private static void sendUntilClosed(Http1Peer client) {
    try {
      while (true) {
        client.send(new byte[64 * 1024]);
      }
    } catch (UncheckedIOException closed) {
      // The connection is over.
    }
  }

  @Test
  void idleTunnelIsClosed() {
    try (Http1Peer client = IMPATIENT.connectHttp1()) {
      assertThat(client.send(upgrade("/chat")).read().status()).isEqualTo(101);

      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void upgradeIsIgnoredUnlessTheRouteAllowsIt() {
    GATEWAY.origin().on("/plain", visit -> visit.respond(200, "page"));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Http1Peer.Response response = client.send(upgrade("/plain")).read();

      assertThat(response.body()).isEqualTo("page");
      assertThat(GATEWAY.origin().requestsFor("/plain").get(0))
          .doesNotContainIgnoringCase("upgrade:");
      assertThat(client.send(upgrade("/plain")).read().status()).isEqualTo(200);
    }
  }

  @Test
  void otherUpgradesAreIgnored() {
    GATEWAY.origin().on("/chat", visit -> visit.respond(200, "page"));
    try {
      for (String request : new String[] {
        upgrade("/chat").replace("Upgrade: websocket", "Upgrade: h2c"),
        upgrade("/chat").replace("keep-alive, Upgrade", "keep-alive"),
        upgrade("/chat").replace("Sec-WebSocket-Key", "X-Key"),
        upgrade("/chat").replace("HTTP/1.1", "HTTP/1.0"),
      }) {
        try (Http1Peer client = GATEWAY.connectHttp1()) {
          assertThat(client.send(request).read().body()).as(request).isEqualTo("page");
        }
      }
      assertThat(GATEWAY.origin().requestsFor("/chat"))
          .filteredOn(head -> !head.contains("upgrade: websocket"))
          .hasSize(4)
          .noneMatch(head -> head.contains("upgrade:"));
    } finally {
      GATEWAY.origin().on("/chat", WebSocketOrigin::echoFrames);
    }
  }

  @Test
  void bytesBeforeTheSwitchCloseTheConnectionAndDoNotReachTheOrigin() {
    CompletableFuture<Integer> next = new CompletableFuture<>();
    GATEWAY.origin().on("/slow-chat", visit -> {
      WebSocketOrigin.accept(visit);
      next.complete(visit.in().read());
    });
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      // In one segment: the gateway has them before the origin gets the request.
      client.send(upgrade("/slow-chat") + "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.isEnded()).isTrue();
      Await.until(() -> assertThat(next).isCompletedWithValue(-1));
      assertThat(GATEWAY.origin().requestsFor("/smuggled")).isEmpty();
    }
  }

  @Test
  void otherStatusOfTheOriginIsForwarded() {
    GATEWAY.origin().on("/slow-chat", visit -> visit.respond(403, "no", "Connection: close"));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Http1Peer.Response response = client.send(upgrade("/slow-chat")).read();

      assertThat(response.status()).isEqualTo(403);
      assertThat(response.body()).isEqualTo("no");
    }
  }

  @Test
  void switchWithoutAnAcceptValueIsRejected() {
    GATEWAY.origin().on("/slow-chat", visit -> WebSocketOrigin.accept(visit, "bm90IGl0"));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(upgrade("/slow-chat")).read().status()).isEqualTo(502);
    }
  }
}
