package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.SilentServer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Responses to clients when the origin fails, and retries of the gateway. */
final class UpstreamFailureIT {
  private static final SilentServer SILENT = SilentServer.start();

  /** An upstream of its own, because the failures of the other tests use up the retries of theirs. */
  private static final ScriptedOrigin FORGETFUL = ScriptedOrigin.start();

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstream(
          "responseHeadTimeout: 1s",
          "responseBodyIdleTimeout: 1s",
          "maxResponseHeaderSize: 4KiB",
          "keepAliveIdle: 60s")
      .upstreams(
          // No server listens on the discard port.
          "refused: { servers: [ 'http://127.0.0.1:9' ] }",
          "silent: { servers: [ 'http://127.0.0.1:" + SILENT.port()
              + "' ], connectTimeout: 300ms }",
          "forgetful: { servers: [ 'http://127.0.0.1:" + FORGETFUL.port() + "' ] }")
      .routes(
          "- { match: { path: '/refused' }, proxy: { upstream: refused } }",
          "- { match: { path: '/silent' }, proxy: { upstream: silent } }",
          "- { match: { path: '/drops-second' }, proxy: { upstream: forgetful } }");

  @AfterAll
  static void closeServers() {
    SILENT.close();
    FORGETFUL.close();
  }

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/ok", visit -> visit.respond(200, "ok"))
        .on("/hang", visit -> visit.hang())
        .on("/closes", visit -> visit.close())
        .on("/nonsense", visit -> visit.send("I am no HTTP server\r\n\r\n"))
        .on(
            "/two-lengths",
            visit ->
                visit.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"))
        .on(
            "/large-head",
            visit -> visit.send(
                "HTTP/1.1 200 OK\r\nX: " + "a".repeat(8000) + "\r\nContent-Length: 0\r\n\r\n"))
        .on("/switch", visit -> visit.send("HTTP/1.1 101 Switching Protocols\r\n\r\n"))
        .on("/cut", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
          visit.close();
        })
        .on("/cut-chunk", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n");
          visit.close();
        })
        .on("/stalls", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
          visit.hang();
        });
  }

  record Failure(String path, int status, String token) {}

  static Stream<Failure> failures() {
    return Stream.of(
        new Failure("/refused", 502, "connection_refused"),
        new Failure("/silent", 504, "connection_timeout"),
        new Failure("/hang", 504, "http_response_timeout"),
        new Failure("/closes", 502, "connection_terminated"),
        new Failure("/nonsense", 502, "http_protocol_error"),
        new Failure("/two-lengths", 502, "http_protocol_error"),
        new Failure("/switch", 502, "http_protocol_error"),
        new Failure("/large-head", 502, "http_response_header_section_size"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void reportsTheFailureOverHttp1AndHttp2(Failure failure) {
    String proxyStatus = "proxy-status: lychgate; error=" + failure.token();
    try (Http1Peer http1 = GATEWAY.connectHttp1();
        Http2Peer http2 = GATEWAY.connectHttp2()) {
      Response one = http1.send(get(failure.path())).read();
      Http2Peer.StreamResponse two = http2.get(1, failure.path()).readResponse(1);

      assertThat(one.status()).isEqualTo(failure.status());
      assertThat(one.has(proxyStatus)).isTrue();
      assertThat(one.body()).contains(failure.token()).doesNotContain("127.0.0.1");
      assertThat(two.status()).isEqualTo(failure.status());
      assertThat(two.head()).contains(proxyStatus);
      // The connections of the client stay usable.
      assertThat(http1.send(get("/ok")).read().body()).isEqualTo("ok");
      assertThat(http2.get(3, "/ok").readResponse(3).body()).isEqualTo("ok");
    }
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  @ParameterizedTest
  @MethodSource("cutBodies")
  void truncatedBodyNeverLooksComplete(String path) {
    try (Http2Peer http2 = GATEWAY.connectHttp2()) {
      Commands.Result one = Commands.curl("--http1.1", GATEWAY.http(path));
      Http2Peer.StreamResponse two = http2.get(1, path).readResponse(1);

      assertThat(one.exitCode()).isNotZero();
      assertThat(two.ended()).isFalse();
      assertThat(two.resetCode()).isPositive();
      assertThat(http2.get(3, "/ok").readResponse(3).body()).isEqualTo("ok");
    }
  }

  static Stream<String> cutBodies() {
    return Stream.of("/cut", "/cut-chunk", "/stalls");
  }

  @Test
  void retriesAfterTheOriginClosedAnIdleConnection() {
    AtomicInteger calls = new AtomicInteger();
    FORGETFUL.on("/drops-second", visit -> {
      if (calls.incrementAndGet() == 2) {
        // The idle timeout of the server expires just as the request arrives.
        visit.close();
      } else {
        visit.respond(200, "answer " + calls);
      }
    });
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(get("/drops-second")).read().body()).isEqualTo("answer 1");

      Response response = client.send(get("/drops-second")).read();

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("answer 3");
    }
  }

  @Test
  void neverSendsAPostTwice() {
    ScriptedOrigin origin = GATEWAY.origin();
    AtomicInteger calls = new AtomicInteger();
    origin.on("/drops-posts", visit -> {
      calls.incrementAndGet();
      visit.close();
    });
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(get("/ok")).read().body()).isEqualTo("ok");

      Response response = client
          .send("POST /drops-posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na")
          .read();

      assertThat(response.status()).isEqualTo(502);
      assertThat(calls).hasValue(1);
    }
  }
}
