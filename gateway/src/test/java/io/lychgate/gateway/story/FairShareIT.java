package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.MuteServer;
import io.lychgate.gateway.testkit.OriginVisit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients share an upstream's connections and its queue; the limits apply to all event loops together. */
final class FairShareIT {
  private static final String BUSY_CLIENT = "127.0.0.2";
  private static final String OTHER_CLIENT = "127.0.0.1";
  private static final int INITIAL_WINDOW_SIZE = 4;

  private static final MuteServer MUTE = MuteServer.start();

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(
          upstream("shared", "connectTimeout: 10m, maxConnections: 20"),
          upstream("single", "connectTimeout: 10m, maxConnections: 1"),
          upstream("total", "connectTimeout: 10m, maxConnections: 4, clientShare: 100"),
          upstream("queue", "connectTimeout: 10m, maxConnections: 2, maxPending: 10"),
          "handshakes: { servers: [ 'https://127.0.0.1:" + MUTE.port()
              + "' ], connectTimeout: 10m }",
          upstream("slow", "connectTimeout: 1s, maxConnections: 1"),
          upstream("mixed", "connectTimeout: 1s, maxConnections: 2, clientShare: 100"))
      .routes(
          route("shared"),
          route("single"),
          route("total"),
          route("queue"),
          route("handshakes"),
          route("slow"),
          route("mixed"));

  @AfterAll
  static void stop() {
    MUTE.close();
  }

  private static String upstream(String name, String keys) {
    return name + ": { servers: [ 'http://127.0.0.1:${ORIGIN}' ], " + keys + " }";
  }

  private static String route(String name) {
    return "- { match: { path: '/" + name + "/*' }, proxy: { upstream: " + name + " } }";
  }

  private static Http2Peer connect(String address) {
    return Http2Peer.connectFrom(address, GATEWAY.process().port("plain"));
  }

  private static double refused(String upstream, String reason) {
    return GATEWAY
        .process()
        .metric(
            "lychgate_upstream_requests_refused_total",
            "upstream=\"" + upstream + "\"",
            "reason=\"",
            reason);
  }

  private static double waiting(String upstream) {
    return GATEWAY
        .process()
        .metric("lychgate_upstream_requests_waiting", "upstream=\"" + upstream + "\"");
  }

  /** Eight connections with a hundred requests each that never get a response. */
  @Test
  void clientWithManySlowRequestsLeavesConnectionsForOthers() {
    CountDownLatch done = new CountDownLatch(1);
    AtomicInteger held = new AtomicInteger();
    GATEWAY
        .origin()
        .on("/shared/slow", visit -> {
          held.incrementAndGet();
          Await.latch(done);
          visit.respond(200, "late");
        })
        .on("/shared/fast", visit -> visit.respond(200, "fast"));
    List<Http2Peer> busy = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        Http2Peer peer = connect(BUSY_CLIENT);
        busy.add(peer);
        for (int stream = 1; stream < 200; stream += 2) {
          peer.get(stream, "/shared/slow");
        }
      }
      // Ten are at the origin. The others wait, or were rejected because they would wait too long.
      Await.until(() -> assertThat(waiting("shared") + refused("shared", "_")).isEqualTo(790));
      for (int i = 0; i < 4; i++) {
        try (Http2Peer other = connect(OTHER_CLIENT)) {
          for (int stream = 1; stream < 20; stream += 2) {
            Http2Peer.StreamResponse response =
                other.get(stream, "/shared/fast").readResponse(stream);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("fast");
          }
        }
      }
      assertThat(held).hasValue(10);
    } finally {
      done.countDown();
      busy.forEach(Http2Peer::close);
    }
  }

  @Test
  void sixtyFourConnectionsToAServerAreOpenedAtOnce() {
    try (Http2Peer client = connect(OTHER_CLIENT)) {
      for (int stream = 1; stream < 200; stream += 2) {
        client.get(stream, "/handshakes/request");
      }
      Await.until(() -> assertThat(waiting("handshakes")).isEqualTo(36));
      Await.until(() -> assertThat(MUTE.connections()).isEqualTo(64));
    }
    // Waiting connections are cancelled and open none.
    Await.until(() -> assertThat(waiting("handshakes")).isZero());
    assertThat(MUTE.connections()).isEqualTo(64);
  }

  @Test
  void freedConnectionServesClientsInTurn() {
    CountDownLatch queued = new CountDownLatch(1);
    GATEWAY
        .origin()
        .on("/single/first", visit -> {
          Await.latch(queued);
          visit.respond(200, "first");
        })
        .on("/single/busy", visit -> visit.respond(200, "busy"))
        .on("/single/other", visit -> visit.respond(200, "other"));
    try (Http2Peer busy = connect(BUSY_CLIENT)) {
      busy.get(1, "/single/first");
      Await.until(
          () -> assertThat(GATEWAY.origin().requestsFor("/single/first")).hasSize(1));
      for (int stream = 3; stream < 103; stream += 2) {
        busy.get(stream, "/single/busy");
      }
      Await.until(() -> assertThat(waiting("single")).isEqualTo(50));
      try (Http2Peer other = connect(OTHER_CLIENT)) {
        other.get(1, "/single/other");
        Await.until(() -> assertThat(waiting("single")).isEqualTo(51));
        queued.countDown();
        assertThat(other.readResponse(1).body()).isEqualTo("other");
      }
      assertThat(indexOf("/single/other") - indexOf("/single/first")).isLessThanOrEqualTo(3);
      assertThat(statuses(busy, 51)).containsOnly(200);
    }
  }

  private static int indexOf(String path) {
    List<String> requests = GATEWAY.origin().requests().stream()
        .filter(head -> head.contains(" /single/"))
        .toList();
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).contains(path + " ")) {
        return i;
      }
    }
    throw new AssertionError(path + ": not requested");
  }

  /** Returns the status of this many responses. */
  private static List<Integer> statuses(Http2Peer peer, int responses) {
    for (int ended = endedStreams(peer); ended < responses; ended = endedStreams(peer)) {
      peer.readUntil(frame -> frame.stream() > 0 && frame.ends());
    }
    return peer.trace().stream()
        .filter(frame -> frame.type() == Http2Peer.HEADERS)
        .map(frame -> Integer.parseInt(frame.fields().substring(9, 12)))
        .toList();
  }

  private static int endedStreams(Http2Peer peer) {
    return (int) peer.trace().stream()
        .filter(frame -> frame.stream() > 0 && frame.ends())
        .count();
  }

  @Test
  void connectionsAreLimitedInTotalAndEveryRequestIsServed() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    GATEWAY.origin().on("/total/x", visit -> {
      most.accumulateAndGet(now.incrementAndGet(), Math::max);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      now.decrementAndGet();
      visit.respond(200, "x");
    });
    List<Http2Peer> peers = new ArrayList<>();
    try {
      for (int i = 0; i < 12; i++) {
        Http2Peer peer = connect(i % 2 == 0 ? BUSY_CLIENT : OTHER_CLIENT);
        peers.add(peer);
        for (int stream = 1; stream < 20; stream += 2) {
          peer.get(stream, "/total/x");
        }
      }
      for (Http2Peer peer : peers) {
        assertThat(statuses(peer, 10)).hasSize(10).containsOnly(200);
      }
      assertThat(most.get()).isBetween(2, 4);
      assertThat(waiting("total")).isZero();
    } finally {
      peers.forEach(Http2Peer::close);
    }
  }

  @Test
  void clientCannotFillTheQueue() {
    CountDownLatch done = new CountDownLatch(1);
    GATEWAY
        .origin()
        .on("/queue/slow", visit -> hold(visit, done))
        .on("/queue/other", visit -> visit.respond(200, "other"));
    double before = refused("queue", "client_share");
    try (Http2Peer busy = connect(BUSY_CLIENT);
        Http2Peer other = connect(OTHER_CLIENT)) {
      busy.get(1, "/queue/slow");
      awaitFirst("/queue/slow");
      for (int stream = 3; stream < 60; stream += 2) {
        busy.get(stream, "/queue/slow");
      }
      // One is at the origin, five wait: half of ten.
      Await.until(() -> assertThat(refused("queue", "client_share") - before).isEqualTo(24));
      assertThat(waiting("queue")).isEqualTo(5);
      assertThat(other.get(1, "/queue/other").readResponse(1).body()).isEqualTo("other");
      done.countDown();
      List<Integer> statuses = statuses(busy, 30);
      assertThat(statuses).filteredOn(status -> status == 200).hasSize(6);
      assertThat(statuses).filteredOn(status -> status == 503).hasSize(24);
    } finally {
      done.countDown();
    }
  }

  /** The client grants no window for bodies, so that a response with one could not end. */
  @Test
  void refusedRequestOfAClientWithoutAWindowEndsAtOnceAndIsNotHeld() {
    CountDownLatch done = new CountDownLatch(1);
    GATEWAY.origin().on("/queue/held", visit -> hold(visit, done));
    double before = refused("queue", "client_share");
    int port = GATEWAY.process().port("plain");
    try (Http2Peer narrow = Http2Peer.connectFrom(BUSY_CLIENT, port, INITIAL_WINDOW_SIZE, 0);
        Http2Peer wide = connect(BUSY_CLIENT)) {
      narrow.get(1, "/queue/held");
      awaitFirst("/queue/held");
      for (int stream = 3; stream < 60; stream += 2) {
        narrow.get(stream, "/queue/held");
      }
      Await.until(() -> assertThat(refused("queue", "client_share") - before).isEqualTo(24));

      assertThat(statuses(narrow, 24)).hasSize(24).containsOnly(503);
      assertThat(narrow.trace()).noneMatch(frame -> frame.type() == Http2Peer.DATA);
      assertThat(narrow.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.HEADERS)
          .allMatch(frame -> frame.fields().contains("content-length: 0"));
      Http2Peer.StreamResponse read = wide.get(1, "/queue/held").readResponse(1);
      assertThat(read.status()).isEqualTo(503);
      assertThat(read.body()).startsWith("503 Service Unavailable");
    } finally {
      done.countDown();
    }
    Await.until(() -> assertThat(waiting("queue")).isZero());
  }

  /** The first request waits, too, while idle connections of another loop are closed for it. */
  private static void awaitFirst(String path) {
    Await.until(() -> assertThat(GATEWAY.origin().requestsFor(path)).hasSize(1));
  }

  private static void hold(OriginVisit visit, CountDownLatch done) throws IOException {
    Await.latch(done);
    visit.respond(200, "late");
  }

  @Test
  void requestThatWouldWaitTooLongIsRejectedAtOnce() {
    GATEWAY.origin().on("/slow/x", visit -> {
      LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
      visit.respond(200, "x");
    });
    try (Http2Peer client = connect(BUSY_CLIENT)) {
      for (int stream = 1; stream < 6; stream += 2) {
        assertThat(client.get(stream, "/slow/x").readResponse(stream).status()).isEqualTo(200);
      }
      for (int stream = 7; stream < 67; stream += 2) {
        client.get(stream, "/slow/x");
      }
      List<Integer> statuses = statuses(client, 33);

      assertThat(statuses).containsOnly(200, 503);
      assertThat(statuses.subList(3, statuses.size())).contains(200, 503);
      assertThat(client.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.HEADERS)
          .filteredOn(frame -> frame.fields().startsWith(":status: 503"))
          .isNotEmpty()
          .allMatch(frame -> frame.fields().lines().anyMatch(FairShareIT::isRetryAfter));
      assertThat(refused("slow", "wait_too_long")).isGreaterThan(20);
    }
  }

  /** An event stream holds one of two connections, and the other one is free again every 20 ms. */
  @Test
  void longStreamDoesNotHaveShortRequestsRefused() {
    CountDownLatch done = new CountDownLatch(1);
    GATEWAY.origin().on("/mixed/events", visit -> hold(visit, done)).on("/mixed/x", visit -> {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      visit.respond(200, "x");
    });
    try (Http2Peer client = connect(BUSY_CLIENT)) {
      client.get(1, "/mixed/events");
      // The stream is then a second old.
      for (int stream = 3; stream < 103; stream += 2) {
        assertThat(client.get(stream, "/mixed/x").readResponse(stream).status()).isEqualTo(200);
      }
      for (int stream = 103; stream < 123; stream += 2) {
        client.get(stream, "/mixed/x");
      }

      assertThat(statuses(client, 60)).hasSize(60).containsOnly(200);
    } finally {
      done.countDown();
    }
  }

  private static boolean isRetryAfter(String line) {
    return line.startsWith("retry-after: ") && Integer.parseInt(line.substring(13)) >= 1;
  }
}
