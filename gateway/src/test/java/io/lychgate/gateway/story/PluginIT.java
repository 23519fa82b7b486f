package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TestJar;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Plug-ins of jars decide, change responses and choose servers; those that fail, fail their route. */
@EachJdk
final class PluginIT {
  private static final String SECRET = "a secret of the story";
  private static final int LARGE = 40 << 20;

  /** Releases the origin's response for the reload in mid-flight. */
  private static final CountDownLatch MAY_RESPOND = new CountDownLatch(1);

  private static final AtomicLong LARGE_SENT = new AtomicLong();

  @TempDir
  static Path directory;

  private static final ScriptedOrigin APP = ScriptedOrigin.start().otherwise(PluginIT::respond);
  private static final ScriptedOrigin SECOND =
      ScriptedOrigin.start().otherwise(visit -> visit.respond(200, "second"));
  private static GatewayProcess gateway;

  private static void respond(OriginVisit visit) throws IOException, InterruptedException {
    switch (visit.path()) {
      case "/text" ->
        visit.respond(
            200,
            "at inner.local and inner.local!" + visit.field("accept-encoding")
                + visit.field("range"),
            "Content-Type: text/plain",
            "ETag: \"v1\"",
            "Accept-Ranges: bytes",
            "Content-MD5: AAAAAAAAAAAAAAAAAAAAAA==");
      case "/chunks" -> {
        visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n");
        visit.send("Content-Type: text/plain\r\nTrailer: x-sum\r\n\r\n");
        for (String piece : new String[] {"at inner.", "local, inner.loc", "al."}) {
          visit.send(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
        }
        visit.send("0\r\nx-sum: 7\r\n\r\n");
      }
      case "/large", "/large/late" -> {
        visit.send(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " + LARGE + "\r\n\r\n");
        byte[] piece = new byte[64 * 1024];
        for (int sent = 0; sent < LARGE; sent += piece.length) {
          visit.send(piece, piece.length);
          LARGE_SENT.addAndGet(piece.length);
        }
      }
      case "/held" -> {
        Await.latch(MAY_RESPOND);
        visit.respond(200, "held");
      }
      default -> visit.respond(200, visit.head() + visit.body().length, "Content-Type: text/plain");
    }
  }

  private static void writeJars(Path plugins) {
    TestJar.copy(
        TestJar.placeOf(io.lychgate.example.SignedLinks.class), plugins.resolve("example.jar"));
    steps().write(plugins.resolve("steps.jar"));
    filters().write(plugins.resolve("filters.jar"));
    library("one").write(plugins.resolve("library-1.jar"));
    library("two").write(plugins.resolve("library-2.jar"));
    reloaded("1").write(plugins.resolve("reloaded.jar"));
  }

  /** Two jars with different classes of the same name. */
  private static TestJar library(String number) {
    return TestJar.create()
        .source("lib.Library", """
            package lib;
            public class Library { public static String %s() { return "%s"; } }
            """.formatted(number, number))
        .step("acme.Uses", "library-" + number, """
            return CompletableFuture.completedStage(
                PluginVerdict.respond(200, "text/plain", lib.Library.%s()));""".formatted(number));
  }

  private static TestJar reloaded(String version) {
    return TestJar.create().version(version).plugin("acme.Reloaded", """
        implements FilterPlugin {
          public String name() { return "reloaded"; }
          public PluginFilter create(PluginContext context) {
            return new PluginFilter() {
              public BodyTransform filter(PluginRequest request, PluginResponse response) {
                response.set("X-Version", Late.text());
                return null;
              }
              public void close() { System.setProperty("story-closed-%s", "yes"); }
            };
          }
          /** Loaded with the first response, so after the jar was overwritten. */
          static final class Late { static String text() { return "%s"; } }
        }""".formatted(
            version, version));
  }

  private static TestJar steps() {
    String later = "return CompletableFuture.supplyAsync(() -> %s, context.executor());";
    return TestJar.create()
        .version("7")
        .step("acme.Tags", "tags", later.formatted("""
            PluginVerdict.proceed()
              .set("X-Tag", config.text("tag") + " " + request.method() + " " + request.path() + " "
                + request.query() + " " + request.protocol() + " " + request.clientAddress() + " "
                + (request.sender() == null ? "none" : request.sender().name()))
              .remove("X-Gone")
              .from(PluginSender.of("ann", "tags", Map.of()))"""))
        .plugin("acme.Open", """
            implements StepPlugin {
              public String name() { return "open"; }
              public boolean keepsPublic() { return true; }
              public PluginStep create(PluginContext context) {
                return request -> CompletableFuture.completedStage(PluginVerdict.proceed());
              }
            }""")
        .step("acme.Refuses", "refuses", """
            return CompletableFuture.completedStage(
                PluginVerdict.refuse(PluginVerdict.Refusal.UNAUTHORIZED, "no ticket"));""")
        .step("acme.Responds", "responds", later.formatted("""
            new PluginVerdict.Respond(418, List.of(new PluginField("X-Pot", "tea")),
              ByteBuffer.wrap("short".getBytes()))"""))
        .plugin("acme.Fails", """
            implements StepPlugin {
              public String name() { return "fails"; }
              public PluginStep create(PluginContext context) {
                return request -> {
                  switch (request.path()) {
                    case "/fails/exception": throw new IllegalStateException("first\\nsecond");
                    case "/fails/overflow": return overflow();
                    case "/fails/linkage": throw new NoClassDefFoundError("acme/Absent");
                    case "/fails/memory": throw new OutOfMemoryError("as if");
                    case "/fails/null": return null;
                    case "/fails/null-verdict": return CompletableFuture.completedStage(null);
                    case "/fails/stage":
                      return CompletableFuture.failedStage(new java.io.IOException("away"));
                    case "/fails/late": return new CompletableFuture<>();
                    case "/fails/line":
                      return done(PluginVerdict.proceed().set("X-A", "1\\r\\nX-B: 2"));
                    case "/fails/name": return done(PluginVerdict.proceed().set("X A", "1"));
                    case "/fails/frame":
                      return done(PluginVerdict.proceed().set("Transfer-Encoding", "chunked"));
                    case "/fails/status":
                      return done(PluginVerdict.respond(101, "text/plain", ""));
                    case "/fails/body":
                      return done(new PluginVerdict.Respond(
                          200, List.of(), ByteBuffer.allocate((1 << 20) + 1)));
                    case "/fails/slow":
                      try { Thread.sleep(120); } catch (InterruptedException e) { }
                      return done(PluginVerdict.proceed());
                    default: return done(PluginVerdict.proceed());
                  }
                };
              }
              private CompletionStage<PluginVerdict> overflow() { return overflow(); }
              private static CompletionStage<PluginVerdict> done(PluginVerdict verdict) {
                return CompletableFuture.completedStage(verdict);
              }
            }""")
        .plugin("acme.Chooses", """
            implements SelectionPlugin {
              public String name() { return "chooses"; }
              public PluginSelection create(PluginContext context) {
                return (request, client, servers) -> {
                  String wanted = request.field("x-server");
                  if ("throw".equals(wanted)) { throw new IllegalArgumentException("bad"); }
                  return wanted == null ? ANY : Integer.parseInt(wanted);
                };
              }
              private static final int ANY = PluginSelection.ANY;
            }""");
  }

  private static TestJar filters() {
    return TestJar.create().plugin("acme.Filters", """
        implements FilterPlugin {
          public String name() { return "filters"; }
          public PluginFilter create(PluginContext context) {
            return (request, response) -> {
              response.add("X-Status", String.valueOf(response.status()));
              switch (request.path()) {
                case "/filter/throws": throw new IllegalStateException("head");
                case "/filter/line": response.set("X-A", "1\\r\\nX-B: 2"); return null;
                case "/filter/late-head": response.set("Content-Length", "1"); return null;
                case "/filter/null": return new T((piece, last) -> null);
                case "/filter/never": return new T((piece, last) -> new CompletableFuture<>());
                case "/filter/large":
                  return new T((piece, last) -> done(ByteBuffer.allocate((1 << 20) + 1)));
                case "/large/late":
                  return new T((piece, last) ->
                      CompletableFuture.supplyAsync(() -> piece, context.executor()));
                default: return new T((piece, last) -> done(piece));
              }
            };
          }
          private static CompletionStage<ByteBuffer> done(ByteBuffer bytes) {
            return CompletableFuture.completedStage(bytes);
          }
          interface F { CompletionStage<ByteBuffer> go(ByteBuffer piece, boolean last); }
          static final class T implements BodyTransform {
            private final F f;
            T(F f) { this.f = f; }
            public CompletionStage<ByteBuffer> transform(ByteBuffer piece, boolean last) {
              return f.go(piece, last);
            }
          }
        }""");
  }

  private static String yaml() {
    return """
        plugins: { folder: plugins }
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          app: { servers: [ "http://127.0.0.1:%1$d" ] }
          chosen:
            servers: [ "http://127.0.0.1:%1$d", "http://127.0.0.1:%2$d" ]
            balance: { policy: plugin, plugin: { name: chooses } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { id: text, match: { path: "/text" }, proxy: { upstream: app }, policies: { compress: {}, plugins: [ { name: replaced-text, config: { find: inner.local, replace: www } } ] } }
              - { id: chunks, match: { path: "/chunks" }, proxy: { upstream: app }, policies: { plugins: [ { name: replaced-text, config: { find: inner.local, replace: www } } ] } }
              - { id: signed, match: { path: "/signed" }, proxy: { upstream: app }, policies: { plugins: [ { name: signed-links, config: { secret: "%3$s" } } ] } }
              - { id: tagged, match: { path: "/tagged" }, proxy: { upstream: app }, policies: { plugins: [ { name: tags, config: { tag: story } } ] } }
              - { id: refused, match: { path: "/refused" }, proxy: { upstream: app }, policies: { plugins: [ { name: refuses } ] } }
              - { id: ordered, match: { path: "/ordered" }, proxy: { upstream: app }, policies: { access: { deny: [ "127.0.0.1" ] }, plugins: [ { name: fails } ] } }
              - { id: limited, match: { path: "/limited" }, proxy: { upstream: app }, policies: { rateLimits: [ { name: one, rate: 1/h } ], plugins: [ { name: tags, config: { tag: story } } ] } }
              - { id: responded, match: { path: "/responded" }, proxy: { upstream: app }, policies: { plugins: [ { name: responds } ] } }
              - { id: fails, match: { path: "/fails/*" }, proxy: { upstream: app }, policies: { plugins: [ { name: fails, timeout: 300ms } ] } }
              - { id: filter, match: { path: "/filter/*" }, proxy: { upstream: app }, policies: { plugins: [ { name: filters, timeout: 300ms } ] } }
              - { id: large, match: { path: "/large" }, proxy: { upstream: app }, policies: { plugins: [ { name: filters } ] } }
              - { id: large-late, match: { path: "/large/late" }, proxy: { upstream: app }, policies: { plugins: [ { name: filters } ] } }
              - { id: chosen, match: { path: "/chosen" }, proxy: { upstream: chosen } }
              - { id: one, match: { path: "/library/one" }, respond: { status: 200 }, policies: { plugins: [ { name: library-one } ] } }
              - { id: two, match: { path: "/library/two" }, respond: { status: 200 }, policies: { plugins: [ { name: library-two } ] } }
              - { id: held, match: { path: "/held" }, proxy: { upstream: app }, policies: { plugins: [ { name: reloaded } ] } }
              - { id: open, match: { path: "/open" }, proxy: { upstream: app }, policies: { plugins: [ { name: open }, { name: filters } ] } }
              - { id: all, match: { path: "/*" }, proxy: { upstream: app } }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.formatted(APP.port(), SECOND.port(), SECRET);
  }

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    writeJars(Files.createDirectory(directory.resolve("plugins")));
    gateway = GatewayProcess.start(directory, yaml(), Map.of());
  }

  @AfterAll
  static void stop() {
    MAY_RESPOND.countDown();
    gateway.close();
    APP.close();
    SECOND.close();
  }

  /** Sends one request over any version of HTTP. */
  private record Reply(int status, String body, Map<String, List<String>> fields) {
    String field(String name) {
      return String.join(", ", fields.getOrDefault(name, List.of()));
    }
  }

  enum Version {
    HTTP_1_1,
    HTTP_2,
    HTTP_3
  }

  private static Reply get(Version version, String path, String... fields) throws Exception {
    if (version == Version.HTTP_3) {
      try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
        Http3Request request = client.open();
        var head = Http3Request.head("GET", path);
        for (int i = 0; i < fields.length; i += 2) {
          head.add(fields[i].toLowerCase(java.util.Locale.ROOT), fields[i + 1]);
        }
        request.headers(head, true);
        request.await();
        Map<String, List<String>> all = new java.util.TreeMap<>();
        for (String name : List.of("proxy-status", "x-pot", "etag", "x-version", "x-status")) {
          String value = request.field(name);
          if (value != null) {
            all.put(name, List.of(value));
          }
        }
        return new Reply(request.status(), request.text(), all);
      }
    }
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    HttpResponse<String> response =
        client(version).send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.body(), response.headers().map());
  }

  private static URI uri(String path) {
    return URI.create("https://localhost:" + gateway.port("tls") + path);
  }

  private static HttpClient client(Version version) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.valueOf(version.name()))
        .sslContext(TestCertificates.trustingAll())
        .build();
  }

  private static double failures(String plugin, String cause) {
    return gateway.metric(
        "lychgate_plugin_failures_total", "plugin=\"" + plugin + "\"", "cause=\"" + cause + "\"");
  }

  private static String sign(String path, String expires) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    String signed = "GET " + path + "?expires=" + expires;
    return path + "?expires=" + expires + "&signature="
        + HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void stepOfTheExampleAdmitsSignedLinks(Version version) throws Exception {
    assertThat(get(version, sign("/signed", "99999999999")).status()).isEqualTo(200);
    assertThat(get(version, sign("/signed", "1")).status()).isEqualTo(403);
    assertThat(get(version, "/signed").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void stepThatDecidesLaterEditsTheRequest(Version version) throws Exception {
    Reply reply = get(version, "/tagged?a=1", "X-Tag", "forged", "X-Gone", "1");

    assertThat(reply.status()).isEqualTo(200);
    String protocol =
        version == Version.HTTP_1_1 ? "http/1.1" : version == Version.HTTP_2 ? "h2" : "h3";
    assertThat(reply.body())
        .contains("x-tag: story GET /tagged a=1 " + protocol + " 127.0.0.1 none\n")
        .doesNotContain("forged", "x-gone");
    Await.until(() ->
        assertThat(Files.readString(directory.resolve("access.log"))).contains("\"user\":\"ann\""));
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void stepRespondsInPlaceOfTheRoute(Version version) throws Exception {
    Reply reply = get(version, "/responded");

    assertThat(reply.status()).isEqualTo(418);
    assertThat(reply.field("x-pot")).isEqualTo("tea");
    assertThat(reply.body()).isEqualTo("short");
    assertThat(get(version, "/refused").status()).isEqualTo(401);
    assertThat(APP.requestsFor("/refused")).isEmpty();
  }

  @Test
  void plugInSeesOnlyWhatAccessAndLimitsAdmit() throws Exception {
    double calls = gateway.metric("lychgate_plugin_calls_total", "plugin=\"fails\"");
    assertThat(get(Version.HTTP_2, "/ordered").status()).isEqualTo(403);
    assertThat(gateway.metric("lychgate_plugin_calls_total", "plugin=\"fails\""))
        .isEqualTo(calls);

    assertThat(get(Version.HTTP_2, "/limited").status()).isEqualTo(200);
    calls = gateway.metric("lychgate_plugin_calls_total", "plugin=\"tags\"");
    assertThat(get(Version.HTTP_2, "/limited").status()).isEqualTo(429);
    assertThat(gateway.metric("lychgate_plugin_calls_total", "plugin=\"tags\"")).isEqualTo(calls);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void filterGetsWholePlainBodiesAndDescribesTheChange(Version version) throws Exception {
    Reply reply = get(version, "/text", "Range", "bytes=0-3");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("at www and www!");
    assertThat(reply.field("etag")).isEqualTo("W/\"v1\"");
    assertThat(reply.field("accept-ranges")).isEmpty();
    assertThat(reply.field("content-md5")).isEmpty();
  }

  @Test
  void compressionComesAfterTheFilter() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/text")).header("Accept-Encoding", "gzip").build();

    HttpResponse<InputStream> response =
        client(Version.HTTP_2).send(request, HttpResponse.BodyHandlers.ofInputStream());

    assertThat(response.headers().firstValue("vary")).hasValue("accept-encoding");
    try (InputStream plain = new GZIPInputStream(response.body())) {
      assertThat(plain).hasContent("at www and www!");
    }
  }

  @Test
  void textAcrossPiecesAndTrailersArePassed() throws Exception {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET /chunks HTTP/1.1\r\nHost: localhost\r\nTE: trailers\r\n\r\n");
      Http1Peer.Response response = peer.read();
      assertThat(response.body()).isEqualTo("at www, www.");
      assertThat(response.trailers()).contains("x-sum: 7");
      peer.send("HEAD /text HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(peer.read(true).head()).contains("W/\"v1\"").doesNotContain("content-length");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "exception, exception",
    "overflow, error",
    "linkage, error",
    "memory, out-of-memory",
    "null, no-result",
    "null-verdict, no-result",
    "stage, exception",
    "late, timeout",
    "line, bad-result",
    "name, bad-result",
    "frame, bad-result",
    "status, bad-result",
    "body, bad-result"
  })
  void failingStepFailsItsRouteOnly(String path, String cause) throws Exception {
    double before = failures("fails", cause);
    for (Version version : Version.values()) {
      Reply reply = get(version, "/fails/" + path);

      assertThat(reply.status()).isEqualTo(500);
      assertThat(reply.field("proxy-status")).isEqualTo("lychgate; error=proxy_internal_error");
      assertThat(reply.body()).doesNotContain("acme", "second", "away");
      assertThat(get(version, "/fine").status()).isEqualTo(200);
      assertThat(get(version, "/fails/not").status()).isEqualTo(200);
    }
    assertThat(failures("fails", cause) - before).isEqualTo(3);
    assertThat(APP.requestsFor("/fails/" + path)).isEmpty();
  }

  @Test
  void logOfFailuresIsBounded() throws Exception {
    try (LogLines log = LogLines.of("plugins")) {
      for (int i = 0; i < 30; i++) {
        assertThat(get(Version.HTTP_1_1, "/fails/exception").status()).isEqualTo(500);
      }
      assertThat(log.all()).hasSizeLessThan(25).allMatch(line -> !line.contains("first\nsecond"));
    }
  }

  @Test
  void callThatHoldsALoopIsCountedWithItsStack() throws Exception {
    double before = gateway.metric("lychgate_plugin_slow_calls_total", "plugin=\"fails\"");

    try (LogLines log = LogLines.of("plugins")) {
      assertThat(get(Version.HTTP_2, "/fails/slow").status()).isEqualTo(200);

      Await.until(() -> assertThat(
              gateway.metric("lychgate_plugin_slow_calls_total", "plugin=\"fails\"") - before)
          .isEqualTo(1));
      // The log of this plug-in may be full from other tests.
      assertThat(log.with("has held an event loop"))
          .allMatch(line -> line.contains("acme.Fails") || !line.contains("\n"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"throws", "line", "late-head"})
  void filterThatFailsWithTheHeadGives500(String path) throws Exception {
    for (Version version : Version.values()) {
      Reply reply = get(version, "/filter/" + path);

      assertThat(reply.status()).isEqualTo(500);
      assertThat(reply.field("proxy-status")).isEqualTo("lychgate; error=proxy_internal_error");
      assertThat(reply.field("x-status")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "never", "large"})
  void filterThatFailsWithTheBodyResetsTheResponse(String path) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request failed = client.get("/filter/" + path);
      failed.await();
      assertThat(failed.resetCode()).isNotNull();
      assertThat(client.get("/fine").await().status()).isEqualTo(200);
    }
    for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
      assertThatThrownBy(() -> get(version, "/filter/" + path)).isInstanceOf(IOException.class);
      assertThat(get(version, "/filter/fine").field("x-status")).isEqualTo("200");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/large", "/large/late"})
  void filterKeepsBackPressure(String path) throws Exception {
    LARGE_SENT.set(0);
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = client.open();
      request.reading(false);
      request.headers(Http3Request.head("GET", path), true);

      long sent = Await.still(LARGE_SENT::get, java.time.Duration.ofMillis(300));

      // Buffers of the kernel between the origin and the gateway hold some MiB.
      assertThat(sent).isLessThan(LARGE / 2);
      request.reading(true);
      request.await();
      assertThat(request.status()).isEqualTo(200);
      assertThat(request.bytes()).hasSize(LARGE);
    }
  }

  @Test
  void clientThatLeavesEndsTheTransform() throws Exception {
    LARGE_SENT.set(0);
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = client.open();
      request.reading(false);
      request.headers(Http3Request.head("GET", "/large/late"), true);
      Await.until(() -> assertThat(LARGE_SENT.get()).isPositive());
      request.reset(0x10c);
    }
    Await.until(() -> assertThat(gateway.metric("lychgate_exchanges_in_flight")).isZero());
  }

  @Test
  void plugInChoosesServers() throws Exception {
    assertThat(get(Version.HTTP_2, "/chosen", "X-Server", "1").body()).isEqualTo("second");
    assertThat(get(Version.HTTP_2, "/chosen", "X-Server", "0").body()).startsWith("GET /chosen");
    assertThat(get(Version.HTTP_2, "/chosen").status()).isEqualTo(200);
    for (String bad : List.of("7", "-3", "throw")) {
      for (Version version : Version.values()) {
        Reply reply = get(version, "/chosen", "X-Server", bad);
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.field("proxy-status")).isEqualTo("lychgate; error=proxy_internal_error");
      }
    }
  }

  @Test
  void clashingLibrariesOfTwoJarsStayApart() throws Exception {
    assertThat(get(Version.HTTP_2, "/library/one").body()).isEqualTo("one");
    assertThat(get(Version.HTTP_2, "/library/two").body()).isEqualTo("two");
  }

  @Test
  void requestInFlightKeepsItsJarOverAReload() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
    for (Version version : List.of(Version.HTTP_1_1, Version.HTTP_2)) {
      held.add(client(version)
          .sendAsync(
              HttpRequest.newBuilder(uri("/held")).build(), HttpResponse.BodyHandlers.ofString()));
    }
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request third = client.get("/held");
      Await.until(() -> assertThat(APP.requestsFor("/held")).hasSize(3));

      reloaded("2").write(directory.resolve("plugins/reloaded.jar"));
      gateway.apply(yaml());
      assertThat(System.getProperty("story-closed-1")).isNull();
      MAY_RESPOND.countDown();

      assertThat(third.await().field("x-version")).isEqualTo("1");
      for (CompletableFuture<HttpResponse<String>> each : held) {
        assertThat(each.get().headers().firstValue("x-version")).hasValue("1");
      }
    }
    assertThat(get(Version.HTTP_3, "/held").field("x-version")).isEqualTo("2");
    Await.until(() -> assertThat(System.getProperty("story-closed-1")).isEqualTo("yes"));
    assertThat(System.getProperty("story-closed-2")).isNull();
    System.clearProperty("story-closed-1");
  }

  @Test
  void reloadWithABadJarChangesNothing() throws Exception {
    Path bad = directory.resolve("plugins/zz-bad.jar");
    TestJar.create().api("9.0").step("acme.Bad", "bad", "return null;").write(bad);
    try {
      assertThatThrownBy(() -> gateway.apply(yaml())).hasMessageContaining("zz-bad.jar");
      assertThat(get(Version.HTTP_2, "/library/one").body()).isEqualTo("one");
    } finally {
      Files.delete(bad);
    }
  }

  @Test
  void adminPlaneListsPlugIns() throws Exception {
    get(Version.HTTP_2, "/fails/exception");
    AdminPeer admin = AdminPeer.login(gateway.adminPort());

    JsonNode list = admin.get("/plugins");

    assertThat(list.path("folder").asString()).endsWith("plugins");
    JsonNode fails = null;
    for (JsonNode each : list.path("items")) {
      fails = each.path("name").asString().equals("fails") ? each : fails;
    }
    assertThat(fails).isNotNull();
    assertThat(fails.path("kind").asString()).isEqualTo("step");
    assertThat(fails.path("version").asString()).isEqualTo("7");
    assertThat(fails.path("jar").asString()).isEqualTo("steps.jar");
    assertThat(fails.path("routes").toString()).isEqualTo("[\"ordered\",\"fails\"]");
    assertThat(fails.path("failures").asLong()).isPositive();
    assertThat(list.toString()).doesNotContain(SECRET);
    JsonNode routes = admin.get("/routes?q=signed");
    assertThat(routes.path("items").path(0).path("sendsAhead").asBoolean(true)).isFalse();
    JsonNode open = admin.get("/routes?q=/open");
    assertThat(open.path("items").path(0).path("sendsAhead").asBoolean()).isTrue();
    assertThat(routes.toString()).contains("plug-in signed-links").doesNotContain(SECRET);
  }
}
