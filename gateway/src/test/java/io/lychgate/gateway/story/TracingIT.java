package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.OtlpCollector;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** W3C trace contexts from clients to upstreams, and spans at a collector over HTTP and gRPC. */
final class TracingIT {
  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static OtlpCollector collector;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    AuthenticationIT.writeUsers(directory, "users", "ann");
    Files.writeString(directory.resolve("token"), "s3cret");
    Files.writeString(directory.resolve("hints.yaml"), """
        rules:
          - { match: { path: /page }, assets: [ { url: "/app.css?v=1", as: style } ] }
        """);
    collector = OtlpCollector.start();
    origin = ScriptedOrigin.start()
        .on("/fails", visit -> visit.close())
        .otherwise(visit ->
            visit.respond(200, visit.field("traceparent") + "|" + visit.field("tracestate")));
    gateway = GatewayProcess.start(directory, yaml(collector.url(), "http"), Map.of());
  }

  private static String yaml(String url, String protocol) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            policies: { tracing: { accept: always, sample: 1 }, requestId: {} }
          - name: plain
            address: "127.0.0.1:0"
            trustedProxies: [ 127.0.0.9 ]
            policies: { tracing: { sample: 0 } }
        upstreams:
          app: { servers: [ "http://127.0.0.1:%d" ] }
          dead: { servers: [ "http://127.0.0.1:%d" ], retry: { attempts: 1 } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/login" }, proxy: { upstream: app }, policies: { basic: { users: users } } }
              - { match: { path: "/off" }, proxy: { upstream: app }, policies: { off: [ tracing ] } }
              - { match: { path: "/dead" }, proxy: { upstream: dead } }
              - { id: items, match: { path: "/items/*" }, proxy: { upstream: app }, public: true }
              - { id: pages, match: { path: "/page" }, proxy: { upstream: app }, public: true }
              - { match: { path: "/fails" }, proxy: { upstream: app } }
        push: { manifests: [ hints.yaml ] }
        tracing:
          service: edge
          otlp: { endpoint: "%s", protocol: %s, headers: { X-Token: "file:token" } }
        accessLog: { fields: [ path, trace_id, span_id, request_id ], to: access.log }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port(), FreePort.find(), url, protocol);
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
    collector.close();
  }

  private static String newTrace() {
    return "%016x%016x"
        .formatted(
            ThreadLocalRandom.current().nextLong() | 1,
            ThreadLocalRandom.current().nextLong());
  }

  private static String https(String path) {
    return "https://localhost:" + gateway.port("tls") + path;
  }

  private static Commands.Result curl(String path, String... more) {
    String[] all = new String[more.length + 1];
    System.arraycopy(more, 0, all, 0, more.length);
    all[more.length] = https(path);
    return Commands.curl(all).expectSuccess();
  }

  private static Span span(String trace, Span.SpanKind kind) {
    return collector.spansOf(trace).stream()
        .filter(span -> span.getKind() == kind)
        .findFirst()
        .orElseThrow(() -> new AssertionError(trace + ": no span of kind " + kind));
  }

  private static Span awaitServerSpan(String trace) {
    Await.until(() -> span(trace, Span.SpanKind.SPAN_KIND_SERVER));
    return span(trace, Span.SpanKind.SPAN_KIND_SERVER);
  }

  private static double spans(String outcome) {
    return gateway.metric("lychgate_trace_spans_total", "outcome=\"" + outcome + "\"");
  }

  private static String id(ByteString bytes) {
    return OtlpCollector.hex(bytes.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2"})
  void traceOfTheClientGoesOnToTheUpstreamWithASpanOfItsOwn(String version) {
    String trace = newTrace();

    String seen = curl(
            "/items/7?q=s3cret",
            version,
            "-H",
            "traceparent: 00-" + trace + "-00f067aa0ba902b7-01",
            "-H",
            "tracestate: rojo=1, congo=2",
            "-A",
            "test-agent")
        .out();

    assertThat(seen).matches("00-" + trace + "-[0-9a-f]{16}-01\\|rojo=1,congo=2");
    Span server = awaitServerSpan(trace);
    Span client = span(trace, Span.SpanKind.SPAN_KIND_CLIENT);
    assertThat(id(server.getParentSpanId())).isEqualTo("00f067aa0ba902b7");
    assertThat(client.getParentSpanId()).isEqualTo(server.getSpanId());
    assertThat(seen).contains("-" + id(client.getSpanId()) + "-");
    assertThat(server.getName()).isEqualTo("GET /items/*");
    assertThat(server.getTraceState()).isEqualTo("rojo=1,congo=2");
    assertThat(OtlpCollector.texts(server.getAttributesList()))
        .containsEntry("http.request.method", "GET")
        .containsEntry("http.route", "/items/*")
        .containsEntry("http.response.status_code", "200")
        .containsEntry("url.scheme", "https")
        .containsEntry("url.path", "/items/7")
        .containsEntry("url.query", "q=REDACTED")
        .containsEntry("server.address", "localhost")
        .containsEntry("server.port", Integer.toString(gateway.port("tls")))
        .containsEntry("client.address", "127.0.0.1")
        .containsEntry("network.protocol.version", version.equals("--http2") ? "2" : "1.1")
        .containsEntry("user_agent.original", "test-agent")
        .containsEntry("lychgate.route", "items")
        .containsKey("lychgate.request_id");
    assertThat(server.getEventsList().stream().map(Span.Event::getName))
        .containsExactly("route", "policies", "ahead", "responder", "head");
    assertThat(OtlpCollector.texts(client.getAttributesList()))
        .containsEntry("http.request.method", "GET")
        .containsEntry("url.full", "http://127.0.0.1:" + origin.port() + "/items/7?q=REDACTED")
        .containsEntry("server.address", "127.0.0.1")
        .containsEntry("server.port", Integer.toString(origin.port()))
        .containsEntry("http.response.status_code", "200");
    assertThat(client.getStartTimeUnixNano()).isGreaterThanOrEqualTo(server.getStartTimeUnixNano());
    assertThat(server.getEndTimeUnixNano()).isGreaterThan(server.getStartTimeUnixNano());
    assertThat(collector.resources())
        .allSatisfy(resource -> assertThat(OtlpCollector.texts(resource.getAttributesList()))
            .containsEntry("service.name", "edge"));
    assertThat(collector.heads())
        .allSatisfy(head -> assertThat(head.get("x-token")).isEqualTo("s3cret"));
    assertThat(collector.spans().toString()).doesNotContain("s3cret");
  }

  @Test
  void traceGoesOnFromHttp3() throws Exception {
    String trace = newTrace();
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      var head = Http3Request.head("GET", "/items/3");
      head.add("traceparent", "00-" + trace + "-00f067aa0ba902b7-01");
      Http3Request request = client.open();
      request.headers(head, true);
      assertThat(request.await().text()).startsWith("00-" + trace);
    }

    Span server = awaitServerSpan(trace);
    assertThat(OtlpCollector.texts(server.getAttributesList()))
        .containsEntry("network.protocol.version", "3");
  }

  @Test
  void decisionOnHintsIsInTheSpan() {
    String trace = newTrace();
    curl("/page", "--http2", "-H", "traceparent: 00-" + trace + "-00f067aa0ba902b7-01");

    Map<String, String> attributes =
        OtlpCollector.texts(awaitServerSpan(trace).getAttributesList());
    assertThat(attributes)
        .containsEntry("lychgate.hints", "1")
        .containsEntry("lychgate.decisions", "[hint /app.css?v=REDACTED]");
  }

  @Test
  void traceAndRequestIdsAreInTheLogLine() throws Exception {
    String trace = newTrace();
    String head = curl(
            "/items/log", "-i", "-H", "traceparent: 00-" + trace + "-00f067aa0ba902b7-01")
        .out();

    Span server = awaitServerSpan(trace);
    Await.until(() -> assertThat(Files.readString(directory.resolve("access.log")))
        .contains("\"trace_id\":\"" + trace + "\",\"span_id\":\"" + id(server.getSpanId()) + "\""));
    String requestId = head.lines()
        .filter(line -> line.startsWith("x-request-id"))
        .findFirst()
        .orElseThrow()
        .split(": ", 2)[1];
    assertThat(Files.readAllLines(directory.resolve("access.log")))
        .anySatisfy(line -> assertThat(line).contains(trace).contains(requestId));
  }

  @Test
  void errorsOfRoutesPoliciesAndUpstreamsAreInSpans() {
    String none = newTrace();
    String login = newTrace();
    String dead = newTrace();
    String fails = newTrace();
    curl("/nowhere", "-H", "traceparent: 00-" + none + "-00f067aa0ba902b7-01");
    curl("/login", "-H", "traceparent: 00-" + login + "-00f067aa0ba902b7-01");
    curl("/dead", "-H", "traceparent: 00-" + dead + "-00f067aa0ba902b7-01");
    curl("/fails", "-H", "traceparent: 00-" + fails + "-00f067aa0ba902b7-01");

    Span notFound = awaitServerSpan(none);
    assertThat(notFound.getName()).isEqualTo("GET");
    assertThat(OtlpCollector.texts(notFound.getAttributesList()))
        .containsEntry("http.response.status_code", "404")
        .containsEntry("lychgate.failure", "destination_not_found")
        .doesNotContainKeys("http.route", "error.type");
    assertThat(OtlpCollector.texts(awaitServerSpan(login).getAttributesList()))
        .containsEntry("http.response.status_code", "401");
    assertThat(collector.spansOf(login)).as("the upstream gets no request").hasSize(1);
    assertThat(OtlpCollector.texts(awaitServerSpan(dead).getAttributesList()))
        .containsEntry("error.type", "connection_refused");
    assertThat(OtlpCollector.texts(span(dead, Span.SpanKind.SPAN_KIND_CLIENT).getAttributesList()))
        .containsEntry("error.type", "connection_refused");
    awaitServerSpan(fails);
    List<Span> tries = collector.spansOf(fails).stream()
        .filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT)
        .toList();
    assertThat(tries).as("one span for each try").hasSizeGreaterThan(1);
    assertThat(tries.stream().map(span -> OtlpCollector.texts(span.getAttributesList())))
        .anySatisfy(
            attributes -> assertThat(attributes).containsEntry("http.request.resend_count", "1"));
  }

  @Test
  void processLogNamesTheRequestThatFailed() {
    try (LogLines log = LogLines.of("failures")) {
      Await.until(() -> {
        String head = curl("/dead", "-i").out();
        String id = head.lines()
            .filter(line -> line.startsWith("x-request-id"))
            .findFirst()
            .orElseThrow()
            .split(": ", 2)[1];
        // Another failure of the same kind may have been logged in this second.
        assertThat(log.with("request " + id + " (")).hasSize(1);
      });
    }
  }

  /** Sends a request without TLS, where only a trusted proxy may continue a trace. */
  private static String plain(String from, String path, String... lines) throws IOException {
    try (Http1Peer peer = Http1Peer.on(new Socket(
        InetAddress.getLoopbackAddress(), gateway.port("plain"), InetAddress.getByName(from), 0))) {
      return peer.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
              + String.join("\r\n", lines) + "\r\n\r\n")
          .read()
          .body();
    }
  }

  @Test
  void clientThatIsNotTrustedBeginsANewTraceThatIsNotSampled() throws Exception {
    String trace = newTrace();
    String parent = "traceparent: 00-" + trace + "-00f067aa0ba902b7-01";

    String seen = plain("127.0.0.1", "/items/1", parent, "tracestate: a=1");

    assertThat(seen).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00\\|").doesNotContain(trace);
    assertThat(plain("127.0.0.9", "/items/1", parent, "tracestate: a=1"))
        .matches("00-" + trace + "-[0-9a-f]{16}-01\\|a=1")
        .doesNotContain("00f067aa0ba902b7");
    awaitServerSpan(trace);
  }

  @Test
  void routeWithoutTracingPassesTheFieldsOnUnchanged() throws Exception {
    assertThat(plain("127.0.0.1", "/off", "traceparent: any", "tracestate: thing"))
        .isEqualTo("any|thing");
  }

  @Test
  void malformedAndHugeContextsBeginANewTrace() throws Exception {
    String id = newTrace();
    for (String[] hostile : new String[][] {
      {"traceparent: 00-" + id + "-0000000000000000-01"},
      {"traceparent: ff-" + id + "-00f067aa0ba902b7-01"},
      {"traceparent: 00-" + id + "-00f067aa0ba902b7-01-x"},
      {"traceparent: 00-" + id + "-00f067aa0ba902b7-01", "traceparent: 00-" + id + "-1"},
    }) {
      assertThat(plain("127.0.0.9", "/items/1", hostile))
          .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00\\|")
          .doesNotContain(id);
    }
    String parent = "traceparent: 00-" + id + "-00f067aa0ba902b7-01";
    assertThat(plain("127.0.0.9", "/items/1", parent, "tracestate: a=" + "x".repeat(20_000)))
        .as("the state alone is dropped")
        .matches("00-" + id + "-[0-9a-f]{16}-01\\|");
    assertThat(plain("127.0.0.9", "/items/1", parent, "tracestate: a=" + "x".repeat(100_000)))
        .as("the limit of the listener comes first")
        .doesNotContain(id);
    assertThat(plain("127.0.0.9", "/items/1", parent, "Connection: traceparent, tracestate"))
        .matches("00-" + id + "-[0-9a-f]{16}-01\\|");
  }

  @Test
  void reloadSwitchesTracingOffAndOnAgain() {
    try {
      gateway.apply(yaml(collector.url(), "http").replaceAll("tracing: \\{ [^}]*\\}(, )?", ""));
      assertThat(curl("/items/1", "-H", "traceparent: of-the-client").out())
          .isEqualTo("of-the-client|");
    } finally {
      gateway.apply(yaml(collector.url(), "http"));
    }
    String trace = newTrace();
    curl("/items/1", "-H", "traceparent: 00-" + trace + "-00f067aa0ba902b7-01");
    awaitServerSpan(trace);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void spansGoOverTlsToACollectorWithACertificateOfItsOwn(String protocol) {
    try (OtlpCollector second =
        OtlpCollector.startTls(directory.resolve("site.pem"), directory.resolve("site.key"))) {
      String url = "https://localhost:" + second.port();
      gateway.apply(yaml(url, protocol + ", ca: site.pem"));
      String trace = newTrace();
      curl("/items/tls", "-H", "traceparent: 00-" + trace + "-00f067aa0ba902b7-01");
      Await.until(() -> assertThat(second.spansOf(trace)).hasSize(2));

      gateway.apply(yaml(url, protocol));
      double failed = spans("failed");
      curl("/items/untrusted");
      Await.until(() -> assertThat(spans("failed"))
          .as("a certificate of an unknown authority")
          .isGreaterThanOrEqualTo(failed + 2));
    } finally {
      gateway.apply(yaml(collector.url(), "http"));
    }
  }

  @Test
  void spansGoOverGrpcAfterAReloadAndLossesAreCountedWhileTheCollectorIsDown() throws Exception {
    try (OtlpCollector second = OtlpCollector.start()) {
      gateway.apply(yaml(second.url(), "grpc"));
      double exported = spans("exported");
      String trace = newTrace();
      curl("/items/grpc", "-H", "traceparent: 00-" + trace + "-00f067aa0ba902b7-01");
      Await.until(() -> assertThat(spans("exported")).isGreaterThanOrEqualTo(exported + 2));
      assertThat(second.spansOf(trace)).as("each span once").hasSize(2);
      assertThat(second.protocols())
          .allMatch(each ->
              each.equals("h2c /opentelemetry.proto.collector.trace.v1.TraceService/Export"));
      assertThat(second.heads().get(0).get("x-token")).isEqualTo("s3cret");

      second.failing(true);
      double failed = spans("failed");
      curl("/items/lost");
      Await.until(() -> assertThat(spans("failed")).isGreaterThanOrEqualTo(failed + 2));
      second.failing(false);
      String again = newTrace();
      curl("/items/again", "-H", "traceparent: 00-" + again + "-00f067aa0ba902b7-01");
      Await.until(() -> assertThat(second.spansOf(again)).hasSize(2));
    } finally {
      gateway.apply(yaml(collector.url(), "http"));
    }
  }
}
