package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Python;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A WebSocket between the JDK's client, over HTTP/1.1, and Hypercorn, a Python server, over HTTP/2 (RFC 8441). Only one: Hypercorn
 * 0.18.0 closes the connection with all of its streams when a client ends a stream that it has ended before (KeyError in its log).
 */
final class WebSocketHypercornIT {
  private static final String HYPERCORN = "hypercorn==0.18.0";
  private static final Path APPLICATION = Path.of("src/test/e2e/websocket").toAbsolutePath();

  @TempDir
  static Path directory;

  private static @Nullable Process server;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws Exception {
    String python = Python.with(HYPERCORN);
    int port = FreePort.find();
    server = new ProcessBuilder(
            python, "-m", "hypercorn", "echo:app", "--bind", "127.0.0.1:" + port)
        .directory(APPLICATION.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("hypercorn.log").toFile())
        .start();
    Await.until(() -> {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(socket.isConnected()).isTrue();
      } catch (IOException e) {
        throw new AssertionError("hypercorn: " + e.getMessage());
      }
    });
    TestCertificates.write(directory, "site", "localhost");
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: plain
            address: 127.0.0.1:0
        upstreams: { app: { servers: [ "h2c://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/*" }, proxy: { upstream: app, webSocket: true } }
        admin: { enabled: false }
        """.formatted(port), Map.of());
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
    if (server != null) {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly();
    }
  }

  /** Completes with the first message, and with the status of the close. */
  private static final class Messages implements WebSocket.Listener {
    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      first.complete(text.toString());
      return WebSocket.Listener.super.onText(socket, text, last);
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
      closed.complete(status);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      first.completeExceptionally(error);
      closed.completeExceptionally(error);
    }
  }

  @Test
  void messagesAndCloseFramesPassBothWays() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    URI page = URI.create("http://localhost:" + gateway.port("plain") + "/page");
    assertThat(client
            .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
            .body())
        .isEqualTo("2");
    Messages messages = new Messages();

    WebSocket socket = client
        .newWebSocketBuilder()
        .buildAsync(URI.create("ws://localhost:" + gateway.port("plain") + "/chat"), messages)
        .get(20, TimeUnit.SECONDS);
    socket.sendText("hello", true).get(20, TimeUnit.SECONDS);

    assertThat(messages.first.get(20, TimeUnit.SECONDS)).isEqualTo("2 hello");
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "done").get(20, TimeUnit.SECONDS);
    assertThat(messages.closed.get(20, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);
  }
}
