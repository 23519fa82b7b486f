package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.AltSvcConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.HostPattern;
import io.lychgate.gateway.config.LimitConfig;
import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.config.PathPattern;
import io.lychgate.gateway.config.Protocol;
import io.lychgate.gateway.config.QuicConfig;
import io.lychgate.gateway.config.RouteAction;
import io.lychgate.gateway.config.RouteConfig;
import io.lychgate.gateway.config.ServerConfig;
import io.lychgate.gateway.config.SiteConfig;
import io.lychgate.gateway.config.TimeoutConfig;
import io.lychgate.gateway.config.TlsConfig;
import io.lychgate.gateway.config.UpstreamConfig;
import io.lychgate.gateway.testkit.Aioquic;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.UdpRelay;
import io.netty.handler.codec.http3.Http3Headers;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests in early data (RFC 8470), of aioquic. */
class EarlyDataIT {
  private static final int COPIES = 4;

  @TempDir
  private static Path tools;

  @TempDir
  private Path directory;

  private final ScriptedOrigin origin = ScriptedOrigin.start();
  private TestGateway gateway;
  private UdpRelay relay;

  @BeforeEach
  void start() throws Exception {
    origin.otherwise(visit -> visit.respond(200, "hello"));
    gateway = TestGateway.start(config(true));
    relay = UdpRelay.to(gateway.port("public"));
  }

  @AfterEach
  void stop() {
    relay.close();
    gateway.close();
    origin.close();
  }

  private GatewayConfig config(boolean earlyData) {
    QuicConfig quic = QuicConfig.defaults();
    ListenerConfig listener = new ListenerConfig(
        "public",
        "127.0.0.1",
        0,
        EnumSet.allOf(Protocol.class),
        TlsConfig.of(TestCertificates.write(directory, "site", "localhost")),
        TimeoutConfig.defaults(),
        LimitConfig.defaults(),
        AltSvcConfig.defaults(),
        new QuicConfig(
            quic.congestionControl(),
            quic.initialWindowPackets(),
            quic.hystart(),
            quic.socketBufferBytes(),
            quic.qpack(),
            earlyData));
    UpstreamConfig app = UpstreamConfig.of(
        "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", origin.port())));
    RouteAction proxy = RouteAction.ProxyAction.of("app");
    RouteConfig early =
        new RouteConfig("early", PathPattern.glob("/early"), Set.of(), proxy, true, true);
    RouteConfig late = RouteConfig.of("late", PathPattern.glob("/*"), proxy);
    SiteConfig site = new SiteConfig(List.of(HostPattern.any()), List.of(early, late));
    return GatewayConfig.of(
        List.of(listener), Map.of("app", app), List.of(site), directory.toAbsolutePath());
  }

  private String visit(String method, String path) throws Exception {
    Program.Ended ended = Program.run(
        tools,
        Aioquic.python(tools),
        Aioquic.program("early.py"),
        "https://127.0.0.1:" + gateway.port("public"),
        "https://127.0.0.1:" + relay.port(),
        method,
        path);
    ended.expectGood();
    return ended.said().strip();
  }

  @Test
  void aSafeRequestIsAnsweredBeforeTheHandshakeIsOver() throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted true");
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .containsIgnoringCase("early-data: 1");
  }

  @Test
  void unsafeRequestsWaitForTheHandshake() throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("DELETE", "/early")).isEqualTo("status none\naccepted true");
    assertThat(origin.requestsFor("/early")).isEmpty();
  }

  @Test
  void routesThatDoNotSayOtherwiseWaitForTheHandshake() throws Exception {
    relay.firstFlightOnly();

    assertThat(visit("GET", "/late")).isEqualTo("status none\naccepted true");
    assertThat(origin.requestsFor("/late")).isEmpty();
  }

  @Test
  void whatHasWaitedIsServedAsAnyOther() throws Exception {
    assertThat(visit("DELETE", "/early")).isEqualTo("status 200\naccepted true");
    assertThat(visit("GET", "/late")).isEqualTo("status 200\naccepted true");
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
    assertThat(origin.requestsFor("/late"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
  }

  @Test
  void aCopyOfWhatAClientSentReachesNoUpstream() throws Exception {
    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted true");
    // Until then copies are packets of the connection that they are copies of.
    Await.until(() -> assertThat(gateway.openConnections()).isZero());
    for (int i = 0; i < COPIES; i++) {
      relay.repeat();
    }

    TimeUnit.MILLISECONDS.sleep(500);
    assertThat(origin.requestsFor("/early")).hasSize(1);
    // On the same loop, the next copy is one more packet of the connection that the first began.
    assertThat(connections("late")).isPositive();
    assertThat(connections("taken")).isEqualTo(1);
  }

  @Test
  void anUpstreamMayAskForTheHandshakeFirst() throws Exception {
    origin.on("/early", visit -> visit.respond(425, "later"));

    assertThat(visit("GET", "/early")).isEqualTo("status 425\naccepted true");
  }

  @Test
  void switchedOffThereIsNone() throws Exception {
    gateway.apply(config(false));

    assertThat(visit("GET", "/early")).isEqualTo("status 200\naccepted false");
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
  }

  @Test
  void requestsThatSayThatTheyAreEarlyAreTakenOnlyByRoutesWithEarlyData() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("public"))) {
      assertThat(said(client, "/late").await().status()).isEqualTo(425);
      assertThat(said(client, "/early").await().status()).isEqualTo(200);
    }
    assertThat(origin.requestsFor("/late")).isEmpty();
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .containsIgnoringCase("early-data: 1");
  }

  /** Those with early data. */
  private double connections(String outcome) {
    try (Handshakes meters = new Handshakes(gateway)) {
      return meters.early(outcome);
    }
  }

  private static Http3Request said(Http3Client client, String path) throws Exception {
    Http3Headers head = Http3Request.head("GET", path);
    head.add("early-data", "1");
    Http3Request request = client.open();
    request.headers(head, true);
    return request;
  }
}
