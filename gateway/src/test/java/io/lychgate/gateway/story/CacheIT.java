package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The response cache of a route, with real clients and a real upstream. Each test has paths of its own. */
final class CacheIT {
  private static final String FRESH = "Cache-Control: max-age=600";
  private static final int PING = Http2Peer.PING;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .routes(
          "- { id: uncached, match: { path: \"/uncached/*\" }, proxy: { upstream: app } }",
          "- { id: more, match: { path: \"/more/*\" }, proxy: { upstream: app }, policies: { cache:"
              + " { ttl: 60s, setCookie: true, authorized: true, clients: ignore,"
              + " staleWhileRevalidate: 60s, staleIfError: 60s,"
              + " key: { headers: [ X-Kind ], cookies: [ theme ], query: [ q ] } } } }",
          "- { id: cached, match: { path: \"/c/*\" }, proxy: { upstream: app },"
              + " policies: { cache: { maxObject: 1MiB } } }");

  private static ScriptedOrigin origin() {
    return GATEWAY.origin();
  }

  /** A number for each response, so that a stored one is recognized. */
  private static void numbered(String path, String... fields) {
    AtomicInteger number = new AtomicInteger();
    origin().on(path, visit -> visit.respond(200, "response " + number.incrementAndGet(), fields));
  }

  private static Response get(String target, String... fields) {
    return send("GET", target, fields);
  }

  private static Response send(String method, String target, String... fields) {
    try (Http1Peer peer = GATEWAY.connectHttp1()) {
      String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
      peer.send(method + ' ' + target + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n");
      return peer.read(method.equals("HEAD"));
    }
  }

  private static String field(Response response, String name) {
    return response
        .head()
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .findFirst()
        .orElse("");
  }

  /** Reads until the gateway has handled all that was sent before. */
  private static void settle(Http2Peer peer) {
    peer.send(PING, 0, 0, new byte[8]);
    peer.readUntil(frame -> frame.type() == PING);
  }

  @Test
  void freshResponseServesAllProtocols() throws Exception {
    numbered("/c/fresh", FRESH, "ETag: \"one\"");
    Response first = get("/c/fresh");
    assertThat(first.body()).isEqualTo("response 1");
    assertThat(field(first, "cache-status"))
        .isEqualTo("lychgate; fwd=uri-miss; fwd-status=200; stored");

    Response second = get("/c/fresh");
    assertThat(second.body()).isEqualTo("response 1");
    assertThat(field(second, "age")).isEqualTo("0");
    assertThat(field(second, "date")).isEqualTo(field(first, "date"));
    assertThat(field(second, "cache-status")).matches("lychgate; hit; ttl=(600|599)");
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      assertThat(peer.get(1, "/c/fresh").readResponse(1).body()).isEqualTo("response 1");
    }
    assertThat(send("HEAD", "/c/fresh").head()).contains("content-length: 10");
    assertThat(origin().requestsFor("/c/fresh")).hasSize(1);
  }

  @Test
  void anotherHostSchemeOrQueryIsAnotherResponse() {
    numbered("/c/key", FRESH);
    assertThat(get("/c/key").body()).isEqualTo("response 1");
    assertThat(get("/c/key?a=1").body()).isEqualTo("response 2");
    assertThat(get("/c/key?a=1&").body()).isEqualTo("response 3");
    assertThat(Commands.curl(GATEWAY.https("/c/key")).out()).isEqualTo("response 4");
    assertThat(get("/c/key").body()).isEqualTo("response 1");
  }

  @ParameterizedTest
  @CsvSource({
    "private, 'Cache-Control: private, max-age=600', '', ''",
    "no-store, 'Cache-Control: no-store, max-age=600', '', ''",
    "no-lifetime, 'X-Nothing: 1', '', ''",
    "set-cookie, 'Cache-Control: max-age=600', 'Set-Cookie: a=1', ''",
    "vary-all, 'Cache-Control: max-age=600', 'Vary: accept, *', ''",
    "authorization, 'Cache-Control: max-age=600', '', 'Authorization: Basic YTpi'",
    "cookie, 'Cache-Control: max-age=600', '', 'Cookie: session=1'",
    "request-no-store, 'Cache-Control: max-age=600', '', 'Cache-Control: no-store'"
  })
  void responseForOneClientIsNotStored(String name, String field, String other, String request) {
    String path = "/c/one-client/" + name;
    numbered(path, field, other.isEmpty() ? "X-Other: 1" : other);
    String sent = request.isEmpty() ? "X-Sent: 1" : request;
    assertThat(get(path, sent).body()).isEqualTo("response 1");
    Response other2 = get(path);
    assertThat(other2.body()).isEqualTo("response 2");
    assertThat(field(other2, "age")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"public, max-age=600", "s-maxage=600", "max-age=600, must-revalidate"})
  void responseMayPermitItsUseForOthers(String directives) {
    String path = "/c/permitted/" + directives.replaceAll("\\W", "");
    numbered(path, "Cache-Control: " + directives);
    assertThat(get(path, "Authorization: Basic YTpi").body()).isEqualTo("response 1");
    assertThat(get(path).body()).isEqualTo("response 1");
  }

  @Test
  void variantsAreKeptApart() {
    AtomicInteger number = new AtomicInteger();
    origin()
        .on(
            "/c/vary",
            visit -> visit.respond(
                200,
                visit.field("accept-language") + number.incrementAndGet(),
                FRESH,
                "Vary: Accept-Language"));
    assertThat(get("/c/vary", "Accept-Language: de").body()).isEqualTo("de1");
    Response english = get("/c/vary", "Accept-Language: en");
    assertThat(english.body()).isEqualTo("en2");
    assertThat(field(english, "cache-status")).contains("fwd=vary-miss");
    assertThat(get("/c/vary", "Accept-Language: de").body()).isEqualTo("de1");
    assertThat(get("/c/vary", "Accept-Language: en").body()).isEqualTo("en2");
    assertThat(get("/c/vary").body()).isEqualTo("3");
  }

  @Test
  void conditionsAndRangesAreServedFromTheWhole() {
    origin().on("/c/range", visit -> visit.respond(200, "0123456789", FRESH, "ETag: \"r\""));
    get("/c/range");
    Response known = get("/c/range", "If-None-Match: W/\"r\"");
    assertThat(known.status()).isEqualTo(304);
    assertThat(field(known, "etag")).isEqualTo("\"r\"");
    Response part = get("/c/range", "Range: bytes=2-4");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("234");
    assertThat(field(part, "content-range")).isEqualTo("bytes 2-4/10");
    assertThat(get("/c/range", "Range: bytes=-3").body()).isEqualTo("789");
    assertThat(get("/c/range", "Range: bytes=10-").status()).isEqualTo(416);
    assertThat(get("/c/range", "Range: bytes=1-2", "If-Range: \"other\"").status())
        .isEqualTo(200);
    assertThat(get("/c/range", "Range: bytes=0-1,3-4").body()).isEqualTo("0123456789");
    assertThat(origin().requestsFor("/c/range")).hasSize(1);
  }

  @Test
  void partNeverFills() {
    origin().on("/c/part", visit -> {
      if (visit.field("range").isEmpty()) {
        visit.respond(200, "0123456789", FRESH);
      } else {
        visit.respond(206, "01", FRESH, "Content-Range: bytes 0-1/10");
      }
    });
    assertThat(get("/c/part", "Range: bytes=0-1").status()).isEqualTo(206);
    assertThat(get("/c/part").body()).isEqualTo("0123456789");
    assertThat(send("HEAD", "/c/head").status()).isEqualTo(404);
    origin().on("/c/head", visit -> visit.respond(200, "body", FRESH));
    send("HEAD", "/c/head");
    assertThat(get("/c/head").body()).isEqualTo("body");
  }

  @Test
  void staleResponseIsValidatedAndUpdated() {
    AtomicInteger validations = new AtomicInteger();
    origin().on("/c/stale", visit -> {
      if (visit.field("if-none-match").equals("\"s\"")) {
        validations.incrementAndGet();
        visit.send("HTTP/1.1 304 Not Modified\r\nETag: \"s\"\r\n" + FRESH
            + "\r\nX-New: yes\r\nContent-Length: 99\r\n\r\n");
      } else {
        visit.respond(200, "body", "Cache-Control: max-age=0", "ETag: \"s\"", "X-Old: yes");
      }
    });
    get("/c/stale");
    Response validated = get("/c/stale");
    assertThat(validated.status()).isEqualTo(200);
    assertThat(validated.body()).isEqualTo("body");
    assertThat(validated.head()).contains("x-new: yes", "x-old: yes", "content-length: 4");
    assertThat(field(validated, "cache-status"))
        .isEqualTo("lychgate; fwd=stale; fwd-status=304; stored");
    Response hit = get("/c/stale");
    assertThat(hit.head()).contains("x-new: yes", "; hit;");
    assertThat(validations).hasValue(1);
  }

  @Test
  void unsafeMethodInvalidates() {
    numbered("/c/unsafe", FRESH);
    numbered("/c/linked", FRESH);
    get("/c/unsafe");
    get("/c/linked");
    origin().on("/c/failing", visit -> visit.respond(500, "no"));
    origin().on("/c/post", visit -> visit.respond(201, "made", "Location: /c/linked"));
    send("POST", "/c/failing", "Content-Length: 0");
    assertThat(get("/c/linked").body()).isEqualTo("response 1");
    send("POST", "/c/post", "Content-Length: 0");
    assertThat(get("/c/linked").body()).isEqualTo("response 2");
    assertThat(get("/c/unsafe").body()).isEqualTo("response 1");
    send("DELETE", "/c/unsafe");
    assertThat(get("/c/unsafe").body()).isEqualTo("response 3");
  }

  @Test
  void clientMayDemandAndRefuse() {
    numbered("/c/demand", FRESH, "ETag: \"d\"");
    assertThat(get("/c/demand", "Cache-Control: only-if-cached").status()).isEqualTo(504);
    assertThat(get("/c/demand").body()).isEqualTo("response 1");
    assertThat(get("/c/demand", "Cache-Control: only-if-cached").body()).isEqualTo("response 1");
    assertThat(get("/c/demand", "Cache-Control: no-cache").body()).isEqualTo("response 2");
    assertThat(get("/c/demand", "Pragma: no-cache").body()).isEqualTo("response 3");
    assertThat(get("/c/demand", "Cache-Control: max-age=0").body()).isEqualTo("response 4");
    assertThat(get("/c/demand", "Cache-Control: min-fresh=700").body()).isEqualTo("response 5");
    assertThat(get("/c/demand").body()).isEqualTo("response 5");
  }

  @Test
  void clientsOfOneConnectionShareTheResponse() {
    CountDownLatch mayRespond = new CountDownLatch(1);
    origin().on("/c/together", visit -> {
      Await.latch(mayRespond);
      visit.respond(200, "shared", FRESH);
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      for (int stream = 1; stream < 11; stream += 2) {
        peer.get(stream, "/c/together");
      }
      settle(peer);
      mayRespond.countDown();
      Http2Peer.StreamResponse last = peer.readResponse(9);
      assertThat(last.body()).isEqualTo("shared");
      assertThat(last.head()).contains("collapsed");
    }
    assertThat(origin().requestsFor("/c/together")).hasSize(1);
  }

  @Test
  void responseOfOneClientIsNotSharedWithThoseThatWait() {
    CountDownLatch mayRespond = new CountDownLatch(1);
    AtomicInteger number = new AtomicInteger();
    origin().on("/c/own", visit -> {
      Await.latch(mayRespond);
      visit.respond(200, "own" + number.incrementAndGet(), "Cache-Control: private");
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/own").get(3, "/c/own");
      settle(peer);
      mayRespond.countDown();
      String first = peer.readResponse(1).body();
      assertThat(first).isEqualTo("own1");
      assertThat(peer.readResponse(3).body()).isEqualTo("own2");
    }
    assertThat(get("/c/own").body()).isEqualTo("own3");
  }

  @Test
  void waitingClientsOfAnotherVariantGetTheirOwn() {
    CountDownLatch mayRespond = new CountDownLatch(1);
    origin().on("/c/languages", visit -> {
      Await.latch(mayRespond);
      visit.respond(200, visit.field("accept-language"), FRESH, "Vary: Accept-Language");
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/languages", "accept-language", "de");
      peer.get(3, "/c/languages", "accept-language", "en");
      settle(peer);
      mayRespond.countDown();
      assertThat(peer.readResponse(1).body()).isEqualTo("de");
      assertThat(peer.readResponse(3).body()).isEqualTo("en");
    }
  }

  @Test
  void fillOutlivesItsClient() {
    CountDownLatch mayEnd = new CountDownLatch(1);
    origin().on("/c/outlives", visit -> {
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nContent-Length: 8\r\n\r\nhalf");
      Await.latch(mayEnd);
      visit.send("half");
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/outlives");
      peer.readUntil(frame -> frame.type() == Http2Peer.DATA);
      peer.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
      settle(peer);
    }
    mayEnd.countDown();
    // Another request before the end of the fill could come to another loop, and begin a fill of
    // its own.
    Await.until(() ->
        assertThat(get("/c/outlives", "Cache-Control: only-if-cached").status()).isEqualTo(200));
    assertThat(field(get("/c/outlives"), "cache-status")).contains("hit");
    assertThat(origin().requestsFor("/c/outlives")).hasSize(1);
  }

  @Test
  void requestIsCancelledIfNobodyWaitsForItsHead() {
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    origin().on("/c/cancelled", visit -> {
      begun.countDown();
      visit.hang();
      ended.countDown();
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/cancelled");
      Await.latch(begun);
      peer.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
      settle(peer);
    }
    Await.latch(ended);
  }

  @Test
  void truncatedResponseIsNotStored() {
    AtomicInteger number = new AtomicInteger();
    origin().on("/c/truncated", visit -> {
      if (number.incrementAndGet() == 1) {
        visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nContent-Length: 8\r\n\r\nhalf");
        visit.close();
      } else {
        visit.respond(200, "complete", FRESH);
      }
    });
    assertThat(isTruncated("/c/truncated")).isTrue();
    assertThat(get("/c/truncated").body()).isEqualTo("complete");
  }

  /** Returns true if the connection ends, by FIN or RST, before the response does. */
  private static boolean isTruncated(String target) {
    try {
      return !get(target).complete();
    } catch (UncheckedIOException reset) {
      return true;
    }
  }

  @Test
  void largeBodyGoesThroughUnstored() {
    String large = "x".repeat(3 * 1024 * 1024);
    origin().on("/c/large", visit -> visit.respond(200, large, FRESH));
    AtomicInteger chunked = new AtomicInteger();
    origin().on("/c/large-chunked", visit -> {
      chunked.incrementAndGet();
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 48; i++) {
        visit.send("10000\r\n" + "y".repeat(0x10000) + "\r\n");
      }
      visit.send("0\r\n\r\n");
    });
    for (int i = 0; i < 2; i++) {
      assertThat(get("/c/large").body()).isEqualTo(large);
      Response response = get("/c/large-chunked");
      assertThat(response.body()).hasSize(3 * 1024 * 1024);
      assertThat(response.complete()).isTrue();
    }
    assertThat(chunked).hasValue(2);
    Await.until(() ->
        assertThat(GATEWAY.process().metric("lychgate_cache_filling_bytes")).isZero());
  }

  @Test
  void storedBodyOfManyPiecesArrivesWhole() {
    String body = "0123456789abcdef".repeat(50_000);
    origin().on("/c/pieces", visit -> {
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int at = 0; at < body.length(); at += 40_000) {
        String part = body.substring(at, Math.min(body.length(), at + 40_000));
        visit.send(Integer.toHexString(part.length()) + "\r\n" + part + "\r\n");
      }
      visit.send("0\r\nX-Trailer: 1\r\n\r\n");
    });
    assertThat(get("/c/pieces").body()).isEqualTo(body);
    Response stored = get("/c/pieces");
    assertThat(stored.body()).isEqualTo(body);
    assertThat(field(stored, "content-length")).isEqualTo("800000");
    assertThat(get("/c/pieces", "Range: bytes=799990-").body()).isEqualTo("6789abcdef");
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/pieces").windowUpdate(1, 1_000_000).windowUpdate(0, 1_000_000);
      assertThat(peer.readResponse(1).body()).isEqualTo(body);
    }
    assertThat(origin().requestsFor("/c/pieces")).hasSize(1);
  }

  // The route with more settings.

  @Test
  void staleResponseServesWhileItIsFetchedAgain() {
    numbered("/more/behind", "Cache-Control: max-age=0");
    assertThat(get("/more/behind").body()).isEqualTo("response 1");
    Response stale = get("/more/behind");
    assertThat(stale.body()).isEqualTo("response 1");
    assertThat(field(stale, "cache-status")).startsWith("lychgate; hit; ttl=");
    Await.until(() -> assertThat(get("/more/behind").body()).isNotEqualTo("response 1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"must-revalidate", "proxy-revalidate", "s-maxage=0", "no-cache"})
  void staleResponseIsNotUsedWhereThatIsForbidden(String directive) {
    String path = "/more/forbidden/" + directive;
    AtomicInteger number = new AtomicInteger();
    origin().on(path, visit -> {
      if (number.incrementAndGet() == 1) {
        visit.respond(200, "first", "Cache-Control: max-age=0, " + directive, "ETag: \"f\"");
      } else {
        visit.respond(503, "away");
      }
    });
    assertThat(get(path).body()).isEqualTo("first");
    assertThat(get(path).status()).isEqualTo(503);
  }

  @ParameterizedTest
  @CsvSource({"status, 503", "reset, 502"})
  void staleResponseServesWhileTheUpstreamFails(String failure, int status) {
    String path = "/more/error-" + failure;
    AtomicInteger number = new AtomicInteger();
    origin().on(path, visit -> {
      if (number.incrementAndGet() == 1) {
        visit.respond(
            200, "first", "Cache-Control: max-age=0, stale-while-revalidate=0", "ETag: \"e\"");
      } else if (failure.equals("status")) {
        visit.respond(503, "away");
      } else {
        visit.reset();
      }
    });
    assertThat(get(path).body()).isEqualTo("first");
    Response stale = get(path);
    assertThat(stale.body()).isEqualTo("first");
    assertThat(field(stale, "cache-status")).isEqualTo("lychgate; fwd=stale; fwd-status=" + status);
  }

  @Test
  void keyHasWhatThePolicyNamesAndTheUpstreamGetsNothingElse() {
    AtomicInteger number = new AtomicInteger();
    origin()
        .on(
            "/more/key",
            visit -> visit.respond(
                200,
                number.incrementAndGet()
                    + visit.target()
                    + visit.field("cookie")
                    + visit.field("x-kind")));
    Response first =
        get("/more/key?utm=evil&q=1&x", "Cookie: session=secret; theme=dark", "X-Kind: a");
    assertThat(first.body()).isEqualTo("1/more/key?q=1theme=darka");
    assertThat(get("/more/key?q=1", "Cookie: theme=dark; session=other", "X-Kind: a")
            .body())
        .isEqualTo(first.body());
    assertThat(get("/more/key?q=1", "Cookie: theme=light", "X-Kind: a").body()).startsWith("2");
    assertThat(get("/more/key?q=1", "Cookie: theme=dark", "X-Kind: b").body()).startsWith("3");
    assertThat(get("/more/key?q=2", "Cookie: theme=dark", "X-Kind: a").body()).startsWith("4");
  }

  @Test
  void setCookieReachesOnlyTheClientOfTheRequest() {
    numbered("/more/cookie", "Set-Cookie: session=secret");
    assertThat(get("/more/cookie").head()).contains("set-cookie: session=secret");
    Response other = get("/more/cookie", "Authorization: Basic YTpi", "Cache-Control: no-cache");
    assertThat(other.body()).isEqualTo("response 1");
    assertThat(other.head()).doesNotContain("set-cookie");
  }

  @Test
  void policyMayBeSwitchedOff() {
    numbered("/uncached/page", FRESH);
    assertThat(get("/uncached/page").body()).isEqualTo("response 1");
    Response second = get("/uncached/page");
    assertThat(second.body()).isEqualTo("response 2");
    assertThat(field(second, "cache-status")).isEmpty();
  }

  @Test
  void requestsAreCountedByOutcome() {
    double hits = count("hit");
    double misses = count("miss");
    double saved = GATEWAY.process().metric("lychgate_cache_saved_bytes_total");
    numbered("/c/counted", FRESH);
    get("/c/counted");
    get("/c/counted");
    assertThat(count("hit") - hits).isEqualTo(1);
    assertThat(count("miss") - misses).isEqualTo(1);
    assertThat(GATEWAY.process().metric("lychgate_cache_saved_bytes_total") - saved)
        .isEqualTo(10);
    assertThat(GATEWAY.process().metric("lychgate_cache_bytes")).isPositive();
  }

  private static double count(String outcome) {
    return GATEWAY
        .process()
        .metric("lychgate_cache_requests_total", "route=\"cached\"", "outcome=\"" + outcome + "\"");
  }

  @Test
  void upstreamGetsTheHostOfTheKey() {
    origin().on("/c/forwarded", visit -> visit.respond(200, forwarded(visit), FRESH));
    Response response = get(
        "/c/forwarded",
        "X-Forwarded-Host: evil.example",
        "X-Forwarded-Scheme: nothttps",
        "X-Original-URL: /admin",
        "X-HTTP-Method-Override: DELETE",
        "Forwarded: host=evil.example");
    assertThat(response.body()).isEqualTo("localhost;;;");
  }

  private static String forwarded(OriginVisit visit) {
    return String.join(
        ";",
        List.of(
            visit.field("x-forwarded-host"),
            visit.field("x-forwarded-scheme"),
            visit.field("x-original-url"),
            visit.field("x-http-method-override")));
  }
}
