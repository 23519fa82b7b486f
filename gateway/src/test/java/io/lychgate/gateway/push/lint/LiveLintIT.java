package io.lychgate.gateway.push.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.testkit.EachJdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EachJdk
class LiveLintIT {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private URI origin;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    origin = URI.create("http://localhost:" + server.getAddress().getPort());
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void respond(String path, int status, int bytes, String... fields) {
    server.createContext(path, exchange -> respond(exchange, status, bytes, fields));
  }

  private static void respond(HttpExchange exchange, int status, int bytes, String... fields)
      throws IOException {
    for (String field : fields) {
      int colon = field.indexOf(": ");
      exchange.getResponseHeaders().add(field.substring(0, colon), field.substring(colon + 2));
    }
    exchange.sendResponseHeaders(status, bytes == 0 ? -1 : bytes);
    try (exchange) {
      exchange.getResponseBody().write(new byte[bytes]);
    }
  }

  private List<String> lint(String... assets) throws InterruptedException {
    StringBuilder yaml = new StringBuilder("rules:\n  - match: { path: / }\n    assets:\n");
    for (String asset : assets) {
      yaml.append("      - { url: ").append(asset).append(" }\n");
    }
    LocatedManifest manifest =
        new ManifestReader().readLocated(yaml.toString(), "m.yaml").value();
    HttpClient client = HttpClient.newHttpClient();
    return new LiveLint(manifest, origin, client, 1000)
        .findings().stream().map(Finding::toString).toList();
  }

  @Test
  void goodResponsesCauseNoFinding() throws InterruptedException {
    respond(
        "/a.css",
        200,
        100,
        "Content-Type: text/css; charset=utf-8",
        "Cache-Control: public, max-age=600");
    respond(
        "/m.js",
        200,
        100,
        "Content-Type: text/javascript",
        "Cache-Control: max-age=31536000, immutable");
    respond("/f.woff2", 200, 100, "Content-Type: font/woff2", "Cache-Control: max-age=600");
    respond(
        "/i.png", 200, 100, "Content-Type: image/png", "Expires: Thu, 01 Jan 2099 00:00:00 GMT");

    assertThat(lint(
            "/a.css, as: style",
            "/m.js, as: module",
            "/f.woff2, as: font, type: font/woff2",
            "/i.png, as: image",
            "https://cdn.test, as: connect"))
        .isEmpty();
  }

  @Test
  void responseThatMakesAHintUselessIsAnErrorAtItsAsset() throws InterruptedException {
    respond("/gone.css", 404, 10, "Content-Type: text/html");
    respond("/moved.css", 301, 0, "Location: /new.css");
    respond("/page.css", 200, 10, "Content-Type: text/html", "Cache-Control: max-age=600");
    respond("/old.woff", 200, 10, "Content-Type: font/woff", "Cache-Control: max-age=600");
    respond("/private.js", 200, 10, "Content-Type: text/javascript", "Cache-Control: no-store");
    respond("/bare.js", 200, 10, "Content-Type: text/javascript");
    respond(
        "/vary.js",
        200,
        10,
        "Content-Type: text/javascript",
        "Cache-Control: max-age=600",
        "Vary: *");
    String site = origin.toString();

    assertThat(lint(
            "/gone.css, as: style",
            "/moved.css, as: style",
            "/page.css, as: style",
            "/old.woff, as: font, type: font/woff2",
            "/private.js, as: script",
            "/bare.js, as: script",
            "/vary.js, as: script"))
        .containsExactly(
            "m.yaml:4:16: error: rules[0].assets[0].url: /gone.css has status 404 (expected: 200)",
            "m.yaml:5:16: error: rules[0].assets[1].url: /moved.css redirects to /new.css (expected: the URL that the page itself uses, with status 200)",
            "m.yaml:6:31: error: rules[0].assets[2].as: style, but /page.css is text/html (a browser does not use it for the page)",
            "m.yaml:7:43: error: rules[0].assets[3].type: font/woff2, but /old.woff is font/woff",
            "m.yaml:8:16: error: rules[0].assets[4].url: /private.js may not be reused (Cache-Control: no-store), so a browser would fetch it twice (expected: a lifetime)",
            "m.yaml:9:16: error: rules[0].assets[5].url: /bare.js may not be reused (no Cache-Control, no Expires, no Last-Modified), so a browser would fetch it twice (expected: a lifetime)",
            "m.yaml:10:16: error: rules[0].assets[6].url: /vary.js has Vary: *, so it is never reused");
    assertThat(site).startsWith("http://localhost");
  }

  @Test
  void inefficientHintIsAWarning() throws InterruptedException {
    respond("/short.js", 200, 10, "Content-Type: text/javascript", "Cache-Control: max-age=5");
    respond(
        "/guess.js",
        200,
        10,
        "Content-Type: text/javascript",
        "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT");
    respond("/large.js", 200, 1001, "Content-Type: text/javascript", "Cache-Control: max-age=600");
    respond("/empty.js", 200, 0, "Content-Type: text/javascript", "Cache-Control: max-age=600");
    respond("/untyped.js", 200, 10, "Cache-Control: max-age=600");
    respond("/push.js", 200, 60_000, "Content-Type: text/javascript", "Cache-Control: max-age=600");

    assertThat(lint(
            "/short.js, as: script",
            "/guess.js, as: script",
            "/large.js, as: script",
            "/empty.js, as: script",
            "/untyped.js, as: script",
            "/push.js, as: script, mode: push"))
        .containsExactly(
            "m.yaml:4:16: warning: rules[0].assets[0].url: /short.js is fresh for 5 s only (expected: 60 at least, or the next page fetches it again)",
            "m.yaml:5:16: warning: rules[0].assets[1].url: /guess.js has no lifetime, so browsers must estimate one (expected: Cache-Control: max-age)",
            "m.yaml:6:16: warning: rules[0].assets[2].url: /large.js is large: 1001 bytes (expected: at most 1000, it competes with the page)",
            "m.yaml:7:16: warning: rules[0].assets[3].url: /empty.js is empty",
            "m.yaml:8:33: warning: rules[0].assets[4].as: /untyped.js has no content type",
            "m.yaml:9:16: warning: rules[0].assets[5].url: /push.js is large: 60000 bytes (expected: at most 1000, it competes with the page)");
  }

  @Test
  void unreachableSiteIsAnErrorAndNoException() throws InterruptedException {
    server.stop(0);

    assertThat(lint("/a.css, as: style", "\"/%zz\", as: fetch"))
        .satisfiesExactly(
            first -> assertThat(first)
                .startsWith("m.yaml:4:16: error: rules[0].assets[0].url: /a.css: no response ("),
            second -> assertThat(second)
                .startsWith("m.yaml:5:16: error: rules[0].assets[1].url: /%zz: no response ("));
  }
}
