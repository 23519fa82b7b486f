package io.lychgate.gateway.upstream.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Active;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Passive;
import io.lychgate.gateway.http.grpc.GrpcStatus;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules by which a server is ejected and returns. */
final class ServerHealthTest {
  private static final Duration TICK = Duration.ofMillis(200);

  /** Identifies a request, where the test does not distinguish them. */
  private static final Object STREAM = new Object();

  private static final Active CHECKS = Active.of(UpstreamHealthConfig.Type.HTTP);

  private final FakeTicker clock = new FakeTicker();
  private final UpstreamServers upstream = new UpstreamServers("app");

  @BeforeEach
  void startClock() {
    clock.advance(Duration.ofHours(1));
    upstream.tick(now());
  }

  private long now() {
    return clock.nanoTime();
  }

  private void servers(int count) {
    upstream.update(IntStream.range(1, count + 1)
        .mapToObj(port -> Endpoint.of(new ServerConfig(ServerConfig.Scheme.HTTP, "10.0.0.1", port)))
        .toList());
  }

  private ServerState server(int index) {
    return upstream.current().servers().get(index);
  }

  private ServerView view(int index) {
    return upstream.views(now()).get(index);
  }

  private List<Intake> intakes() {
    return upstream.current().servers().stream()
        .map(server -> server.intake(now()))
        .toList();
  }

  private void configure(Passive rules, int panic) {
    upstream.configure(new UpstreamHealthConfig(null, rules, panic), now());
  }

  private static Passive rules(int maxEjected) {
    Passive defaults = Passive.defaults();
    return new Passive(
        true,
        defaults.failures(),
        defaults.window(),
        defaults.minRequests(),
        defaults.errorRate(),
        defaults.latency(),
        defaults.stall(),
        defaults.minEjection(),
        defaults.maxEjection(),
        maxEjected);
  }

  private void refuse(int index) {
    server(index).connectFailed(ServerFailure.CONNECT, "refused", now());
  }

  private void reset(int index, int times) {
    for (int i = 0; i < times; i++) {
      server(index).failed(ServerFailure.RESET, "connection reset", now());
    }
  }

  /** Takes a request that begins now and ends with this status after this time. */
  private void request(int index, int status, Duration took) {
    server(index).began(STREAM);
    server(index).beganTimed();
    clock.advance(took);
    server(index).responded(status, Math.max(1, took.toNanos()), now());
    server(index).ended(STREAM);
  }

  private void requests(int index, int count, int status, Duration took) {
    for (int i = 0; i < count; i++) {
      request(index, status, took);
    }
  }

  private void tick(Duration time) {
    for (Duration left = time; !left.isNegative(); left = left.minus(TICK)) {
      clock.advance(TICK);
      upstream.tick(now());
    }
  }

  @Test
  void refusedConnectionEjectsAtOnceForASecond() {
    servers(2);

    refuse(0);
    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.EJECTED);
    assertThat(view(0).reason()).isEqualTo("refused");
    clock.advance(Duration.ofMillis(999));
    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    clock.advance(Duration.ofMillis(1));
    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.PROBING);
  }

  @Test
  void reasonDoesNotRepeatTheServer() {
    servers(2);

    server(0).connectFailed(ServerFailure.TLS, "http://10.0.0.1:1: expired", now());

    assertThat(view(0).reason()).isEqualTo("expired");
  }

  @Test
  void fiveFailuresInSuccessionEject() {
    servers(2);

    reset(0, 4);
    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    reset(0, 1);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    assertThat(view(0).reason())
        .isEqualTo("5 requests in succession failed, the last one with: connection reset");
    assertThat(upstream.ejections(EjectionCause.FAILURES)).isEqualTo(1);
  }

  @Test
  void fiveResponsesInSuccessionThatAreCutEject() {
    servers(2);

    cut(0, 4);
    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    cut(0, 1);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    assertThat(view(0).reason())
        .isEqualTo("5 requests in succession failed, the last one with: connection reset");
  }

  @Test
  void wholeResponseEndsTheSuccessionOfThoseThatAreCut() {
    servers(2);

    cut(0, 4);
    server(0).responded(200, 1, now());
    server(0).whole();
    cut(0, 4);

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
  }

  /** The head of each response arrives, and its body does not. */
  private void cut(int index, int times) {
    for (int i = 0; i < times; i++) {
      server(index).began(STREAM);
      server(index).responded(200, 1, now());
      server(index).cut(ServerFailure.RESET, "connection reset", now());
      server(index).ended(STREAM);
    }
  }

  @Test
  void responseEndsTheSuccessionOfFailures() {
    servers(2);

    reset(0, 4);
    request(0, 404, Duration.ofMillis(5));
    reset(0, 4);

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
  }

  @Test
  void statusesOfGatewaysAreFailuresAndThoseOfApplicationsAreNot() {
    servers(2);

    requests(0, 5, 500, Duration.ofMillis(1));
    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    requests(0, 5, 503, Duration.ofMillis(1));

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    assertThat(view(0).reason()).endsWith("the last one with: status 503");
  }

  /** Takes a call of gRPC whose status comes in its trailers. */
  private void call(int index, int status) {
    server(index).began(STREAM);
    server(index).respondedInPart(200, 1, now());
    server(index).completed("grpc-status", status, GrpcStatus.healthOf(status), now());
    server(index).ended(STREAM);
  }

  @Test
  void unavailableCallsAreFailuresAndThoseThatTheClientCausesAreNot() {
    servers(2);

    for (int status : List.of(1, 3, 4, 5, 7, 8, 12, 16)) {
      call(0, status);
    }
    assertThat(view(0).failures()).isEmpty();
    for (int i = 0; i < 5; i++) {
      call(0, GrpcStatus.INTERNAL);
    }
    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    for (int i = 0; i < 5; i++) {
      call(0, GrpcStatus.UNAVAILABLE);
    }

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    assertThat(view(0).reason()).endsWith("the last one with: grpc-status 14");
    assertThat(view(0).failures()).containsExactly(Map.entry(ServerFailure.STATUS, 10L));
  }

  @Test
  void callThatSucceedsEndsTheSuccessionOfFailures() {
    servers(2);

    for (int i = 0; i < 20; i++) {
      call(0, i % 4 == 0 ? 0 : GrpcStatus.UNAVAILABLE);
    }

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
  }

  @Test
  void headOfACallEndsAnEjection() {
    servers(2);
    refuse(0);
    clock.advance(Duration.ofSeconds(1));

    server(0).began(STREAM);
    server(0).respondedInPart(200, 1, now());

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.UP);
  }

  @Test
  void oneRequestProbesTheServerAfterTheEjection() {
    servers(2);
    refuse(0);
    clock.advance(Duration.ofSeconds(1));

    server(0).began(STREAM);
    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    server(0).responded(200, 1, now());

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.UP);
    assertThat(view(0).reason()).isEqualTo("has recovered from: refused");
    assertThat(server(0).servingSinceNanos()).isEqualTo(now());
  }

  @Test
  void cancelledProbeLeavesItsPlace() {
    servers(2);
    refuse(0);
    clock.advance(Duration.ofSeconds(1));
    server(0).began(STREAM);

    server(0).ended(STREAM);

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.PROBING);
  }

  @Test
  void cancelledProbeLeavesItsPlaceWhileEarlierRequestsWait() {
    servers(2);
    Object earlier = new Object();
    server(0).began(earlier);
    refuse(0);
    tick(Duration.ofSeconds(1));
    Object probe = new Object();
    server(0).began(probe);
    tick(Duration.ofSeconds(1));

    server(0).ended(probe);
    tick(Duration.ofSeconds(10));

    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL);
    assertThat(view(0).ejections()).isEqualTo(1);
  }

  @Test
  void endOfAnEarlierRequestIsNotThatOfTheProbe() {
    servers(2);
    Object earlier = new Object();
    server(0).began(earlier);
    refuse(0);
    clock.advance(Duration.ofSeconds(1));
    server(0).began(new Object());

    server(0).ended(earlier);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
  }

  @Test
  void probesThatTheirClientsCancelFailAfterFiveSecondsInAll() {
    servers(2);
    refuse(0);
    tick(Duration.ofSeconds(1));

    for (int i = 0; i < 3; i++) {
      server(0).began(STREAM);
      tick(Duration.ofMillis(1600));
      server(0).ended(STREAM);
      tick(Duration.ofSeconds(20));
      assertThat(view(0).ejections()).as("after probe %s", i).isEqualTo(1);
    }
    server(0).began(STREAM);
    tick(Duration.ofMillis(1600));

    assertThat(view(0).ejections()).isEqualTo(2);
    assertThat(view(0).reason()).startsWith("the probe failed: no response for ");
  }

  @Test
  void failedProbesDoubleTheTimeUpToTheLongest() {
    servers(2);
    refuse(0);
    long least = 1;
    for (int i = 1; i <= 10; i++) {
      clock.advance(Duration.ofSeconds(60));
      refuse(0);
      least = Math.min(60, 2 * least);
      clock.advance(Duration.ofSeconds(least).minusNanos(1));
      assertThat(server(0).isEjected(now())).as("ejection %s", i).isTrue();
      clock.advance(Duration.ofSeconds(Math.min(60, least * 3 / 2) - least).plusNanos(1));
      assertThat(server(0).isEjected(now())).as("ejection %s", i).isFalse();
    }
    assertThat(view(0).ejections()).isEqualTo(11);
  }

  @Test
  void flappingServerIsEjectedLongerUntilItHasServedForAMinute() {
    servers(2);
    refuse(0);
    clock.advance(Duration.ofSeconds(1));
    request(0, 200, Duration.ofMillis(1));

    refuse(0);
    clock.advance(Duration.ofMillis(1999));
    assertThat(server(0).isEjected(now())).isTrue();
    clock.advance(Duration.ofMillis(1001));
    request(0, 200, Duration.ofMillis(1));
    clock.advance(Duration.ofMinutes(1));
    refuse(0);
    clock.advance(Duration.ofSeconds(1));

    assertThat(server(0).isEjected(now())).isFalse();
  }

  @Test
  void serverThatFailsOnceInAWhileReturnsSoonEachTime() {
    servers(2);
    for (int failure = 0; failure < 10; failure++) {
      refuse(0);
      clock.advance(Duration.ofSeconds(3));
      request(0, 200, Duration.ofMillis(1));
      assertThat(view(0).status()).isEqualTo(ServerStatus.UP);
      clock.advance(Duration.ofSeconds(30));
    }
  }

  @Test
  void failuresDuringAnEjectionDoNotProlongIt() {
    servers(2);
    refuse(0);
    clock.advance(Duration.ofMillis(900));

    refuse(0);
    reset(0, 20);
    clock.advance(Duration.ofMillis(100));

    assertThat(server(0).isEjected(now())).isFalse();
    assertThat(view(0).ejections()).isEqualTo(1);
  }

  @Test
  void responseToARequestBeforeTheEjectionDoesNotEndIt() {
    servers(2);
    clock.advance(Duration.ofSeconds(5));
    reset(0, 5);
    clock.advance(Duration.ofMillis(100));

    server(0).responded(200, Duration.ofSeconds(3).toNanos(), now());

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
  }

  @Test
  void responseToALaterRequestEndsTheEjectionEarly() {
    servers(2);
    refuse(0);
    refuse(1);
    clock.advance(Duration.ofMillis(300));

    request(1, 200, Duration.ofMillis(10));

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
  }

  @Test
  void onlyAShareOfTheServersIsEjectedForFailures() {
    servers(5);

    for (int i = 0; i < 5; i++) {
      reset(i, 5);
    }

    assertThat(intakes())
        .containsExactly(Intake.RESERVE, Intake.RESERVE, Intake.ALL, Intake.ALL, Intake.ALL);
    assertThat(view(2).reason()).endsWith("not ejected, because too many servers would be");
  }

  @Test
  void lastServerIsNeverEjectedForFailures() {
    configure(rules(100), 0);
    servers(2);

    reset(0, 5);
    reset(1, 50);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
  }

  @Test
  void shareOfNoneEjectsNoServerForFailures() {
    configure(rules(0), 50);
    servers(4);

    reset(0, 50);

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void serversWithoutConnectionAreEjectedWhateverTheShare() {
    servers(3);

    refuse(0);
    refuse(1);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.RESERVE, Intake.ALL);
  }

  @Test
  void serversWithoutConnectionCountInTheShareOfOthers() {
    servers(4);

    refuse(0);
    refuse(1);
    reset(2, 50);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.RESERVE, Intake.ALL, Intake.ALL);
    assertThat(view(2).reason()).endsWith("not ejected, because too many servers would be");
  }

  @Test
  void serversWithoutConnectionAloneAreNoPanic() {
    servers(4);

    refuse(0);
    refuse(1);
    refuse(2);

    assertThat(upstream.isPanic()).isFalse();
    assertThat(intakes())
        .containsExactly(Intake.RESERVE, Intake.RESERVE, Intake.RESERVE, Intake.ALL);
  }

  @Test
  void panicIgnoresEjectionsForFailedRequests() {
    configure(rules(100), 50);
    servers(4);

    reset(0, 5);
    reset(1, 5);
    assertThat(upstream.isPanic()).isFalse();
    refuse(2);

    assertThat(upstream.isPanic()).isTrue();
    assertThat(intakes()).containsExactly(Intake.ALL, Intake.ALL, Intake.RESERVE, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.EJECTED);
    assertThat(view(0).reason())
        .endsWith("gets requests, because fewer than 50 % of the servers are usable");
    clock.advance(Duration.ofSeconds(1));
    request(2, 200, Duration.ofMillis(1));
    assertThat(upstream.isPanic()).isFalse();
  }

  @Test
  void panicOfZeroNeverIgnoresEjections() {
    configure(rules(100), 0);
    servers(4);

    reset(0, 5);
    reset(1, 5);
    reset(2, 5);

    assertThat(intakes())
        .containsExactly(Intake.RESERVE, Intake.RESERVE, Intake.RESERVE, Intake.ALL);
  }

  @Test
  void serversThatAnOperatorEjectedDoNotCountForPanic() {
    ServerOverrides overrides = new ServerOverrides();
    UpstreamServers all = new UpstreamServers("app", overrides);
    all.update(IntStream.range(1, 5)
        .mapToObj(port -> Endpoint.of(new ServerConfig(ServerConfig.Scheme.HTTP, "10.0.0.1", port)))
        .toList());
    ServerOverride eject = new ServerOverride(ServerOverride.Kind.EJECT, "", "anna", Instant.EPOCH);

    overrides.set("app", "http://10.0.0.1:1", eject);
    overrides.set("app", "http://10.0.0.1:2", eject);
    overrides.set("app", "http://10.0.0.1:3", eject);

    assertThat(all.isPanic()).isFalse();
  }

  @Test
  void errorsOfOneServerEjectIt() {
    servers(3);
    requests(1, 20, 200, Duration.ofMillis(5));
    requests(2, 20, 200, Duration.ofMillis(5));

    for (int i = 0; i < 10; i++) {
      request(0, 500, Duration.ofMillis(5));
      request(0, 200, Duration.ofMillis(5));
    }
    tick(TICK);

    assertThat(view(0).status()).isEqualTo(ServerStatus.EJECTED);
    assertThat(view(0).reason())
        .isEqualTo("10 of 20 requests failed or got a status of 500 to 599");
    assertThat(upstream.ejections(EjectionCause.ERROR_RATE)).isEqualTo(1);
  }

  @Test
  void errorsOfAllServersEjectNone() {
    servers(3);

    for (int i = 0; i < 3; i++) {
      requests(i, 30, 500, Duration.ofMillis(5));
    }
    tick(TICK);

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void errorsOfFewRequestsMeanNothing() {
    servers(2);
    requests(1, 20, 200, Duration.ofMillis(5));

    requests(0, 19, 500, Duration.ofMillis(5));
    tick(TICK);

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void errorsOfAnEarlierWindowDoNotCount() {
    servers(2);
    requests(0, 19, 500, Duration.ofMillis(1));
    requests(1, 19, 200, Duration.ofMillis(1));
    tick(Duration.ofSeconds(11));

    requests(0, 19, 500, Duration.ofMillis(1));
    requests(1, 19, 200, Duration.ofMillis(1));
    tick(TICK);

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void goodResponseAmongErrorsDoesNotEndTheEjectionEarly() {
    servers(2);
    requests(1, 20, 200, Duration.ofMillis(1));
    requests(0, 20, 500, Duration.ofMillis(1));
    tick(TICK);

    request(0, 200, Duration.ofMillis(1));
    assertThat(view(0).status()).isEqualTo(ServerStatus.EJECTED);
    clock.advance(Duration.ofSeconds(1));
    request(0, 500, Duration.ofMillis(1));
    assertThat(view(0).status()).isEqualTo(ServerStatus.EJECTED);
    assertThat(view(0).reason()).isEqualTo("the probe failed: status 500");
  }

  @Test
  void slowServerIsEjectedAndReturnsWhenItIsFast() {
    servers(3);
    requests(1, 30, 200, Duration.ofMillis(20));
    requests(2, 30, 200, Duration.ofMillis(25));
    requests(0, 5, 200, Duration.ofMillis(400));
    tick(TICK);
    requests(0, 25, 200, Duration.ofMillis(400));
    tick(TICK);

    assertThat(view(0).status()).isEqualTo(ServerStatus.EJECTED);
    assertThat(view(0).reason()).contains("responses took longer than 250 ms");
    assertThat(upstream.ejections(EjectionCause.LATENCY)).isEqualTo(1);
    clock.advance(Duration.ofSeconds(1));
    request(0, 200, Duration.ofMillis(20));
    assertThat(view(0).status()).isEqualTo(ServerStatus.UP);
  }

  @Test
  void serverThatIsManyTimesSlowerWithinMillisecondsStays() {
    servers(2);
    requests(1, 30, 200, Duration.ofMillis(1));
    tick(TICK);

    requests(0, 60, 200, Duration.ofMillis(50));
    tick(TICK);

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  private void waiting(int index, int count) {
    for (int i = 0; i < count; i++) {
      server(index).began(STREAM);
      server(index).beganTimed();
    }
  }

  @Test
  void serverThatRespondsToNothingIsEjectedWhileOthersRespond() {
    servers(2);
    request(1, 200, Duration.ofMillis(5));
    waiting(0, 5);
    tick(TICK);

    for (int i = 0; i < 7; i++) {
      request(1, 200, Duration.ofMillis(5));
      tick(TICK.dividedBy(2));
    }

    assertThat(view(0).status()).isEqualTo(ServerStatus.EJECTED);
    assertThat(view(0).reason()).startsWith("no response to 5 requests for ");
    assertThat(upstream.ejections(EjectionCause.STALL)).isEqualTo(1);
  }

  @Test
  void serverStaysIfNoServerResponds() {
    servers(2);
    request(1, 200, Duration.ofMillis(5));
    waiting(0, 50);
    waiting(1, 50);

    tick(Duration.ofSeconds(10));

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void fewWaitingRequestsAreNoStall() {
    servers(2);
    request(1, 200, Duration.ofMillis(5));
    waiting(0, 4);

    for (int i = 0; i < 20; i++) {
      request(1, 200, Duration.ofMillis(5));
      tick(TICK);
    }

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void longRequestsOfAnUpstreamAreNoStall() {
    servers(2);
    request(1, 200, Duration.ofSeconds(30));
    waiting(0, 50);

    for (int i = 0; i < 20; i++) {
      request(1, 200, Duration.ofMillis(5));
      server(1).responded(200, Duration.ofSeconds(30).toNanos(), now());
      tick(TICK);
    }

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void probeWithoutResponseFailsAfterFiveSeconds() {
    servers(2);
    refuse(0);
    tick(Duration.ofSeconds(1));
    server(0).began(STREAM);

    tick(Duration.ofMillis(5200));

    assertThat(view(0).ejections()).isEqualTo(2);
    assertThat(view(0).reason()).startsWith("the probe failed: no response for 5");
  }

  @Test
  void threeFailedChecksTakeAServerDownAndTwoGoodOnesBringItBack() {
    servers(2);

    check(0, "status 503 (expected: 200-299)", 2);
    assertThat(intakes()).containsOnly(Intake.ALL);
    check(0, "status 503 (expected: 200-299)", 1);
    assertThat(intakes()).containsExactly(Intake.NONE, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.DOWN);
    assertThat(view(0).reason()).isEqualTo("check failed: status 503 (expected: 200-299)");
    check(0, "", 1);
    assertThat(intakes()).containsExactly(Intake.NONE, Intake.ALL);
    check(0, "", 1);

    assertThat(intakes()).containsOnly(Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.UP);
    assertThat(server(0).servingSinceNanos()).isEqualTo(now());
  }

  private void check(int index, String why, int times) {
    for (int i = 0; i < times; i++) {
      server(index).checked(why.isEmpty(), why, CHECKS, now());
    }
  }

  @Test
  void alternatingChecksChangeNothing() {
    servers(2);

    for (int i = 0; i < 20; i++) {
      check(0, "late", 2);
      check(0, "", 1);
    }

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void goodCheckDoesNotEndAnEjection() {
    servers(2);
    reset(0, 5);

    check(0, "", 10);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
  }

  @Test
  void serversThatAreDownGetNoRequestEvenIfAllAre() {
    servers(2);
    check(0, "late", 3);
    check(1, "late", 3);

    assertThat(intakes()).containsOnly(Intake.NONE);
    assertThat(upstream.current().policy().choose(new TestRequest(), now()))
        .isEqualTo(SelectionPolicy.NONE);
  }

  @Test
  void endOfChecksBringsAServerBack() {
    servers(2);
    check(0, "late", 3);

    server(0).unchecked(now());

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void switchedOffRulesEjectNoServer() {
    servers(2);
    refuse(0);

    Passive on = rules(50);
    configure(
        new Passive(
            false,
            on.failures(),
            on.window(),
            on.minRequests(),
            on.errorRate(),
            on.latency(),
            on.stall(),
            on.minEjection(),
            on.maxEjection(),
            on.maxEjected()),
        50);
    assertThat(intakes()).containsOnly(Intake.ALL);
    refuse(0);
    reset(0, 50);

    assertThat(intakes()).containsOnly(Intake.ALL);
  }

  @Test
  void ejectionOutlivesAChangeOfTheServers() {
    servers(3);
    reset(0, 5);

    servers(2);

    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
  }

  @Test
  void operatorsDecisionIsShownBeforeTheStateOfRequests() {
    servers(2);
    refuse(0);
    server(0)
        .override(new ServerOverride(ServerOverride.Kind.EJECT, "disk", "anna", Instant.EPOCH));
    assertThat(view(0).status()).isEqualTo(ServerStatus.DISABLED);
    assertThat(intakes()).containsExactly(Intake.NONE, Intake.ALL);

    server(0).override(new ServerOverride(ServerOverride.Kind.DRAIN, "", "anna", Instant.EPOCH));
    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
    clock.advance(Duration.ofSeconds(1));
    request(0, 200, Duration.ofMillis(1));

    assertThat(intakes()).containsExactly(Intake.RETURNING, Intake.ALL);
    assertThat(view(0).status()).isEqualTo(ServerStatus.DRAINING);
  }

  @Test
  void failuresOnManyThreadsAreOneEjection() throws InterruptedException {
    servers(2);
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread = new Thread(() -> {
        try {
          start.await();
        } catch (InterruptedException e) {
          return;
        }
        reset(0, 1000);
        refuse(0);
      });
      thread.start();
      threads.add(thread);
    }

    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(view(0).ejections()).isEqualTo(1);
    assertThat(view(0).failures()).containsEntry(ServerFailure.RESET, 8000L);
    assertThat(intakes()).containsExactly(Intake.RESERVE, Intake.ALL);
  }
}
