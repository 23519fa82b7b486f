package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.respond.FixedResponse;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.LeavingClient;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.SentBytes;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A step of a route that gives its verdict later. */
final class LateStepIT {
  private static final byte[] BODY = new byte[3 << 20];

  static {
    new Random(1).nextBytes(BODY);
  }

  @TempDir
  Path directory;

  private final Late step = new Late();
  private final ScriptedOrigin origin = ScriptedOrigin.start()
      .on("/late/upload", visit -> visit.respond(200, hashOf(visit.body())))
      .on("/now", visit -> visit.respond(200, hashOf(visit.body())));
  private TestGateway gateway;

  @BeforeEach
  void start() throws IOException {
    UpstreamConfig app = UpstreamConfig.of(
        "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", origin.port())));
    RouteAction proxy = RouteAction.ProxyAction.of("app");
    SiteConfig site = new SiteConfig(
        List.of(HostPattern.any()),
        List.of(
            RouteConfig.of("late", PathPattern.glob("/late/*"), proxy),
            RouteConfig.of("now", PathPattern.glob("/now"), proxy)));
    TlsConfig tls = TlsConfig.of(CertificateFiles.write(directory, "site"));
    gateway = TestGateway.start(
        GatewayConfig.of(
            List.of(
                ListenerConfig.of("tls", "127.0.0.1", 0, tls),
                ListenerConfig.of("plain", "127.0.0.1", 0, null)),
            Map.of("app", app),
            List.of(site),
            directory.toAbsolutePath()),
        this::withStep);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private Route withStep(Route route) {
    return route.id().equals("late")
        ? new Route(
            route.number(),
            route.siteNumber(),
            route.config(),
            route.altSvc(),
            new PolicyChain(
                route.chain().policies(),
                List.of(step, (context, continuation) -> continuation.then(Verdict.CONTINUE)),
                route.chain().filters(),
                route.chain().responder()))
        : route;
  }

  private static String hashOf(byte[] bytes) {
    return HexFormat.of().toHexDigits(Arrays.hashCode(bytes)) + " " + bytes.length;
  }

  /** Waits for the test to decide. */
  private static final class Late implements RequestStep {
    private final Queue<Pending> pending = new ConcurrentLinkedQueue<>();
    private final AtomicInteger stopped = new AtomicInteger();

    private record Pending(RequestContext context, Continuation continuation) {
      void then(Verdict verdict) {
        context.loop().execute(() -> continuation.then(verdict));
      }
    }

    @Override
    public void decide(RequestContext context, Continuation continuation) {
      continuation.onCancel(stopped::incrementAndGet);
      pending.add(new Pending(context, continuation));
    }

    Pending await() {
      Await.until(() -> assertThat(pending).isNotEmpty());
      return pending.remove();
    }
  }

  /** A client with one connection. */
  enum Client {
    HTTP_1_1,
    HTTP_2,
    HTTP_3
  }

  private record Reply(int status, String text) {}

  /** Uploads over one connection, several at a time where the protocol allows it. */
  private final class Uploader implements AutoCloseable {
    private final Http3Client http3;
    private final HttpClient http;

    Uploader(Client client) throws Exception {
      http3 = client == Client.HTTP_3 ? Http3Client.connect(gateway.port("tls")) : null;
      http = HttpClient.newBuilder()
          .version(
              client == Client.HTTP_2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
          .sslContext(TestCertificates.trustingAll())
          .build();
    }

    CompletableFuture<Reply> post(String path) throws Exception {
      if (http3 == null) {
        HttpRequest request = HttpRequest.newBuilder(
                URI.create("https://localhost:" + gateway.port("tls") + path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(BODY))
            .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
            .thenApply(response -> new Reply(response.statusCode(), response.body()));
      }
      Http3Request request = http3.open();
      request.headers(Http3Request.head("POST", path), false);
      request.data(BODY, true);
      // The common pool may have a single thread, which the first upload would occupy.
      return CompletableFuture.supplyAsync(
          () -> {
            request.await();
            return new Reply(request.status(), request.text());
          },
          task -> new Thread(task).start());
    }

    @Override
    public void close() {
      if (http3 != null) {
        http3.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void bodyThatWaitsArrivesWhole(Client client) throws Exception {
    try (Uploader uploader = new Uploader(client)) {
      CompletableFuture<Reply> reply = uploader.post("/late/upload");
      Late.Pending pending = step.await();
      try (Uploader other = new Uploader(client)) {
        assertThat(other.post("/now").get().status()).isEqualTo(200);
      }
      assertThat(reply).isNotDone();
      assertThat(origin.requestsFor("/late/upload")).isEmpty();

      pending.then(Verdict.CONTINUE);

      assertThat(reply.get()).isEqualTo(new Reply(200, hashOf(BODY)));
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void bodyThatWaitsDoesNotStallOthers(Client client) throws Exception {
    try (Uploader uploader = new Uploader(client)) {
      CompletableFuture<Reply> late = uploader.post("/late/upload");
      Late.Pending pending = step.await();

      assertThat(uploader.post("/now").get()).isEqualTo(new Reply(200, hashOf(BODY)));
      assertThat(late).isNotDone();
      pending.then(Verdict.CONTINUE);

      assertThat(late.get()).isEqualTo(new Reply(200, hashOf(BODY)));
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void lateRefusalIsSentAndTheConnectionServesTheNextRequest(Client client) throws Exception {
    try (Uploader uploader = new Uploader(client)) {
      CompletableFuture<Reply> failed = uploader.post("/late/upload");
      step.await()
          .then(new Verdict.Fail(
              new ExchangeFailure(ExchangeFailure.Kind.TOO_EARLY, "test: refused")));
      assertThat(failed.get().status()).isEqualTo(425);

      CompletableFuture<Reply> replaced = uploader.post("/late/upload");
      step.await()
          .then(new Verdict.Respond(
              new FixedResponse(new RouteAction.FixedAction(403, Map.of(), "no"))));
      assertThat(replaced.get()).isEqualTo(new Reply(403, "no"));

      assertThat(uploader.post("/now").get()).isEqualTo(new Reply(200, hashOf(BODY)));
      assertThat(origin.requestsFor("/late/upload")).isEmpty();
    }
  }

  /** One read takes the body above the 128 KiB that the gateway reads ahead. The connection must read on afterwards. */
  @Test
  void refusalOfAWholeBodyLeavesTheConnectionUsable() throws Exception {
    int ahead = 130_000;
    for (int size : new int[] {ahead, ahead + 4_000}) {
      try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
        peer.send("POST /late/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + size
            + "\r\n\r\n");
        peer.send(new byte[ahead]);
        Late.Pending pending = step.await();
        SentBytes.awaitTaken(peer.socket());
        peer.send(new byte[size - ahead]);
        SentBytes.awaitTaken(peer.socket());
        pending.then(
            new Verdict.Fail(new ExchangeFailure(ExchangeFailure.Kind.TOO_EARLY, "test: refused")));
        Http1Peer.Response refusal = peer.read();
        assertThat(refusal.status()).isEqualTo(425);
        assertThat(refusal.head()).doesNotContainIgnoringCase("connection: close");

        peer.send("POST /now HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");

        assertThat(peer.read().status()).isEqualTo(200);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(LeavingClient.class)
  void stepIsCancelledWhenTheClientLeaves(LeavingClient client) throws Exception {
    try (LeavingClient.Request request = client.connect(gateway.port(client.listener()))) {
      request.post("/late/upload", 1000, "half".getBytes(StandardCharsets.US_ASCII));
      Late.Pending pending = step.await();
      assertThat(step.stopped).hasValue(0);

      request.cancel();

      Await.until(() -> assertThat(step.stopped).hasValue(1));
      // This verdict comes too late and has no effect.
      pending.then(Verdict.CONTINUE);
    }
    Await.until(() -> assertThat(gateway.openConnections()).isZero());
    assertThat(origin.requests()).isEmpty();
  }
}
