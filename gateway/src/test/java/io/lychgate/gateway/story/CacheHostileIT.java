package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients, upstreams and operators that disturb the response cache. Its memory is 1 MiB. */
final class CacheHostileIT {
  private static final long MEMORY = 1024 * 1024;

  /** Fills of one event loop that continue without a client. */
  private static final int FILLS_WITHOUT_CLIENT = 64;

  /** RFC 9113 section 7. */
  private static final byte[] CANCEL = {0, 0, 0, 8};

  private static final String FRESH = "Cache-Control: max-age=600";

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .routes("- { id: cached, match: { path: \"/c/*\" }, proxy: { upstream: app },"
          + " policies: { cache: {} } }")
      .more("cache: { memory: 1MiB }\n");

  private static ScriptedOrigin origin() {
    return GATEWAY.origin();
  }

  private static Response get(Http1Peer peer, String target, String... fields) {
    String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
    return peer.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n")
        .read();
  }

  private static Response get(String target, String... fields) {
    try (Http1Peer peer = GATEWAY.connectHttp1()) {
      return get(peer, target, fields);
    }
  }

  private static boolean isHit(Response response) {
    return response.head().contains("cache-status: lychgate; hit");
  }

  @Test
  void manyUrlsStayWithinTheMemory() {
    String body = "x".repeat(1000);
    origin().otherwise(visit -> visit.respond(200, body, FRESH));
    try (Http1Peer peer = GATEWAY.connectHttp1()) {
      for (int i = 0; i < 3000; i++) {
        assertThat(get(peer, "/c/many?" + i).body()).isEqualTo(body);
      }
    }
    assertThat(GATEWAY.process().metric("lychgate_cache_bytes")).isBetween(1.0, (double) MEMORY);
    assertThat(GATEWAY.process().metric("lychgate_cache_evictions_total")).isGreaterThan(1000);
    // A full cache admits a new URL only once it is requested more often than others.
    AdminPeer.login(GATEWAY.process().adminPort()).post("/cache:purge", Map.of("all", true));
  }

  @Test
  void inventedVariantsEvictEachOther() {
    origin().on("/c/bomb", visit -> visit.respond(200, "bomb", FRESH, "Vary: X-Invented"));
    try (Http1Peer peer = GATEWAY.connectHttp1()) {
      for (int i = 0; i < 300; i++) {
        assertThat(get(peer, "/c/bomb", "X-Invented: " + i).body()).isEqualTo("bomb");
      }
      assertThat(isHit(get(peer, "/c/bomb", "X-Invented: 299"))).isTrue();
      assertThat(isHit(get(peer, "/c/bomb", "X-Invented: 0"))).isFalse();
    }
  }

  @Test
  void slowReaderDoesNotHoldOthers() {
    String body = "slow".repeat(10_000);
    CountDownLatch mayEnd = new CountDownLatch(1);
    origin().on("/c/slow", visit -> {
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nContent-Length: 40000\r\n\r\n");
      visit.send(body.substring(0, 20_000));
      Await.latch(mayEnd);
      visit.send(body.substring(20_000));
    });
    // A receive window of 100 bytes (SETTINGS_INITIAL_WINDOW_SIZE).
    try (Http2Peer slow = GATEWAY.connectHttp2(4, 100)) {
      slow.get(1, "/c/slow");
      slow.readUntil(frame -> frame.type() == Http2Peer.DATA);
      mayEnd.countDown();
      Await.until(() -> assertThat(isHit(get("/c/slow"))).isTrue());
      assertThat(get("/c/slow").body()).isEqualTo(body);
      slow.windowUpdate(1, 100_000);
      assertThat(slow.readResponse(1).ended()).isTrue();
    }
  }

  @Test
  void upstreamThatDiesInTheMiddleFailsAllReadersAndIsNotStored() {
    CountDownLatch mayDie = new CountDownLatch(1);
    AtomicInteger number = new AtomicInteger();
    origin().on("/c/dying", visit -> {
      if (number.incrementAndGet() > 1) {
        visit.respond(200, "whole", FRESH);
        return;
      }
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nContent-Length: 1000\r\n\r\nsome");
      Await.latch(mayDie);
      visit.reset();
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/dying").get(3, "/c/dying");
      peer.readUntil(frame -> frame.type() == Http2Peer.DATA && frame.stream() == 3);
      mayDie.countDown();
      assertThat(peer.readResponse(3).ended()).isFalse();
    }
    assertThat(get("/c/dying").body()).isEqualTo("whole");
  }

  @Test
  void endlessBodyEndsWithItsClient() {
    CountDownLatch ended = new CountDownLatch(1);
    origin().on("/c/endless", visit -> {
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nTransfer-Encoding: chunked\r\n\r\n");
      try {
        while (true) {
          visit.send("4000\r\n" + "e".repeat(0x4000) + "\r\n");
        }
      } catch (IOException closed) {
        ended.countDown();
      }
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/endless");
      peer.readUntil(frame -> frame.type() == Http2Peer.DATA);
    }
    Await.latch(ended);
    Await.until(() ->
        assertThat(GATEWAY.process().metric("lychgate_cache_filling_bytes")).isZero());
  }

  @Test
  void reloadInTheMiddleOfAFillLosesNothing() {
    CountDownLatch mayEnd = new CountDownLatch(1);
    origin().on("/c/reload", visit -> {
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nContent-Length: 8\r\n\r\nhalf");
      Await.latch(mayEnd);
      visit.send("half");
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, "/c/reload");
      peer.readUntil(frame -> frame.type() == Http2Peer.DATA);
      GATEWAY.process().apply(GATEWAY.yaml().replace("memory: 1MiB", "memory: 2MiB"));
      mayEnd.countDown();
      assertThat(peer.readResponse(1).ended()).isTrue();
    }
    Await.until(() -> assertThat(isHit(get("/c/reload"))).isTrue());
    assertThat(GATEWAY.process().metric("lychgate_cache_max_bytes")).isEqualTo(2.0 * MEMORY);
    GATEWAY.process().apply(GATEWAY.yaml());
    assertThat(origin().requestsFor("/c/reload")).hasSize(1);
  }

  @Test
  void purgeDropsByUrlPrefixAndTag() {
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    AtomicInteger number = new AtomicInteger();
    origin()
        .on(
            "/c/purged",
            visit -> visit.respond(
                200, "p" + number.incrementAndGet(), FRESH, "Surrogate-Key: shop  article-7"));
    String url = "http://localhost/c/purged";
    assertThat(get("/c/purged").head()).doesNotContain("surrogate-key");
    assertThat(purge(admin, "tag", "article-8")).isZero();
    assertThat(get("/c/purged").body()).isEqualTo("p1");
    assertThat(purge(admin, "tag", "article-7")).isEqualTo(1);
    assertThat(get("/c/purged").body()).isEqualTo("p2");
    assertThat(purge(admin, "url", url)).isEqualTo(1);
    assertThat(get("/c/purged").body()).isEqualTo("p3");
    assertThat(purge(admin, "prefix", "http://localhost/c/pur")).isEqualTo(1);
    assertThat(get("/c/purged").body()).isEqualTo("p4");
    assertThat(admin.get("/cache").get("misses").intValue()).isGreaterThanOrEqualTo(4);
  }

  /**
   * The client has not ended its request when the whole response is written. The exchange ends within that write, while fills of
   * clients that have left take all places for such fills.
   */
  @Test
  void responseWithoutABodyIsStoredThoughItsRequestHasNotEnded() {
    CountDownLatch mayEnd = new CountDownLatch(1);
    origin().on("/c/left", visit -> {
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nContent-Length: 8\r\n\r\nhalf");
      Await.latch(mayEnd);
      visit.send("half");
    });
    origin().on("/c/moved", visit -> visit.respond(301, "", FRESH, "Location: /there"));
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      int stream = 1;
      for (int i = 0; i < FILLS_WITHOUT_CLIENT; i++, stream += 2) {
        int mine = stream;
        peer.get(mine, "/c/left?" + i);
        peer.readUntil(frame -> frame.type() == Http2Peer.DATA && frame.stream() == mine);
        peer.send(Http2Peer.RST_STREAM, 0, mine, CANCEL);
      }
      peer.beginGet(stream, "/c/moved");
      assertThat(peer.readResponse(stream).status()).isEqualTo(301);

      assertThat(isHit(get("/c/moved"))).isTrue();
    } finally {
      mayEnd.countDown();
    }
    assertThat(origin().requestsFor("/c/moved")).hasSize(1);
  }

  private static int purge(AdminPeer admin, String kind, String value) {
    return admin.post("/cache:purge", Map.of(kind, value)).get("urls").intValue();
  }

  @Test
  void responseThatIsPurgedOnItsWayIsNotStored() {
    purgeOnTheWay("/c/on-its-way", peer -> {});
    assertThat(get("/c/on-its-way").body()).isEqualTo("old 2end");
  }

  @Test
  void clientThatComesAfterAPurgeDoesNotShareTheResponseOnItsWay() {
    purgeOnTheWay("/c/shared-no-more", peer -> {
      peer.get(3, "/c/shared-no-more");
      assertThat(peer.readResponse(3).body()).isEqualTo("old 2end");
    });
    assertThat(get("/c/shared-no-more").body()).isEqualTo("old 2end");
  }

  /** Purges a response of which a client has the beginning, does more, and lets it end. */
  private static void purgeOnTheWay(String path, Consumer<Http2Peer> more) {
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicInteger number = new AtomicInteger();
    origin().on(path, visit -> {
      int own = number.incrementAndGet();
      visit.send("HTTP/1.1 200 OK\r\n" + FRESH + "\r\nContent-Length: 8\r\n\r\nold " + own);
      if (own == 1) {
        Await.latch(mayEnd);
      }
      visit.send("end");
    });
    try (Http2Peer peer = GATEWAY.connectHttp2()) {
      peer.get(1, path);
      peer.readUntil(frame -> frame.type() == Http2Peer.DATA);
      purge(admin, "url", "http://localhost" + path);
      more.accept(peer);
      mayEnd.countDown();
      assertThat(peer.readResponse(1).ended()).isTrue();
    }
  }

  @Test
  void cacheIsPassedByWhereTheRouteSaysSo() {
    String off = GATEWAY
        .yaml()
        .replace("policies: { cache: {} }", "policies: { off: [ cache ] }")
        .replace("- hosts: [ localhost ]", "- hosts: [ localhost ]\n    policies: { cache: {} }");
    origin().on("/c/off", visit -> visit.respond(200, "off", FRESH));
    GATEWAY.process().apply(off);
    get("/c/off");
    assertThat(get("/c/off").head()).doesNotContain("cache-status");
    GATEWAY.process().apply(GATEWAY.yaml());
    get("/c/off");
    assertThat(isHit(get("/c/off"))).isTrue();
  }
}
