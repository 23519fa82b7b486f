package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.OriginVisit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Responses and hints before a page: promises to clients that accept them, one 103 to others, and nothing that they have cached.
 */
@EachJdk
final class PushIT {
  private static final int ENABLE_PUSH = 2;

  private static final AtomicInteger VISITS = new AtomicInteger();

  /** Opens when the pushes of /failing have failed. */
  private static final CountDownLatch PUSHES_FAILED = new CountDownLatch(1);

  private static final String MANIFEST = """
      rules:
        - match: { path: "/" }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /assets/app.js, as: script }
            - { url: /assets/hero.jpg, as: image, tier: 2, mode: hint }
        - match: { path: "/once" }
          assets:
            - { url: /assets/app.js, as: script }
        - match: { path: "/failing" }
          assets:
            - { url: /broken.css, as: style }
            - { url: /cut.css, as: style }
            - { url: /refused.css, as: style }
            - { url: /assets/own0.css, as: style }
        - match: { path: "/moved" }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /old.css, as: style }
            - { url: /assets/nowhere.js, as: script }
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("site.yaml", MANIFEST)
      .file("public/assets/site.css", "body { margin: 0 }")
      .file("public/assets/app.js", "start()")
      .file("public/assets/hero.jpg", "picture")
      .file("public/assets/own0.css", "p { margin: 0 }")
      .file("public/assets/own1.css", "p { margin: 0 }")
      .more("push: { manifests: [ site.yaml ] }\n");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/", visit -> page(visit, 1))
        .on("/unknown", visit -> page(visit, 2))
        .on("/once", visit -> page(visit, 1))
        .on("/linked", PushIT::linked)
        .on(
            "/account",
            visit -> visit.respond(200, "<p>", "Link: </user/alice.css>; rel=preload; as=style"))
        .on(
            "/private",
            visit -> visit.respond(
                200,
                "<p>",
                "Cache-Control: private, no-store",
                "Link: </user/alice.css>; rel=preload; as=style"))
        .on(
            "/push-only",
            visit -> visit.respond(
                200,
                "<p>",
                "Content-Type: text/html",
                "Link: </assets/own0.css>; rel=preload; as=style; x-http2-push-only, </n>; rel=next"))
        .on("/failing", visit -> {
          Await.latch(PUSHES_FAILED);
          visit.respond(200, "<p>", "Content-Type: text/html");
        })
        .on("/broken.css", visit -> visit.respond(500, "no"))
        .on("/cut.css", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 9\r\n\r\np");
          visit.close();
        })
        .on("/refused.css", visit -> {
          Await.latch(PUSHES_FAILED);
          visit.respond(200, "p { }", "Cache-Control: max-age=60");
        })
        .on("/dead", visit -> {
          visit.send("HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload; as=style\r\n\r\n");
          visit.close();
        })
        .on("/moved", visit -> visit.respond(200, "<p>", "Content-Type: text/html"))
        .on("/old.css", visit -> visit.respond(302, "", "Location: /assets/site.css"))
        .on("/plain", visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
  }

  /** A page that names its own assets when it is complete, one of them for this visitor only. */
  private static void linked(OriginVisit visit) throws IOException {
    visit.respond(
        200,
        "<p>page</p>",
        "Content-Type: text/html",
        "Link: </assets/site.css>; rel=preload; as=style",
        "Link: </assets/" + VISITS.incrementAndGet() + ".jpg>; rel=preload; as=image");
  }

  /** A page whose origin sends its own hints first. */
  private static void page(OriginVisit visit, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      visit.send("HTTP/1.1 103 Early Hints\r\nLink: </assets/own" + i
          + ".css>; rel=preload; as=style; fetchpriority=high\r\n"
          + "Content-Security-Policy: style-src 'self'\r\nX-Other: 1\r\n\r\n");
    }
    visit.respond(200, "<p>page</p>", "Content-Type: text/html");
  }

  private static String cookieOf(String output) {
    int at = output.indexOf("lychgate_casper=");
    assertThat(at).isPositive();
    return output.substring(at, output.indexOf(';', at));
  }

  @Test
  void promisesTheFirstTierToANewVisitorAndNothingTwice() {
    String cold = Commands.nghttp("-nv", GATEWAY.https("/")).expectSuccess().out();
    String warm = Commands.nghttp("-nv", "-H", "cookie: " + cookieOf(cold), GATEWAY.https("/"))
        .expectSuccess()
        .out();

    // Two of the manifest; the hint of the origin also becomes a promise.
    assertThat(cold.split("recv PUSH_PROMISE frame", -1)).hasSize(1 + 3);
    assertThat(cold)
        .contains(":path: /assets/site.css", ":path: /assets/app.js", ":path: /assets/own0.css");
    assertThat(cold).doesNotContain(":status: 103");
    assertThat(warm).doesNotContain("PUSH_PROMISE frame").contains(":status: 200");
  }

  @Test
  void hintsToNghttpWithoutPush() {
    String out =
        Commands.nghttp("-nv", "--no-push", GATEWAY.https("/")).expectSuccess().out();

    assertThat(out).doesNotContain("PUSH_PROMISE frame");
    assertThat(out.split(":status: 103", -1)).hasSize(1 + 1);
    assertThat(out).contains("</assets/site.css>; rel=preload; as=style");
  }

  @Test
  void hintsToCurlOnceAndDropsTheHintsOfTheOrigin() {
    String out =
        Commands.curl("--http2", "-i", GATEWAY.https("/once")).expectSuccess().out();

    assertThat(out).startsWith("HTTP/2 103").contains("HTTP/2 200");
    assertThat(out.split("HTTP/2 103", -1)).hasSize(1 + 1);
    assertThat(out).contains("</assets/app.js>").doesNotContain("/assets/own0.css");
  }

  @Test
  void hintsLinksCommonToTheLastTwoVisitorsOfAPage() {
    for (int visit = 1; visit <= 2; visit++) {
      assertThat(Commands.curl("--http2", "-i", GATEWAY.https("/linked?" + visit))
              .expectSuccess()
              .out())
          .startsWith("HTTP/2 200")
          .contains("</assets/site.css>");
    }

    String out = Commands.curl("--http2", "-i", GATEWAY.https("/linked?3"))
        .expectSuccess()
        .out();

    String early = out.substring(0, out.indexOf("HTTP/2 200"));
    assertThat(early).startsWith("HTTP/2 103").contains("</assets/site.css>");
    assertThat(early).doesNotContain(".jpg");
  }

  @Test
  void hintsNoLinkOfAnotherVisitorsPage() {
    try (Http2Peer alice = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      for (int stream = 1; stream <= 7; stream += 2) {
        alice.get(stream, stream < 4 ? "/account" : "/private").readResponse(stream);
      }
    }
    try (Http2Peer bob = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      bob.get(1, "/account").readResponse(1);
      bob.get(3, "/private").readResponse(3);
      assertThat(bob.trace().toString()).doesNotContain(":status: 103");
    }
    try (Http2Peer carol = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      carol.get(1, "/private").readResponse(1);
      assertThat(carol.trace().toString()).doesNotContain(":status: 103");
    }
  }

  @Test
  void removesPushOnlyLinksFromTheResponse() {
    String out = Commands.curl("--http2", "-i", GATEWAY.https("/push-only"))
        .expectSuccess()
        .out();

    assertThat(out).contains("</n>; rel=next").doesNotContain("own0.css");
    assertThat(
            Commands.nghttp("-nv", GATEWAY.https("/push-only")).expectSuccess().out())
        .contains(":path: /assets/own0.css");
  }

  @Test
  void forwardsTheFirstHintsOfTheOriginIfThereAreNoOthers() {
    String out = Commands.curl("--http2", "-i", GATEWAY.https("/unknown"))
        .expectSuccess()
        .out();

    assertThat(out.split("HTTP/2 103", -1)).hasSize(1 + 1);
    assertThat(out).contains("/assets/own0.css").doesNotContain("/assets/own1.css");
    assertThat(out.substring(0, out.indexOf("HTTP/2 200")))
        .contains("; fetchpriority=high", "content-security-policy: style-src 'self'")
        .doesNotContain("x-other");
  }

  @Test
  void hintsNothingOverHttp1() {
    assertThat(
            Commands.curl("--http1.1", "-i", GATEWAY.https("/")).expectSuccess().out())
        .doesNotContain(" 103");
  }

  @Test
  void sendsAnHttpOnlySameSiteCookie() {
    String out =
        Commands.curl("--http2", "-i", GATEWAY.https("/")).expectSuccess().out();
    String cookie =
        out.lines().filter(l -> l.startsWith("set-cookie: ")).findFirst().orElse("");

    assertThat(cookie)
        .startsWith("set-cookie: lychgate_casper=")
        .containsIgnoringCase("; HttpOnly")
        .containsIgnoringCase("; SameSite=Lax")
        .containsIgnoringCase("; Path=/")
        .containsIgnoringCase("; Max-Age=");
  }

  @Test
  void hintsTheNextTierToAVisitorWithTheFirstCached() {
    String cold =
        Commands.curl("--http2", "-i", GATEWAY.https("/")).expectSuccess().out();
    String warm = Commands.curl(
            "--http2", "-i", "-H", "cookie: " + cookieOf(cold), GATEWAY.https("/"))
        .expectSuccess()
        .out();

    assertThat(cold).contains("/assets/site.css").doesNotContain("/assets/hero.jpg");
    assertThat(warm).contains("</assets/hero.jpg>").doesNotContain("</assets/site.css>");
  }

  @Test
  void doesNotHintToAScriptRequest() {
    assertThat(Commands.curl("--http2", "-i", "-H", "sec-fetch-mode: cors", GATEWAY.https("/"))
            .expectSuccess()
            .out())
        .doesNotContain("HTTP/2 103");
  }

  @Test
  void promisesBeforeThePageAndOncePerConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 1)) {
      client.get(1, "/").readResponse(1);
      List<Integer> first = client.trace().stream().map(Http2Peer.Frame::type).toList();
      client.get(3, "/").readResponse(3);
      long promises = client.trace().stream()
          .filter(frame -> frame.type() == Http2Peer.PUSH_PROMISE)
          .count();

      assertThat(first.indexOf(Http2Peer.PUSH_PROMISE))
          .isPositive()
          .isLessThan(first.indexOf(Http2Peer.DATA));
      assertThat(promises).isEqualTo(3);
    }
  }

  @Test
  void skipsMissingOrRedirectedAssetsAfterTheirFirstResponse() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/moved").readResponse(1);
      assertThat(client.trace().toString()).contains("</old.css>", "</assets/nowhere.js>");
      assertThat(client.get(3, "/old.css").readResponse(3).status()).isEqualTo(302);
      assertThat(client.get(5, "/assets/nowhere.js").readResponse(5).status()).isEqualTo(404);
    }
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/moved").readResponse(1);

      assertThat(client.trace().toString())
          .contains("</assets/site.css>")
          .doesNotContain("</old.css>", "</assets/nowhere.js>");
    }
  }

  /** Reads the next promises up to that of this path, and returns the number of its stream. */
  private static int promised(Http2Peer client, String path) {
    Http2Peer.Frame promise = client.readUntil(frame ->
        frame.type() == Http2Peer.PUSH_PROMISE && frame.fields().contains(":path: " + path));
    return ByteBuffer.wrap(promise.payload()).getInt();
  }

  @Test
  void failedPushIsNotRecordedAsCached() {
    String cookie;
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 1)) {
      client.get(1, "/failing");
      int broken = promised(client, "/broken.css");
      int cut = promised(client, "/cut.css");
      int refused = promised(client, "/refused.css");
      client.send(Http2Peer.RST_STREAM, 0, refused, new byte[] {0, 0, 0, 7});
      client.send(Http2Peer.PING, 0, 0, new byte[8]);
      Set<Object> awaited = new HashSet<>(Set.of(broken, cut, "ping"));
      while (!awaited.isEmpty()) {
        Http2Peer.Frame frame = client.read();
        if (frame.ends() || frame.type() == Http2Peer.RST_STREAM) {
          awaited.remove(frame.stream());
        } else if (frame.type() == Http2Peer.PING) {
          awaited.remove("ping");
        }
      }
      PUSHES_FAILED.countDown();
      cookie = cookieOf(client.readResponse(1).head());
      assertThat(client.trace().toString()).contains(":path: /assets/own0.css");
    }
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 1)) {
      client.get(1, "/failing", "cookie", cookie).readResponse(1);

      assertThat(client.trace().toString())
          .contains(":path: /broken.css", ":path: /cut.css", ":path: /refused.css")
          .doesNotContain(":path: /assets/own0.css");
    }
  }

  @Test
  void pageThatFailsAfterItsHintsCarriesNoCookie() {
    String out = Commands.curl("--http2", "-i", GATEWAY.https("/dead")).out();

    assertThat(out).startsWith("HTTP/2 103").contains("HTTP/2 502").doesNotContain("set-cookie");
  }

  @Test
  void promisesNothingToAClientThatDisablesPush() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      assertThat(client.get(1, "/").readResponse(1).status()).isEqualTo(200);
      assertThat(client.trace()).noneMatch(frame -> frame.type() == Http2Peer.PUSH_PROMISE);
    }
  }
}
