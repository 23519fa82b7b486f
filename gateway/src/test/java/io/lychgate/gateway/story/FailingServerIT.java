package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.MuteServer;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ResettingServer;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.SilentServer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pairs of a server that fails and one that works: at most the first requests fail, on all event loops together. */
final class FailingServerIT {
  private static final int REQUESTS = 60;

  /** The failed requests in succession that eject a server. */
  private static final int FIRST = 5;

  private static final String HEALTH = "io.lychgate.gateway.upstream.health";

  /** Ejections of a minute, so that no probe adds a failure while a test counts. */
  private static final String LONG = "ejection: { min: 1m }";

  private static final ResettingServer RESETTING = ResettingServer.start();
  private static final MuteServer MUTE = MuteServer.start();
  private static final SilentServer SILENT = SilentServer.start();
  private static final ScriptedOrigin BUSY = ScriptedOrigin.start();
  private static final ScriptedOrigin BROKEN = ScriptedOrigin.start();
  private static final ScriptedOrigin SLOW = ScriptedOrigin.start();
  private static final ScriptedOrigin GARBLING = ScriptedOrigin.start();
  private static final ScriptedOrigin FLAPPING = ScriptedOrigin.start();
  private static final ScriptedOrigin RELOADED = ScriptedOrigin.start();

  private static final AtomicInteger FLAPPING_STATUS = new AtomicInteger(503);
  private static final Map<String, String> UPSTREAMS = new LinkedHashMap<>();

  static {
    BUSY.otherwise(visit -> visit.respond(503, "busy"));
    BROKEN.otherwise(visit -> visit.respond(500, "broken"));
    SLOW.otherwise(FailingServerIT::respondLate);
    GARBLING.otherwise(visit -> visit.send("this is not HTTP\r\n\r\n"));
    FLAPPING.otherwise(visit -> visit.respond(FLAPPING_STATUS.get(), "flapping"));
    RELOADED.otherwise(visit -> visit.respond(503, "busy"));
    pair("refusing", 9, LONG);
    pair("resetting", RESETTING.port(), LONG);
    pair("mute", MUTE.port(), LONG, "responseHeadTimeout: 300ms");
    pair("silent", SILENT.port(), LONG, "connectTimeout: 300ms");
    pair("stalling", MUTE.port(), "stall: 300ms, " + LONG);
    pair("busy", BUSY.port(), LONG);
    pair("broken", BROKEN.port(), LONG);
    pair("slow", SLOW.port(), LONG);
    pair("garbling", GARBLING.port(), LONG);
    pair("flapping", FLAPPING.port(), "ejection: { min: 200ms, max: 2s }");
    pair("reloaded", RELOADED.port(), LONG, "maxPending: 100");
  }

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(UPSTREAMS.entrySet().stream()
          .map(each -> each.getKey() + ": " + each.getValue())
          .toArray(String[]::new))
      .routes(UPSTREAMS.keySet().stream()
          .map(name -> "- { match: { path: '/" + name + "' }, proxy: { upstream: " + name + " } }")
          .toArray(String[]::new));

  private static void pair(String name, int failing, String passive, String... more) {
    UPSTREAMS.put(
        name,
        "{ servers: [ 'http://127.0.0.1:" + failing + "', 'http://127.0.0.1:${ORIGIN}' ]"
            + ", health: { passive: { " + passive + " } }"
            + String.join("", Stream.of(more).map(key -> ", " + key).toList()) + " }");
  }

  private static void respondLate(OriginVisit visit) throws java.io.IOException {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
    visit.respond(200, "late");
  }

  @AfterAll
  static void close() {
    RESETTING.close();
    MUTE.close();
    SILENT.close();
    for (ScriptedOrigin each :
        new ScriptedOrigin[] {BUSY, BROKEN, SLOW, GARBLING, FLAPPING, RELOADED}) {
      each.close();
    }
  }

  /** Sends a request on a new connection, which any of the event loops may accept. */
  private static boolean succeeds(String upstream) {
    GATEWAY.origin().otherwise(visit -> visit.respond(200, "ok"));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      return client
              .send("GET /" + upstream + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
              .read()
              .status()
          == 200;
    }
  }

  private static int failuresOf(String upstream, int requests) {
    int failed = 0;
    for (int i = 0; i < requests; i++) {
      failed += succeeds(upstream) ? 0 : 1;
    }
    return failed;
  }

  private static double status(String upstream, String status) {
    return GATEWAY
        .process()
        .metric(
            "lychgate_upstream_servers",
            "upstream=\"" + upstream + "\"",
            "status=\"" + status + "\"");
  }

  private static double ejections(String upstream, String cause) {
    return GATEWAY
        .process()
        .metric(
            "lychgate_upstream_server_ejections_total",
            "upstream=\"" + upstream + "\"",
            "cause=\"" + cause);
  }

  record Case(String upstream, int mostFailures, String cause) {
    @Override
    public String toString() {
      return upstream;
    }
  }

  static Stream<Case> failingServers() {
    return Stream.of(
        new Case("refusing", 0, "unreachable"),
        new Case("silent", 0, "unreachable"),
        new Case("resetting", FIRST, ""),
        new Case("mute", FIRST, ""),
        new Case("busy", FIRST, "failures"),
        new Case("garbling", FIRST, "failures"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failingServers")
  void atMostTheFirstRequestsFail(Case given) {
    try (LogLines log = LogLines.of(HEALTH)) {
      int failed = failuresOf(given.upstream(), REQUESTS);

      assertThat(failed).isLessThanOrEqualTo(given.mostFailures());
      assertThat(ejections(given.upstream(), given.cause())).isEqualTo(1);
      assertThat(status(given.upstream(), "ejected")).isEqualTo(1);
      assertThat(status(given.upstream(), "up")).isEqualTo(1);
      assertThat(log.with("upstream " + given.upstream() + ":"))
          .singleElement()
          .asString()
          .contains(": ejected for 60 s: ");
    }
  }

  @Test
  void serverThatNeverRespondsIsEjectedBeforeItsTimeout() throws InterruptedException {
    ExecutorService clients = Executors.newCachedThreadPool();
    AtomicInteger done = new AtomicInteger();
    try {
      // The response head time-out is a minute, so the requests to the mute server hang.
      for (int i = 0; i < 4 * FIRST; i++) {
        clients.execute(() -> {
          succeeds("stalling");
          done.incrementAndGet();
        });
      }
      Await.until(() -> assertThat(done.get()).isGreaterThanOrEqualTo(2 * FIRST - 1));
      Await.until(() -> {
        GATEWAY.origin().otherwise(visit -> visit.respond(200, "ok"));
        clients.execute(() -> succeeds("stalling"));
        assertThat(ejections("stalling", "stall")).isEqualTo(1);
      });

      assertThat(failuresOf("stalling", REQUESTS)).isZero();
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void serverWithErrorsIsEjectedByItsRate() {
    Await.until(() -> {
      failuresOf("broken", 10);
      assertThat(ejections("broken", "error-rate")).isEqualTo(1);
    });

    assertThat(failuresOf("broken", REQUESTS)).isZero();
  }

  @Test
  void slowServerIsEjected() {
    Await.until(() -> {
      failuresOf("slow", 10);
      assertThat(ejections("slow", "latency")).isEqualTo(1);
    });

    int before = SLOW.requests().size();
    assertThat(failuresOf("slow", 20)).isZero();
    assertThat(SLOW.requests()).hasSize(before);
  }

  @Test
  void serverThatRecoversGetsRequestsAgainAndOneThatFlapsIsEjectedLonger() {
    Await.until(() -> {
      failuresOf("flapping", 4);
      assertThat(ejections("flapping", "failures")).isGreaterThanOrEqualTo(3);
    });

    FLAPPING_STATUS.set(200);
    Await.until(() -> {
      assertThat(succeeds("flapping")).isTrue();
      assertThat(status("flapping", "up")).isEqualTo(2);
    });
    double before = ejections("flapping", "failures");
    assertThat(failuresOf("flapping", REQUESTS)).isZero();
    assertThat(ejections("flapping", "failures")).isEqualTo(before);
  }

  @Test
  void ejectionAndItsReasonOutliveAReload() {
    failuresOf("reloaded", 2 * FIRST);
    assertThat(status("reloaded", "ejected")).isEqualTo(1);

    GATEWAY.process().apply(GATEWAY.yaml().replace("maxPending: 100", "maxPending: 101"));

    assertThat(failuresOf("reloaded", REQUESTS)).isZero();
    assertThat(status("reloaded", "ejected")).isEqualTo(1);
    assertThat(ejections("reloaded", "failures")).isEqualTo(1);
  }
}
