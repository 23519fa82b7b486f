package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.BrotliBytes;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The compressed twins of stored responses, for real clients over each protocol. Each test has paths of its own. */
final class CacheTwinIT {
  private static final String SCRIPT = IntStream.range(0, 800)
      .mapToObj(i -> "export function gate" + i * 7919 % 1000 + "() { return 'work " + i + "'; }\n")
      .collect(Collectors.joining());
  private static final String TYPE = "Content-Type: text/javascript";
  private static final String HTML = "Content-Type: text/html";
  private static final String FRESH = "Cache-Control: public, max-age=600";

  @TempDir
  static Path directory;

  /** The version of the content of each path. */
  private static final Map<String, Integer> VERSIONS = new ConcurrentHashMap<>();

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static HttpClient client;

  private static String yaml(String folder, String compress) {
    return """
        cache: { memory: 64MiB, disk: { folder: %s, maxSize: 64MiB } }
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies: { compress: %s, cache: {} }
            routes:
              - id: alone
                match: { path: "/alone/*" }
                proxy: { upstream: app }
                policies: { compress: { upstreamCodings: false, codings: [ zstd, gzip ] } }
              - { id: measured, match: { path: "/measured/*" }, proxy: { upstream: app }, policies: { timings: {} } }
              - { id: changed, match: { path: "/changed/*" }, proxy: { upstream: app }, policies: { timings: { inject: true } } }
              - { id: all, match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(folder, origin.port(), compress);
  }

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start().otherwise(CacheTwinIT::respond);
    gateway = GatewayProcess.start(directory, yaml("cache", "{}"), Map.of());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    client = HttpClient.newBuilder()
        .sslContext(tls)
        .version(HttpClient.Version.HTTP_2)
        .build();
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static String content(String path) {
    return "// " + path + " version " + VERSIONS.getOrDefault(path, 1) + '\n' + SCRIPT;
  }

  private static void respond(OriginVisit visit) throws IOException {
    String path = visit.path();
    String tag = "\"v" + VERSIONS.getOrDefault(path, 1) + '"';
    if (path.startsWith("/coded/") && visit.field("accept-encoding").contains("gzip")) {
      byte[] coded = gzip(content(path));
      String head = "HTTP/1.1 200 OK\r\nContent-Length: " + coded.length + "\r\n" + TYPE + "\r\n"
          + FRESH + "\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding\r\n\r\n";
      visit.send(head);
      visit.send(coded, coded.length);
    } else if (visit.field("if-none-match").contains(tag)) {
      visit.send("HTTP/1.1 304 Not Modified\r\nETag: " + tag + "\r\n" + FRESH + "\r\n\r\n");
    } else {
      visit.respond(
          200,
          content(path),
          path.endsWith(".html") ? HTML : TYPE,
          FRESH,
          "ETag: " + tag,
          "Accept-Ranges: bytes",
          "Surrogate-Key: scripts");
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  // Clients.

  /** @param body one character for each byte */
  private record Got(int status, Map<String, String> fields, String body) {
    String field(String name) {
      return fields.getOrDefault(name, "");
    }

    /** A body that is compressed on its way has no length that is known before. */
    boolean isTwin() {
      return fields.containsKey("content-encoding") && fields.containsKey("content-length");
    }

    String text() throws IOException {
      byte[] coded = body.getBytes(StandardCharsets.ISO_8859_1);
      InputStream in = new ByteArrayInputStream(coded);
      try (InputStream decoder = switch (field("content-encoding")) {
        case "br" -> new ByteArrayInputStream(BrotliBytes.decoded(coded));
        case "zstd" -> new ZstdInputStream(in);
        case "gzip" -> new GZIPInputStream(in);
        default -> in;
      }) {
        return new String(decoder.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static double twins() {
    return gateway.metric("lychgate_compress_responses_total", "outcome=\"twin\"");
  }

  private static Got get(String path, String acceptEncoding, String... fields) throws Exception {
    return send("GET", path, acceptEncoding, fields);
  }

  private static Got send(String method, String path, String acceptEncoding, String... fields)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + gateway.port("tls") + path))
        .method(method, HttpRequest.BodyPublishers.noBody())
        .header("Accept-Encoding", acceptEncoding);
    for (String field : fields) {
      String[] parts = field.split(": ", 2);
      request.header(parts[0], parts[1]);
    }
    HttpResponse<byte[]> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    Map<String, String> all = new TreeMap<>();
    response.headers().map().forEach((name, values) -> all.put(name, String.join(", ", values)));
    return new Got(response.statusCode(), all, latin(response.body()));
  }

  private static Got curl(String path, String acceptEncoding) throws IOException {
    Path body = Files.createTempFile(directory, "body", "");
    String head = Commands.curl(
            "--http1.1",
            "-D",
            "-",
            "-o",
            body.toString(),
            "-H",
            "Accept-Encoding: " + acceptEncoding,
            "https://localhost:" + gateway.port("tls") + path)
        .expectSuccess()
        .out();
    Map<String, String> fields = new TreeMap<>();
    for (String line : head.lines().toList()) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        fields.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
      }
    }
    return new Got(200, fields, latin(Files.readAllBytes(body)));
  }

  private static Got http3(String path, String acceptEncoding) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = client.open();
      Http3Headers headers = Http3Request.head("GET", path);
      headers.add("accept-encoding", acceptEncoding);
      request.headers(headers, true);
      request.await();
      Map<String, String> fields = new TreeMap<>();
      request.fields().forEach((name, values) -> fields.put(name, String.join(", ", values)));
      return new Got(request.status(), fields, latin(request.bytes()));
    }
  }

  private static Got http3Twin(String path, String coding) {
    Got[] last = new Got[1];
    Await.until(() -> {
      last[0] = http3(path, coding);
      assertThat(last[0].isTwin()).isTrue();
    });
    return last[0];
  }

  /** Asks until the response is a twin. */
  private static Got twin(String path, String coding) {
    Got[] last = new Got[1];
    Await.until(() -> {
      last[0] = get(path, coding);
      assertThat(last[0].isTwin()).isTrue();
    });
    return last[0];
  }

  @Test
  void measuredPageIsServedFromItsTwinUnlessItGetsTheScript() throws Exception {
    String[] navigation = {"Sec-Fetch-Dest: document", "User-Agent: Mozilla/5.0 Firefox/153.0"};

    Await.until(() -> {
      Got page = get("/measured/page.html", "br", navigation);
      assertThat(page.isTwin()).isTrue();
      assertThat(page.field("server-timing")).contains("view;desc=");
      assertThat(page.text()).isEqualTo(content("/measured/page.html"));
    });
    twin("/changed/page.html", "br");
    Got changed = get("/changed/page.html", "br", navigation);
    assertThat(changed.isTwin()).isFalse();
    assertThat(changed.field("server-timing")).contains("view;desc=");
    assertThat(changed.text()).isEqualTo(content("/changed/page.html"));
  }

  private static double made() {
    return gateway.metric("lychgate_cache_twins_total", "outcome=\"made\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "gzip"})
  void twinServesAllProtocolsWithTheFieldsOfItsOriginal(String coding) throws Exception {
    String path = "/all/" + coding;
    Got first = get(path, coding);
    assertThat(first.isTwin()).isFalse();
    assertThat(first.text()).isEqualTo(content(path));
    Got plain = get(path, "identity");

    double before = twins();
    Got http2 = twin(path, coding);
    // The authority of this client has no port, so it is another URL.
    Got http3 = http3Twin(path, coding);
    for (Got got : List.of(http2, curl(path, coding), http3)) {
      assertThat(got.status()).isEqualTo(200);
      assertThat(got.field("content-encoding")).isEqualTo(coding);
      assertThat(got.field("content-length"))
          .isEqualTo(String.valueOf(got.body().length()));
      assertThat(got.field("vary")).isEqualToIgnoringCase("accept-encoding");
      assertThat(got.field("etag")).isEqualTo("W/\"v1\"");
      assertThat(got.field("cache-status")).startsWith("lychgate; hit; ttl=");
      assertThat(got.field("age")).isNotEmpty();
      assertThat(got.field("cache-control")).isEqualTo(plain.field("cache-control"));
      assertThat(got.fields()).doesNotContainKey("accept-ranges");
      assertThat(got.text()).isEqualTo(content(path));
      assertThat(got.body()).isEqualTo(http2.body());
    }
    Got head = send("HEAD", path, coding);
    assertThat(head.field("content-length")).isEqualTo(http2.field("content-length"));
    assertThat(head.field("content-encoding")).isEqualTo(coding);
    assertThat(head.field("etag")).isEqualTo("W/\"v1\"");
    assertThat(plain.field("etag")).isEqualTo("\"v1\"");
    assertThat(plain.field("vary")).isEqualToIgnoringCase("accept-encoding");
    assertThat(origin.requestsFor(path)).hasSize(2);
    assertThat(twins()).isGreaterThanOrEqualTo(before + 4);
  }

  @Test
  void bothFormsOfTheTagValidate() throws Exception {
    String path = "/tags";
    get(path, "br");
    twin(path, "br");

    for (String tag : List.of("W/\"v1\"", "\"v1\"", "\"v0\", W/\"v1\"", "*")) {
      Got got = get(path, "br", "If-None-Match: " + tag);
      assertThat(got.status()).as(tag).isEqualTo(304);
      assertThat(got.body()).isEmpty();
      assertThat(got.fields()).doesNotContainKeys("content-encoding", "content-length");
    }
    assertThat(get(path, "br", "If-None-Match: \"v2\", W/\"br\"").text()).isEqualTo(content(path));
    assertThat(origin.requestsFor(path)).hasSize(1);
  }

  @Test
  void rangesAreOfThePlainBody() throws Exception {
    String path = "/ranges";
    get(path, "br");
    twin(path, "br");

    Got part = get(path, "br", "Range: bytes=0-4");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.text()).isEqualTo(content(path).substring(0, 5));
    assertThat(part.field("etag")).isEqualTo("\"v1\"");
    assertThat(part.field("content-range")).endsWith("/" + content(path).length());
    Got strong = get(path, "br", "Range: bytes=0-4", "If-Range: \"v1\"");
    assertThat(strong.status()).isEqualTo(206);
    // A part of the coded form cannot be joined with one of another form.
    Got weak = get(path, "br", "Range: bytes=0-4", "If-Range: W/\"v1\"");
    assertThat(weak.status()).isEqualTo(200);
    assertThat(weak.text()).isEqualTo(content(path));
    Got many = get(path, "br", "Range: bytes=0-1,5-6");
    assertThat(many.status()).isEqualTo(200);
    assertThat(many.text()).isEqualTo(content(path));
  }

  @ParameterizedTest
  @CsvSource({
    "'gzip, deflate, br, zstd', br",
    "'br;q=0.1, gzip;q=0.2', gzip",
    "'br;q=0, gzip', gzip",
    "'BR', br",
    "'*', br",
    "'gzip;q=0, *;q=0', ''",
    "'identity;q=1, br;q=0.5', ''",
    "'br;q=0', ''",
    "'brotli, x-br', ''",
    "'br;q=nonsense', ''"
  })
  void acceptEncodingSelectsTheForm(String acceptEncoding, String coding) throws Exception {
    String path = "/select";
    get(path, "br");
    twin(path, "br");
    twin(path, "gzip");

    Got got = get(path, acceptEncoding);
    if (!acceptEncoding.contains("nonsense")) {
      assertThat(got.field("content-encoding")).isEqualTo(coding);
    }
    assertThat(got.text()).isEqualTo(content(path));
    assertThat(get(path, "identity").text()).isEqualTo(content(path));
    assertThat(origin.requestsFor(path)).hasSize(1);
  }

  @Test
  void longAcceptEncodingPoisonsNothing() throws Exception {
    String path = "/poison";
    Got first = get(path, "br, " + "x".repeat(2000));
    assertThat(first.field("content-encoding")).isEmpty();
    twin(path, "br");

    assertThat(get(path, "br, " + "x".repeat(2000)).fields()).doesNotContainKey("content-encoding");
    assertThat(get(path, "identity").text()).isEqualTo(content(path));
    assertThat(get(path, "br").text()).isEqualTo(content(path));
  }

  @Test
  void responseThatTheUpstreamHasCodedGetsNoTwin() throws Exception {
    String path = "/coded/a";
    double before = twins();
    for (int i = 0; i < 5; i++) {
      Got got = get(path, "gzip");
      assertThat(got.field("content-encoding")).isEqualTo("gzip");
      assertThat(got.text()).isEqualTo(content(path));
    }
    assertThat(twins()).isEqualTo(before);
    assertThat(origin.requestsFor(path)).hasSize(1);
  }

  @Test
  void upstreamThatSeesNoCodingsHasOneResponseForAllTwins() throws Exception {
    String path = "/alone/a";
    get(path, "br, zstd");
    twin(path, "br, zstd");
    twin(path, "gzip");

    assertThat(get(path, "br, zstd, gzip").field("content-encoding")).isEqualTo("zstd");
    assertThat(get(path, "br, gzip").field("content-encoding")).isEqualTo("gzip");
    assertThat(get(path, "br").fields()).doesNotContainKey("content-encoding");
    assertThat(origin.requestsFor(path)).hasSize(1);
    assertThat(origin.requestsFor(path).get(0)).doesNotContainIgnoringCase("accept-encoding");
  }

  @Test
  void requestThatCouldRevealASecretGetsThePlainBody() throws Exception {
    String path = "/secret";
    get(path, "br");
    twin(path, "br");

    Got got = get(path, "br", "Cookie: session=1", "Sec-Fetch-Site: cross-site");
    assertThat(got.fields()).doesNotContainKey("content-encoding");
    assertThat(got.text()).isEqualTo(content(path));
    assertThat(got.field("cache-status")).startsWith("lychgate; hit");
    assertThat(
            get(path, "br", "Cookie: session=1", "Sec-Fetch-Site: same-origin").isTwin())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"url", "prefix", "tag", "all"})
  void purgeDropsTheTwin(String by) throws Exception {
    String path = "/purge/" + by;
    get(path, "br");
    twin(path, "br");
    VERSIONS.put(path, 2);

    String url = "https://localhost:" + gateway.port("tls") + path;
    Object value = by.equals("all") ? (Object) true : by.equals("tag") ? "scripts" : url;
    AdminPeer.login(gateway.adminPort()).post("/cache:purge", Map.of(by, value));

    Got got = get(path, "br");
    assertThat(got.text()).isEqualTo(content(path));
    assertThat(got.field("etag")).isEqualTo("W/\"v2\"");
    assertThat(twin(path, "br").text()).isEqualTo(content(path));
  }

  @Test
  void validationKeepsTheTwinAndNewContentReplacesIt() throws Exception {
    String path = "/validated";
    double earlier = made();
    get(path, "br");
    twin(path, "br");
    // A twin is counted after it is stored.
    Await.until(() -> assertThat(made()).isGreaterThan(earlier));
    double before = made();

    Got validated = get(path, "br", "Cache-Control: no-cache");
    assertThat(validated.field("cache-status")).contains("fwd=request; fwd-status=304");
    assertThat(validated.isTwin()).isTrue();
    assertThat(get(path, "br").isTwin()).isTrue();
    assertThat(made()).isEqualTo(before);

    VERSIONS.put(path, 2);
    Got replaced = get(path, "br", "Cache-Control: no-cache");
    assertThat(replaced.isTwin()).isFalse();
    assertThat(replaced.text()).isEqualTo(content(path));
    Got next = twin(path, "br");
    assertThat(next.text()).isEqualTo(content(path));
    assertThat(next.field("etag")).isEqualTo("W/\"v2\"");
    assertThat(get(path, "br", "If-None-Match: W/\"v1\"").status()).isEqualTo(200);
  }

  @Test
  void unsafeMethodDropsTheTwin() throws Exception {
    String path = "/posted";
    get(path, "br");
    twin(path, "br");
    VERSIONS.put(path, 2);

    send("POST", path, "br");

    assertThat(get(path, "br").text()).isEqualTo(content(path));
  }

  @Test
  void reloadSwitchesTwinsOffAndOn() throws Exception {
    String path = "/reload";
    get(path, "br");
    twin(path, "br");
    try {
      gateway.apply(yaml("cache", "{ twins: false }"));
      Got got = get(path, "br");
      assertThat(got.field("content-encoding")).isEqualTo("br");
      assertThat(got.isTwin()).isFalse();
      assertThat(got.text()).isEqualTo(content(path));
    } finally {
      gateway.apply(yaml("cache", "{}"));
    }
    assertThat(get(path, "br").isTwin()).isTrue();
  }

  @Test
  void stateShowsTwins() throws Exception {
    get("/state", "br");
    twin("/state", "br");

    JsonNode twins = AdminPeer.login(gateway.adminPort()).get("/cache").path("twins");
    assertThat(twins.path("made").asLong()).isPositive();
    assertThat(twins.path("plainBytes").asLong())
        .isGreaterThan(twins.path("twinBytes").asLong());
    assertThat(gateway.metric("lychgate_cache_twins_bytes_total", "direction=\"out\""))
        .isPositive();
  }

  @Test
  void twinSurvivesARestart() throws Exception {
    Path other = Files.createDirectory(directory.resolve("restart"));
    TestCertificates.write(other, "site", "localhost");
    GatewayProcess before = gateway;
    try {
      gateway = GatewayProcess.start(other, yaml("cache", "{}"), Map.of());
      String body = http3Twin("/restart", "br").body();
      Await.until(() ->
          assertThat(gateway.metric("lychgate_cache_disk_writes_total")).isGreaterThanOrEqualTo(2));
      gateway.close();
      gateway = GatewayProcess.start(other, yaml("cache", "{}"), Map.of());
      Await.until(() -> assertThat(gateway.metric("lychgate_cache_disk_urls")).isEqualTo(1));

      Got got = http3("/restart", "br");
      assertThat(got.isTwin()).isTrue();
      assertThat(got.body()).isEqualTo(body);
      assertThat(origin.requestsFor("/restart")).hasSize(1);
      assertThat(made()).isZero();
    } finally {
      gateway.close();
      gateway = before;
    }
  }
}
