package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.BrotliBytes;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.timing.TimingScript;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Timings of page views: which pages get the script, what their reports become, and reports that are refused. */
final class TimingsIT {
  private static final String PATH = TimingScript.PATH;
  private static final String AGENT =
      "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/153.0";
  /** RFC 9114 section 8.1. */
  private static final int H3_REQUEST_CANCELLED = 0x10c;

  private static final String HTML = "Content-Type: text/html; charset=utf-8";
  private static final String PAGE = "<!DOCTYPE html><html><head><title>t</title></head><body>"
      + "<p>text ".repeat(3000) + "</body></html>";
  private static final Pattern VIEW = Pattern.compile("view;desc=\"([A-Za-z0-9_-]+)\"");
  private static final Pattern SCRIPT = Pattern.compile(
      "<script async src=\"(/\\.well-known/lychgate/timings-[0-9a-f]{16}\\.js)\" integrity=\"sha384-[^\"]+\"( nonce=\"[^\"]+\")?></script>");

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  private static String yaml(String timings) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies:
              timings: %s
            routes:
              - { match: { path: "/files/*" }, static: { root: public } }
              - match: { path: "/limited" }
                proxy: { upstream: app }
                headers: { response: { add: { Content-Security-Policy: "script-src 'none'" } } }
              - { match: { path: "/off" }, proxy: { upstream: app }, policies: { off: [ timings ] } }
              - { match: { path: "/compressed" }, proxy: { upstream: app }, policies: { compress: { codings: [ gzip ] } } }
              - match: { path: "/consented" }
                proxy: { upstream: app }
                policies: { timings: { consent: { cookie: agreed } } }
              - match: { path: "/consent" }
                proxy: { upstream: app }
                policies: { timings: { inject: true, consent: { cookie: agreed, value: "yes", header: X-Agreed } } }
              - { match: { path: "/line" }, proxy: { upstream: app }, policies: { timings: { respectDoNotTrack: false, waterfalls: 0 } } }
              - { match: { path: "/waterfall" }, proxy: { upstream: app }, policies: { timings: { inject: true, waterfalls: 1 } } }
              - { match: { path: "/none" }, proxy: { upstream: app }, policies: { timings: { inject: true, sample: 0 } } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
          - hosts: [ other.test ]
            policies: { timings: {} }
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port(), timings);
  }

  @BeforeAll
  static void start() throws IOException {
    Brotli4jLoader.ensureAvailability();
    TestCertificates.write(directory, "site", "localhost", "other.test");
    Files.createDirectories(directory.resolve("public/files"));
    Files.writeString(directory.resolve("public/files/page.html"), PAGE);
    byte[] gzip = gzip(PAGE);
    byte[] brotli = Encoder.compress(PAGE.getBytes(StandardCharsets.UTF_8));
    origin = ScriptedOrigin.start()
        .otherwise(visit -> visit.respond(200, PAGE, HTML, "ETag: \"v1\"", "Accept-Ranges: bytes"))
        .on("/gzip", visit -> coded(visit, "gzip", gzip))
        .on("/br", visit -> coded(visit, "br", brotli))
        .on("/zstd", visit -> coded(visit, "zstd", gzip))
        .on("/identity", visit -> coded(visit, "Identity", PAGE.getBytes(StandardCharsets.UTF_8)))
        .on("/two-codings", visit -> coded(visit, "gzip\r\nContent-Encoding: br", gzip))
        .on("/cut-gzip", visit -> coded(visit, "gzip", Arrays.copyOf(gzip, gzip.length - 12)))
        .on("/cut-br", visit -> coded(visit, "br", Arrays.copyOf(brotli, brotli.length - 1)))
        .on("/no-checksum", visit -> coded(visit, "gzip", Arrays.copyOf(gzip, gzip.length - 8)))
        .on("/wrong-checksum", visit -> coded(visit, "gzip", wrongChecksum(gzip)))
        .on("/padded-gzip", visit -> coded(visit, "gzip", padded(gzip)))
        .on("/equal-rows", visit -> coded(visit, "gzip", gzip(PAGE + "<p>row".repeat(400_000))))
        .on("/no-bytes", visit -> inOddPieces(visit, "gzip", new byte[0]))
        .on("/json", visit -> visit.respond(200, "{}", "Content-Type: application/json"))
        .on("/text", visit -> visit.respond(200, "no document", HTML))
        .on("/download", visit -> visit.respond(200, PAGE, HTML, "Content-Disposition: attachment"))
        .on("/fixed", visit -> visit.respond(200, PAGE, HTML, "Cache-Control: no-transform"))
        .on("/part", visit -> visit.respond(206, PAGE, HTML, "Content-Range: bytes 0-9/99"))
        .on("/utf16", visit -> visit.respond(200, PAGE, "Content-Type: text/html; charset=utf-16"))
        .on(
            "/nonce",
            visit -> visit.respond(
                200,
                PAGE,
                HTML,
                "Content-Security-Policy: script-src 'nonce-r4nd'; connect-src 'self'"))
        .on(
            "/report-nonce",
            visit -> visit.respond(
                200,
                PAGE,
                HTML,
                "Content-Security-Policy-Report-Only: script-src 'nonce-r3p0rt'; connect-src 'self'"))
        .on(
            "/report-none",
            visit -> visit.respond(
                200, PAGE, HTML, "Content-Security-Policy-Report-Only: default-src 'none'"))
        .on(
            "/blocked",
            visit -> visit.respond(200, PAGE, HTML, "Content-Security-Policy: default-src 'none'"))
        .on("/odd-gzip", visit -> inOddPieces(visit, "gzip", gzip))
        .on("/odd-br", visit -> inOddPieces(visit, "br", brotli))
        .on("/xhtml", visit -> visit.respond(200, PAGE, "Content-Type: application/xhtml+xml"))
        .on("/empty", visit -> visit.send("HTTP/1.1 204 No Content\r\n" + HTML + "\r\n\r\n"))
        .on("/wide", visit -> visit.respond(200, PAGE, "Content-Type: text/html; charset=unicode"))
        .on("/digests", TimingsIT::digests)
        .on(
            "/sandbox",
            visit ->
                visit.respond(200, PAGE, HTML, "Content-Security-Policy: sandbox allow-scripts"))
        .on(
            "/meta",
            visit -> visit.respond(
                200,
                PAGE.replace(
                    "</title>",
                    "</title><meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">"),
                HTML))
        .on(
            "/two-policies",
            visit -> visit.respond(
                200,
                PAGE,
                HTML,
                "Content-Security-Policy: script-src 'strict-dynamic' 'nonce-r4nd'",
                "Content-Security-Policy: script-src 'sha256-x'"))
        .on("/stored", TimingsIT::stored)
        .on("/stream", TimingsIT::stream)
        .on("/cut", TimingsIT::cut);
    gateway = GatewayProcess.start(
        directory, yaml("{ inject: true, waterfalls: 0, reportsPerNetwork: 100000 }"), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  // Origin.

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] wrongChecksum(byte[] gzip) {
    byte[] wrong = gzip.clone();
    wrong[gzip.length - 8]++;
    return wrong;
  }

  private static byte[] padded(byte[] body) {
    return Arrays.copyOf(body, body.length + 5);
  }

  private static void coded(OriginVisit visit, String coding, byte[] body) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\n" + HTML + "\r\nContent-Encoding: " + coding
        + "\r\nContent-Length: " + body.length + "\r\n\r\n");
    visit.send(body, body.length);
  }

  /** Sends a coded body in chunks of 1, 2, 3 and more bytes, each at once. */
  private static void inOddPieces(OriginVisit visit, String coding, byte[] body)
      throws IOException {
    visit.send("HTTP/1.1 200 OK\r\n" + HTML + "\r\nContent-Encoding: " + coding
        + "\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int at = 0, piece = 1; at < body.length; at += piece, piece++) {
      byte[] next = Arrays.copyOfRange(body, at, Math.min(body.length, at + piece));
      visit.send(Integer.toHexString(next.length) + "\r\n");
      visit.send(next, next.length);
      visit.send("\r\n");
    }
    visit.send("0\r\n\r\n");
  }

  private static void digests(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\n" + HTML + "\r\nContent-MD5: x\r\nDigest: md5=x\r\n"
        + "Repr-Digest: sha-256=:AA==:\r\nContent-Digest: sha-256=:AA==:\r\n"
        + "Unencoded-Digest: sha-256=:AA==:\r\n"
        + "Trailer: Repr-Digest\r\nTransfer-Encoding: chunked\r\n\r\n"
        + Integer.toHexString(PAGE.length()) + "\r\n" + PAGE
        + "\r\n0\r\nRepr-Digest: sha-256=:AA==:\r\n"
        + "Unencoded-Digest: sha-256=:AA==:\r\n\r\n");
  }

  private static void stored(OriginVisit visit) throws IOException {
    if (visit.field("if-none-match").contains("\"v1\"")) {
      visit.send(
          "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\nRepr-Digest: sha-256=:AA==:\r\n\r\n");
    } else {
      visit.respond(200, PAGE, HTML, "ETag: \"v1\"");
    }
  }

  /** Sends the head of the document in two pieces, and waits between them for the client. */
  private static void stream(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\n" + HTML + "\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (String piece : List.of("<!DOCTYPE ht", "ml><html><he", "ad><title>t<", "/title></hea")) {
      visit.send("c\r\n" + piece + "\r\n");
    }
    visit.send("0\r\n\r\n");
  }

  private static void cut(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\n" + HTML + "\r\nContent-Length: 90000\r\n\r\n" + PAGE);
    visit.reset();
  }

  // Clients.

  /** A response with its body as bytes. */
  @SuppressWarnings("ArrayRecordComponent") // Read once.
  private record Page(String head, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    String viewId() {
      Matcher view = VIEW.matcher(head);
      assertThat(view.find()).as(head).isTrue();
      return view.group(1);
    }

    boolean isMeasured() {
      return head.toLowerCase(Locale.ROOT).contains("server-timing: view;");
    }
  }

  private static String url(String path) {
    return "https://localhost:" + gateway.port("tls") + path;
  }

  private static Page getOver(String version, String path, String... more) throws Exception {
    if (version.equals("h3")) {
      try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
        Http3Request request = client.open();
        var head = Http3Request.head("GET", path)
            .set("user-agent", AGENT)
            .set("accept", "text/html")
            .set("accept-encoding", "gzip, br");
        request.headers(head, true);
        request.await();
        StringBuilder fields = new StringBuilder(":status " + request.status() + "\n");
        request
            .fields()
            .forEach((name, values) ->
                fields.append(name).append(": ").append(values.get(0)).append('\n'));
        return new Page(fields.toString(), request.bytes());
      }
    }
    Path body = Files.createTempFile(directory, "body", "");
    List<String> options = new ArrayList<>(
        List.of(version, "-D", "-", "-o", body.toString(), "-A", AGENT, "-H", "Accept: text/html"));
    options.addAll(List.of(more));
    options.add(url(path));
    Commands.Result result = Commands.curl(options.toArray(String[]::new));
    return new Page(result.out(), Files.readAllBytes(body));
  }

  private static Page get(String path, String... more) throws Exception {
    return getOver("--http2", path, more);
  }

  private static String decoded(String coding, byte[] body) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(body);
    try (InputStream decoder = switch (coding) {
      case "gzip" -> new GZIPInputStream(in);
      case "br" -> new ByteArrayInputStream(BrotliBytes.decoded(body));
      default -> in;
    }) {
      return new String(decoder.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns what a browser reads of a body with faults. */
  private static String beginning(String coding, byte[] body) throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    if (coding.equals("gzip")) {
      Inflater inflater = new Inflater(true);
      inflater.setInput(body, 10, body.length - 10);
      byte[] piece = new byte[1 << 16];
      for (int length = inflater.inflate(piece); length > 0; length = inflater.inflate(piece)) {
        text.write(piece, 0, length);
      }
      inflater.end();
    } else {
      text.writeBytes(BrotliBytes.beginning(body));
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private static String report(String viewId, String members) {
    return "{\"view\":\"" + viewId + "\",\"part\":1,\"loaded\":true," + members
        + "\"times\":{\"ttfb\":80,\"fcp\":100,\"dcl\":150,\"load\":200}}";
  }

  private static int post(String body, String... more) throws IOException {
    Path file = Files.createTempFile(directory, "report", "");
    Files.writeString(file, body);
    List<String> options = new ArrayList<>(List.of(
        "-o",
        "/dev/null",
        "-w",
        "%{http_code}",
        "-A",
        AGENT,
        "-H",
        "Expect:",
        "--data-binary",
        "@" + file));
    if (List.of(more).stream().noneMatch(each -> each.startsWith("Content-Type: "))) {
      options.addAll(List.of("-H", "Content-Type: application/json"));
    }
    if (more.length == 0) {
      options.addAll(List.of("-H", "Sec-Fetch-Site: same-origin"));
    }
    options.addAll(List.of(more));
    options.add(url(PATH));
    return Integer.parseInt(Commands.curl(options.toArray(String[]::new)).out());
  }

  private static long reports(String outcome) {
    return (long) gateway.metric("lychgate_timings_reports_total", "outcome=\"" + outcome + "\"");
  }

  private static long resources(String outcome) {
    return (long) gateway.metric("lychgate_timings_resources_total", "outcome=\"" + outcome + "\"");
  }

  private static long pages(String outcome) {
    return (long) gateway.metric("lychgate_timings_pages_total", "outcome=\"" + outcome + "\"");
  }

  /** Returns the sums of one page. */
  private static JsonNode group(String page, String metric) {
    JsonNode groups =
        admin.get("/timings?by=page&page=" + page + "&metric=" + metric).get("groups");
    assertThat(groups.size()).isPositive();
    return groups.get(0);
  }

  // The script in pages.

  @ParameterizedTest
  @CsvSource({
    "--http1.1, /page, identity",
    "--http1.1, /gzip, gzip",
    "--http1.1, /br, br",
    "--http2, /page, identity",
    "--http2, /identity, identity",
    "--http2, /gzip, gzip",
    "--http2, /br, br",
    "--http2, /compressed, gzip",
    "--http2, /files/page.html, identity",
    "--http1.1, /odd-gzip, gzip",
    "--http2, /odd-br, br",
    "h3, /odd-gzip, gzip",
    "h3, /page, identity",
    "h3, /gzip, gzip",
    "h3, /br, br"
  })
  void putsTheScriptIntoThePageInItsCoding(String version, String path, String coding)
      throws Exception {
    Page page = getOver(version, path, "-H", "Accept-Encoding: gzip, br");

    String text = decoded(coding, page.body());
    Matcher script = SCRIPT.matcher(text);
    assertThat(script.find()).as(text.substring(0, 200)).isTrue();
    assertThat(text).startsWith("<!DOCTYPE html><html><head><script async");
    assertThat(script.replaceFirst("")).isEqualTo(PAGE);
    assertThat(page.isMeasured()).isTrue();
    assertThat(page.head())
        .contains("rev;desc=\"0\"")
        .doesNotContainIgnoringCase("content-length:");
  }

  /** Browsers show such pages, also without an end or a checksum. */
  @ParameterizedTest
  @CsvSource({
    "/cut-gzip, gzip, false",
    "/cut-br, br, false",
    "/no-checksum, gzip, false",
    "/wrong-checksum, gzip, false",
    "/padded-gzip, gzip, true",
    "/equal-rows, gzip, true"
  })
  void aPageWithAFaultyCodingStaysReadable(String path, String coding, boolean isWhole)
      throws Exception {
    for (String version : List.of("--http1.1", "--http2")) {
      Page page = getOver(version, path, "-H", "Accept-Encoding: gzip, br");

      String text = beginning(coding, page.body());
      assertThat(text).startsWith("<!DOCTYPE html><html><head><script async");
      assertThat(SCRIPT.matcher(text).replaceFirst(""))
          .satisfies(original -> assertThat(PAGE + "<p>row".repeat(400_000)).startsWith(original))
          .hasSizeGreaterThan(PAGE.length() / 2);
      if (isWhole) {
        assertThat(decoded(coding, page.body())).isEqualTo(text);
      } else {
        assertThatThrownBy(() -> decoded(coding, page.body()))
            .as("a part never looks like the whole")
            .isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void aCodedPageWithoutABodyStaysEmpty() throws Exception {
    assertThat(get("/no-bytes", "-H", "Accept-Encoding: gzip").body()).isEmpty();
  }

  @Test
  void aChangedPageHasAWeakTagAndIsConfirmedByIt() throws Exception {
    Page first = get("/stored");
    Page second = get("/stored", "-H", "If-None-Match: W/\"v1\"");

    assertThat(first.head()).contains("etag: W/\"v1\"").doesNotContain("accept-ranges");
    assertThat(second.head())
        .contains("HTTP/2 304", "etag: W/\"v1\"")
        .doesNotContain("repr-digest");
    assertThat(second.isMeasured()).isTrue();
  }

  @Test
  void digestsOfTheServerAreNotSentWithAChangedPage() throws Exception {
    Page page = getOver("--http1.1", "/digests");

    assertThat(page.text()).contains(PATH);
    assertThat(page.head().replace("Trailer: Repr-Digest", ""))
        .doesNotContainIgnoringCase("digest")
        .doesNotContainIgnoringCase("md5");
  }

  @Test
  void aClientMayForbidTheChange() throws Exception {
    long before = pages("no_transform");

    assertThat(get("/page", "-H", "Cache-Control: no-transform").text()).isEqualTo(PAGE);
    assertThat(pages("no_transform")).isEqualTo(before + 1);
  }

  @Test
  void aStreamedDocumentGetsTheScriptInTheMiddle() throws Exception {
    assertThat(get("/stream").text())
        .startsWith("<!DOCTYPE html><html><head><script async")
        .endsWith("</script><title>t</title></hea");
  }

  @Test
  void usesTheNonceOfThePage() throws Exception {
    assertThat(get("/nonce").text()).contains(" nonce=\"r4nd\"></script>");
  }

  @Test
  void aPolicyThatOnlyReportsGivesItsNonceAndBlocksNothing() throws Exception {
    assertThat(get("/report-nonce").text()).contains(" nonce=\"r3p0rt\"></script>");
    assertThat(get("/report-none").text()).contains(TimingScript.get().path());
  }

  @ParameterizedTest
  @CsvSource({
    "/json, ",
    "/part, ",
    "/off, ",
    "/text, no_place",
    "/download, download",
    "/fixed, no_transform",
    "/xhtml, ",
    "/empty, ",
    "/utf16, charset",
    "/wide, charset",
    "/sandbox, policy",
    "/meta, policy",
    "/two-policies, policy",
    "/blocked, policy",
    "/limited, policy",
    "/zstd, coding",
    "/two-codings, coding"
  })
  void leavesOtherResponsesAlone(String path, String outcome) throws Exception {
    long before = outcome == null ? 0 : pages(outcome);

    Page page = get(path, "--raw");

    assertThat(page.text()).doesNotContain(PATH);
    if (outcome == null) {
      assertThat(page.isMeasured()).isFalse();
    } else {
      assertThat(pages(outcome)).isEqualTo(before + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sec-Fetch-Dest: empty",
        "Sec-Fetch-Dest: iframe",
        "Sec-Fetch-Dest: script",
        "Sec-Purpose: prefetch;prerender",
        "DNT: 1",
        "Sec-GPC: 1",
        "User-Agent: Googlebot/2.1",
        "User-Agent: curl/8.0",
        "X-Requested-With: XMLHttpRequest"
      })
  void measuresNoOtherRequests(String field) throws Exception {
    Page page = get("/page", "-H", field);

    assertThat(page.isMeasured()).isFalse();
    assertThat(page.text()).isEqualTo(PAGE);
  }

  @Test
  void needsConsentWhereTheSiteSaysSo() throws Exception {
    assertThat(get("/consent").isMeasured()).isFalse();
    assertThat(get("/consent", "-H", "Cookie: agreed=no").isMeasured()).isFalse();
    assertThat(get("/consent", "-H", "Cookie: a=b; agreed=yes").isMeasured()).isTrue();
    assertThat(get("/consent", "-H", "X-Agreed: 1").isMeasured()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "true, 0, 0, true",
    "true, 1, 0, false",
    "true, 0, 1, false",
    "true, 1, 1, false",
    "false, 0, 0, false",
    "false, 1, 0, false",
    "false, 0, 1, false",
    "false, 1, 1, false"
  })
  void consentDoesNotOutweighDoNotTrack(
      boolean consents, String track, String privacy, boolean isMeasured) throws Exception {
    for (String consent : List.of("Cookie: agreed=yes", "X-Agreed: 1")) {
      Page page = get(
          "/consent",
          "-H",
          consents ? consent : "Cookie: agreed=no",
          "-H",
          "DNT: " + track,
          "-H",
          "Sec-GPC: " + privacy);

      assertThat(page.isMeasured()).isEqualTo(isMeasured);
      assertThat(page.text().contains(PATH)).isEqualTo(isMeasured);
    }
  }

  @Test
  void onePageMayLoadTheScriptItselfAndIgnoreDoNotTrack() throws Exception {
    Page page = get("/line", "-H", "DNT: 1");

    assertThat(page.text()).isEqualTo(PAGE);
    assertThat(page.isMeasured()).isTrue();
    assertThat(page.head()).contains("dnt;desc=\"off\"");
  }

  @Test
  void pagesBeyondTheSampleHaveTheScriptButNoViewId() throws Exception {
    long before = pages("not_sampled");

    Page page = get("/none");

    assertThat(page.text()).as("it may be stored and confirmed later").contains(PATH);
    assertThat(page.isMeasured()).isFalse();
    assertThat(pages("not_sampled")).isEqualTo(before + 1);
  }

  @Test
  void headRequestsAreNoViews() throws Exception {
    assertThat(get("/page", "-I").isMeasured()).isFalse();
  }

  /** RFC 9110 sections 8.6 and 9.3.2: a HEAD describes the response to a GET. */
  @Test
  void aHeadDescribesTheChangedPage() throws Exception {
    Page head = get("/stored", "-I");

    assertThat(head.head())
        .contains("HTTP/2 200", "etag: W/\"v1\"")
        .doesNotContain("content-length");
    assertThat(get("/stored", "-I", "-H", "If-None-Match: W/\"v1\"").head()).contains("HTTP/2 304");
    assertThat(get("/download", "-I").head()).contains("content-length");
  }

  @Test
  void aDownloadIsNoView() throws Exception {
    assertThat(get("/download").isMeasured()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2"})
  void servesTheScriptForEver(String version) {
    String path = TimingScript.get().path();
    Commands.Result result = Commands.curl(version, "-D", "-", url(path)).expectSuccess();

    assertThat(result.out())
        .contains("text/javascript", "nosniff", "immutable", "web-vitals", "globalPrivacyControl");
    assertThat(Commands.curl("-D", "-", url(PATH + ".js")).expectSuccess().out())
        .contains("max-age=3600")
        .doesNotContain("immutable");
    assertThat(Commands.curl("-o", "/dev/null", "-w", "%{http_code}", url(PATH)).out())
        .isEqualTo("405");
  }

  @Test
  void servesTheScriptWithGzipWithinItsLimit() {
    String path = TimingScript.get().path();
    Commands.Result sent =
        Commands.curl("--compressed", "-o", "/dev/null", "-w", "%{size_download}", url(path));

    assertThat(Integer.parseInt(sent.out())).isBetween(1, 4096);
    assertThat(Commands.curl("--compressed", "-D", "-", url(PATH + ".js"))
            .expectSuccess()
            .out())
        .contains("vary: accept-encoding", "web-vitals");
  }

  // Reports.

  @Test
  void aReportIsInTheApiWithinSeconds() throws Exception {
    String viewId = get("/page").viewId();
    assertThat(post(report(viewId, "\"proto\":\"h2\",\"net\":\"4g\",\"statics\":[3,2,1],")))
        .isEqualTo(204);
    assertThat(
            post("{\"view\":\"" + viewId + "\",\"part\":2,\"times\":{\"lcp\":120,\"cls\":0.01}}"))
        .isEqualTo(204);

    Await.until(() -> {
      JsonNode view = admin.get("/views/" + viewId.substring(0, 16));
      assertThat(view.get("isFinal").asBoolean()).isTrue();
      assertThat(view.get("outcome").asString()).isEqualTo("loaded");
      assertThat(view.get("page").asString()).isEqualTo("/page");
      assertThat(view.get("protocol").asString()).isEqualTo("h2");
      assertThat(view.get("cacheState").asString()).isEqualTo("warm");
      assertThat(view.get("device").asString()).isEqualTo("desktop");
      assertThat(view.get("browser").asString()).isEqualTo("firefox");
      assertThat(view.get("times").get("ttfb").asDouble()).isEqualTo(80);
      assertThat(view.get("times").get("lcp").asDouble()).isEqualTo(120);
    });
    Await.until(() -> {
      JsonNode group = group("/page", "ttfb");
      assertThat(group.get("key").asString()).isEqualTo("/page");
      assertThat(group.get("views").asLong()).isPositive();
      assertThat(group.at("/metrics/ttfb/p50").asDouble(0)).isBetween(79.0, 81.0);
      assertThat(group.at("/metrics/lcp/count").asLong(0)).isPositive();
      assertThat(group.get("points").size()).isPositive();
    });
    assertThat(admin.get("/views?page=/page&outcome=loaded").get("total").asLong())
        .isPositive();
    assertThat(admin.get("/timings?by=protocol").get("groups").toString()).contains("\"h2\"");
  }

  @Test
  void failedAndTruncatedLoadsAreCountedExactly() throws Exception {
    int[] lengths = {get("/exact").body().length};
    for (int i = 0; i < 3; i++) {
      assertThat(post(report(get("/exact").viewId(), "\"failed\":2,"))).isEqualTo(204);
    }
    for (int i = 0; i < 2; i++) {
      String members = "\"bytes\":" + (lengths[0] - 1) + ",";
      assertThat(post(report(get("/exact").viewId(), members))).isEqualTo(204);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(post(report(get("/exact").viewId(), "\"bytes\":" + lengths[0] + ",")))
          .isEqualTo(204);
    }
    assertThat(
            post(report(get("/exact").viewId(), "").replace("\"loaded\":true", "\"loaded\":false")))
        .isEqualTo(204);

    Await.until(() -> {
      JsonNode group = group("/exact", "lcp");
      assertThat(group.get("views").asLong()).isEqualTo(10);
      assertThat(group.get("failed").asLong()).isEqualTo(3);
      assertThat(group.get("truncated").asLong()).isEqualTo(2);
      assertThat(group.get("abandoned").asLong()).isEqualTo(1);
    });
    assertThat(admin.get("/views?page=/exact&outcome=truncated").get("total").asLong())
        .isEqualTo(2);
  }

  @Test
  void aPageThatIsCutCountsOnceWithAndWithoutItsReport() throws Exception {
    String reported = get("/cut").viewId();
    String silent = getOver("--http1.1", "/cut").viewId();
    assertThat(post(report(reported, "\"bytes\":10,"))).isEqualTo(204);

    Await.until(() -> {
      JsonNode group = group("/cut", "lcp");
      assertThat(group.get("views").asLong()).isEqualTo(2);
      assertThat(group.get("truncated").asLong()).isEqualTo(2);
      assertThat(admin.get("/views/" + silent).get("outcome").asString()).isEqualTo("truncated");
      assertThat(admin.get("/views/" + reported).get("times").get("ttfb").asDouble())
          .isEqualTo(80);
    });
  }

  @Test
  void aReportOfTypeTextIsTakenFromAPageOfTheSiteOnly() throws Exception {
    String type = "Content-Type: text/plain;charset=UTF-8";
    long other = reports("other_site");
    String report = report(get("/text-report").viewId(), "");

    for (String sender : List.of(
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Origin: https://evil.test",
        "Origin: null",
        "X-Sender: 1")) {
      assertThat(post(report, "-H", sender, "-H", type)).as(sender).isEqualTo(403);
    }
    assertThat(reports("other_site")).isEqualTo(other + 5);
    assertThat(post(report, "-H", "Sec-Fetch-Site: same-origin", "-H", type)).isEqualTo(204);
  }

  // Reports that are refused.

  @Test
  void dropsForgedForeignAndAbsurdReportsByReason() throws Exception {
    String viewId = get("/hostile").viewId();
    long forged = reports("forged");
    long other = reports("other_site");
    long absurd = reports("absurd");
    long malformed = reports("malformed");
    long large = reports("too_large");

    String changed = (viewId.charAt(20) == 'A' ? "B" : "A") + viewId.substring(21);
    assertThat(post(report(viewId.substring(0, 20) + changed, ""))).isEqualTo(403);
    assertThat(post(report("A".repeat(200), ""))).isEqualTo(403);
    assertThat(reports("forged")).isEqualTo(forged + 2);

    assertThat(post(report(viewId, ""), "-H", "Sec-Fetch-Site: cross-site")).isEqualTo(403);
    assertThat(post(report(viewId, ""), "-H", "Origin: https://evil.test")).isEqualTo(403);
    assertThat(
            post(report(viewId, ""), "-H", "Sec-Fetch-Site: same-origin", "-H", "Host: other.test"))
        .as("the view of another site of the gateway")
        .isEqualTo(403);
    assertThat(reports("other_site")).isEqualTo(other + 3);

    for (String times : List.of(
        "{\"ttfb\":-1}",
        "{\"load\":999999}",
        "{\"ttfb\":NaN}",
        "{\"ttfb\":9,\"fcp\":1}",
        "{\"ttfb\":9,\"lcp\":1}",
        "{\"ttfb\":9,\"load\":1}",
        "{\"ttfb\":1e400}")) {
      assertThat(post("{\"view\":\"" + viewId + "\",\"part\":1,\"times\":" + times + "}"))
          .as(times)
          .isEqualTo(400);
    }
    assertThat(reports("absurd")).isEqualTo(absurd + 7);

    assertThat(post("not JSON")).isEqualTo(400);
    assertThat(post("[".repeat(5000))).isEqualTo(400);
    assertThat(post(
            report(viewId, ""),
            "-H",
            "Sec-Fetch-Site: same-origin",
            "-H",
            "Content-Type: application/x-www-form-urlencoded"))
        .isEqualTo(415);
    assertThat(post(
            report(viewId, ""),
            "-H",
            "Sec-Fetch-Site: same-origin",
            "-H",
            "Content-Encoding: gzip"))
        .isEqualTo(415);
    assertThat(reports("malformed")).isEqualTo(malformed + 4);

    assertThat(post(" ".repeat(10 << 20))).isEqualTo(413);
    assertThat(post(
            " ".repeat(20_000),
            "-H",
            "Sec-Fetch-Site: same-origin",
            "-H",
            "Transfer-Encoding: chunked",
            "--http1.1"))
        .isEqualTo(413);
    assertThat(reports("too_large")).isEqualTo(large + 2);

    assertThat(post(report(viewId, ""))).as("and a good one is taken").isEqualTo(204);
    Await.until(() ->
        assertThat(admin.get("/views/" + viewId).get("outcome").asString()).isEqualTo("loaded"));
  }

  @Test
  void dropsHostileResourcesByReasonAlsoAfterAReload() throws Exception {
    Page page = get("/waterfall");
    assertThat(page.head()).contains("rows;desc=\"on\"");
    gateway.apply(yaml("{ inject: true, waterfalls: 0, reportsPerNetwork: 100000 }"));
    String good = "[\"/a.css\",90,91,110,115,11,\"link\",\"h2\",0]";
    long taken = resources("taken");
    long absurd = resources("absurd");
    long other = resources("other_origin");
    long many = resources("too_many");
    long unsampled = resources("not_sampled");
    long large = reports("too_large");

    assertThat(post(report(page.viewId(), "\"rows\":[" + (good + ",").repeat(9_999) + good + "],")))
        .as("10,000 resources")
        .isEqualTo(413);
    assertThat(post(report(
            page.viewId(), "\"rows\":[" + good.replace("a.css", "n".repeat(10 << 10)) + "],")))
        .as("a name of 10 KB")
        .isEqualTo(413);
    assertThat(reports("too_large")).isEqualTo(large + 2);
    assertThat(post(report(
            page.viewId(),
            "\"rows\":[" + good.replace("91", "NaN") + ","
                + good.replace("/a.css", "https://evil.test/") + ","
                + (good + ",").repeat(49) + good + "],")))
        .isEqualTo(204);
    assertThat(resources("taken")).isEqualTo(taken + 40);
    assertThat(resources("absurd")).isEqualTo(absurd + 1);
    assertThat(resources("other_origin")).isEqualTo(other + 1);
    assertThat(resources("too_many")).isEqualTo(many + 10);
    assertThat(post(report(get("/line").viewId(), "\"rows\":[" + good + "],"))).isEqualTo(204);
    assertThat(resources("not_sampled")).isEqualTo(unsampled + 1);

    Await.until(() -> {
      JsonNode waterfall = admin.get("/views/" + page.viewId() + "/waterfall");
      assertThat(waterfall.get("rows").size()).isEqualTo(41);
      assertThat(waterfall.get("lostInBrowser").asInt()).isEqualTo(12);
      assertThat(waterfall.get("hasGateway").asBoolean()).isTrue();
    });
    assertThat(get("/other").head()).doesNotContain("rows;");
  }

  @Test
  void aReportThatIsCutIsCountedOverEachProtocol() throws Exception {
    long cut = reports("cut");
    int port = gateway.port("tls");
    String head = "POST " + PATH + " HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n"
        + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n";
    Http1Peer h1 = Http1Peer.on(TestCertificates.trustingAll()
        .getSocketFactory()
        .createSocket(InetAddress.getLoopbackAddress(), port));
    h1.send(head).close();
    Await.until(() -> assertThat(reports("cut")).isEqualTo(cut + 1));

    String[] fields = {
      ":method",
      "POST",
      ":scheme",
      "https",
      ":authority",
      "localhost:" + port,
      ":path",
      PATH,
      "sec-fetch-site",
      "same-origin",
      "content-type",
      "application/json"
    };
    try (Http2Peer h2 = Http2Peer.connectTls(port)) {
      h2.headers(1, false, fields).data(1, false, new byte[] {'{'});
      h2.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
      Await.until(() -> assertThat(reports("cut")).isEqualTo(cut + 2));
      h2.headers(3, false, fields)
          .data(3, true, "{\"view\":\"a\",\"view\":\"b\"}".getBytes(StandardCharsets.UTF_8));
      assertThat(h2.readResponse(3).status()).as("the connection goes on").isEqualTo(400);
    }
    try (Http3Client h3 = Http3Client.connect(port, "localhost")) {
      Http3Request request = h3.open();
      request.headers(
          Http3Request.head("POST", PATH)
              .set("sec-fetch-site", "same-origin")
              .set("content-type", "application/json"),
          false);
      request.data(new byte[] {'{'}, false).sync();
      // A reset may overtake the request, which then has never been there (RFC 9000 section 3.2).
      Await.until(
          () -> assertThat(gateway.metric("lychgate_exchanges_in_flight", "protocol=\"h3\""))
              .isEqualTo(1));
      request.reset(H3_REQUEST_CANCELLED);
      Await.until(() -> assertThat(reports("cut")).isEqualTo(cut + 3));
    }
  }

  @Test
  void aReplayChangesNothing() throws Exception {
    long replayed = reports("replayed");
    String viewId = get("/replayed").viewId();
    for (int i = 0; i < 5; i++) {
      assertThat(post(report(viewId, ""))).isEqualTo(204);
    }

    Await.until(() -> assertThat(reports("replayed")).isEqualTo(replayed + 4));
    Await.until(() -> {
      JsonNode group = group("/replayed", "lcp");
      assertThat(group.get("views").asLong()).isEqualTo(1);
      assertThat(group.get("metrics").get("ttfb").get("count").asLong()).isEqualTo(1);
    });
  }

  @Test
  void aTabInTheBackgroundIsNoView() throws Exception {
    long background = reports("background");
    String viewId = get("/background").viewId();

    assertThat(post("{\"view\":\"" + viewId + "\",\"part\":1,\"hidden\":true}")).isEqualTo(204);

    Await.until(() -> assertThat(reports("background")).isEqualTo(background + 1));
    assertThat(admin.get("/views?page=/background").get("total").asLong()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "/excluded, DNT: 1, do_not_track",
    "/excluded, Sec-GPC: 1, do_not_track",
    "/excluded, User-Agent: Googlebot/2.1, bot",
    "/excluded, Sec-Purpose: prefetch;prerender, prefetch",
    "/consent, Cookie: agreed=no, no_consent",
    "/consent, DNT: 1, do_not_track"
  })
  void aReportOfWhatIsNotMeasuredDoesNotCount(String path, String field, String outcome)
      throws Exception {
    long before = reports(outcome);
    String viewId = get(path, "-H", "Cookie: agreed=yes").viewId();

    assertThat(post(report(viewId, ""), "-H", "Sec-Fetch-Site: same-origin", "-H", field))
        .isEqualTo(204);

    Await.until(() -> assertThat(reports(outcome)).isEqualTo(before + 1));
    assertThat(admin.get("/views?page=" + path).get("total").asLong()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"/line, DNT: 1", "/consented, Cookie: a=b"})
  void aReportCountsByThePolicyOfItsPage(String path, String field) throws Exception {
    String viewId = get(path, "-H", "Cookie: agreed=yes").viewId();

    assertThat(post(report(viewId, ""), "-H", "Sec-Fetch-Site: same-origin", "-H", field))
        .isEqualTo(204);

    Await.until(() ->
        assertThat(admin.get("/views/" + viewId).get("outcome").asString()).isEqualTo("loaded"));
  }

  @Test
  void oneNetworkMaySendSoManyReportsInAMinuteAlsoAfterAReload() throws Exception {
    long rate = reports("rate");
    gateway.apply(yaml("{ inject: true, waterfalls: 0, reportsPerNetwork: 1 }")
        .replace("policies: { timings: {} }", "policies: { off: [ ] }")
        .replace("consent: { cookie", "reportsPerNetwork: 1, consent: { cookie")
        .replace("respectDoNotTrack: false", "reportsPerNetwork: 1, respectDoNotTrack: false")
        .replace("waterfalls: 1", "reportsPerNetwork: 1, waterfalls: 1")
        .replace("sample: 0", "reportsPerNetwork: 1, sample: 0"));
    try {
      String body = report("A".repeat(200), "");
      assertThat(List.of(post(body), post(body), post(body), post(body))).contains(429);
      assertThat(reports("rate")).isGreaterThan(rate);
    } finally {
      gateway.apply(yaml("{ inject: true, waterfalls: 0, reportsPerNetwork: 100000 }"));
    }
  }

  @Test
  void aSiteWithAHighLimitLiftsThatOfNoOther() throws Exception {
    String high = yaml("{ inject: true, waterfalls: 0, reportsPerNetwork: 100000 }");
    // The policy of the site replaces that of the listener.
    gateway.apply(high.replace(
            "tls: { certificates",
            "policies: { timings: { reportsPerNetwork: 10000000 } }\n    tls: { certificates")
        .replace("timings: {} }", "timings: { reportsPerNetwork: 2 } }"));
    try {
      String body = report("A".repeat(200), "");
      List<Integer> other = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        other.add(post(body, "-H", "Sec-Fetch-Site: same-origin", "-H", "Host: other.test"));
      }
      assertThat(other).contains(429);
      assertThat(post(report(get("/shared").viewId(), ""))).isEqualTo(204);
    } finally {
      gateway.apply(high);
    }
  }

  @Test
  void refusesQuestionsThatMakeNoSense() {
    for (String question : List.of(
        "/timings?by=moon", "/timings?metric=speed", "/views?outcome=lost", "/timings?seconds=0")) {
      assertThat(admin.ask("GET", question, Map.of(), 0).statusCode())
          .as(question)
          .isEqualTo(400);
    }
    assertThat(admin.ask("GET", "/views/unknown", Map.of(), 0).statusCode()).isEqualTo(404);
  }
}
