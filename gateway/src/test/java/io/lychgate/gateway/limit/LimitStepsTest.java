package io.lychgate.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.ConcurrencyLimits;
import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policies.Level;
import io.lychgate.gateway.config.policy.Policy;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.RateLimits.FieldUse;
import io.lychgate.gateway.config.policy.RateLimits.Limit;
import io.lychgate.gateway.config.policy.RateLimits.Rate;
import io.lychgate.gateway.config.policy.RateLimits.Scope;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LimitStepsTest {
  private final FakeTicker ticker = new FakeTicker();
  private final SharedLimits limits = new SharedLimits(
      new Observatory(List.of(ImmediateEventExecutor.INSTANCE), ticker), loop -> ticker.nanoTime());

  private static Limit limit(String name, int requests, Duration period, String by) {
    return new Limit(
        name,
        new Rate(requests, period),
        requests,
        LimitKey.of(by).orElseThrow(),
        null,
        429,
        false,
        FieldUse.REFUSED,
        Scope.NODE,
        1000);
  }

  private static Limit with(Limit limit, boolean dryRun, FieldUse fields) {
    return new Limit(
        limit.name(),
        limit.rate(),
        limit.burst(),
        limit.by(),
        limit.when(),
        limit.status(),
        dryRun,
        fields,
        limit.scope(),
        limit.maxKeys());
  }

  private static Limit when(Limit limit, String when) {
    return new Limit(
        limit.name(),
        limit.rate(),
        limit.burst(),
        limit.by(),
        when,
        503,
        limit.dryRun(),
        limit.fields(),
        limit.scope(),
        limit.maxKeys());
  }

  private SharedLimits.Steps steps(String route, Policy policy) {
    return limits.steps(
        Policies.of(Level.ROUTE, List.of(policy), List.of()), key -> "route " + route, route);
  }

  private RequestStep rates(Limit... all) {
    SharedLimits.Steps steps = steps("r", new RateLimits(List.of(all)));
    return (steps.beforeLogin().isEmpty() ? steps.afterLogin() : steps.beforeLogin()).get(0);
  }

  private static ExchangeFailure failure(Verdict verdict) {
    return ((Verdict.Fail) verdict).failure();
  }

  @Test
  void refusalStatesWhenToComeBack() {
    RequestStep step = rates(limit("logins", 2, Duration.ofMinutes(1), "client"));
    Arrival request = Arrival.of("192.0.2.1");
    assertThat(request.isAdmitted(step)).isTrue();
    assertThat(request.isAdmitted(step)).isTrue();

    Verdict.Fail refusal = (Verdict.Fail) request.at(step);

    assertThat(refusal.failure().kind().status()).isEqualTo(429);
    assertThat(refusal.failure().retryAfterSeconds()).isEqualTo(30);
    assertThat(refusal.failure().detail()).isEqualTo("rate: above logins of route r");
    assertThat(refusal.fields()).hasToString("""
            ratelimit-policy: "logins";q=2;w=60
            ratelimit: "logins";r=0;t=30
            """);
    assertThat(request.added.size()).isZero();
    assertThat(Arrival.of("192.0.2.2").isAdmitted(step)).isTrue();
    assertThat(step.summary())
        .isEqualTo("limits rates: logins 2/m by client (3 admitted, 1 refused)");

    ticker.advance(Duration.ofSeconds(30));
    assertThat(request.isAdmitted(step)).isTrue();
  }

  @Test
  void admittedResponsesStateTheLimitsOnRequest() {
    RequestStep step = rates(
        with(limit("a", 10, Duration.ofSeconds(10), "client"), false, FieldUse.ALL),
        with(limit("b", 4, Duration.ofMillis(500), "client"), false, FieldUse.ALL),
        with(limit("quiet", 3, Duration.ofHours(1), "client"), false, FieldUse.NONE));
    Arrival request = Arrival.of("192.0.2.1");

    assertThat(request.isAdmitted(step)).isTrue();

    assertThat(request.added).hasToString("""
            ratelimit-policy: "a";q=10;w=10, "b";q=4
            ratelimit: "a";r=9;t=1, "b";r=3;t=1
            """);
    request.at(step);
    request.at(step);
    assertThat(((Verdict.Fail) request.at(step)).fields().size()).isZero();
  }

  @Test
  void refusedRequestCountsForNoLimit() {
    RequestStep step = rates(
        limit("many", 3, Duration.ofHours(1), "client"),
        limit("few", 1, Duration.ofMinutes(1), "client"));
    Arrival request = Arrival.of("192.0.2.1");
    assertThat(request.isAdmitted(step)).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(failure(request.at(step)).detail()).contains("few");
    }

    ticker.advance(Duration.ofMinutes(1));
    assertThat(request.isAdmitted(step)).isTrue();
    ticker.advance(Duration.ofMinutes(1));
    assertThat(request.isAdmitted(step)).isTrue();
    ticker.advance(Duration.ofMinutes(1));
    assertThat(failure(request.at(step)).detail()).contains("many");
  }

  @Test
  void dryRunCountsAndRefusesNothing() {
    RequestStep step =
        rates(with(limit("a", 1, Duration.ofHours(1), "client"), true, FieldUse.ALL));
    Arrival request = Arrival.of("192.0.2.1");
    for (int i = 0; i < 3; i++) {
      assertThat(request.isAdmitted(step)).isTrue();
    }

    assertThat(request.added.size()).isZero();
    assertThat(step.summary())
        .isEqualTo(
            "limits rates: a 1/h by client, dry run (1 admitted, 0 refused, 2 refused in dry run)");
  }

  @Test
  void limitAppliesWhereItsConditionHoldsOrFails() {
    RequestStep step =
        rates(when(limit("a", 1, Duration.ofHours(1), "client"), "int(headers['x-level']) > 3"));

    assertThat(Arrival.of("::1", "x-level", "4").isAdmitted(step)).isTrue();
    assertThat(Arrival.of("::1", "x-level", "3").isAdmitted(step)).isTrue();
    assertThat(failure(Arrival.of("::1", "x-level", "9").at(step)).kind().status())
        .isEqualTo(503);
    assertThat(Arrival.of("::1", "x-level", "none").isAdmitted(step)).isFalse();
    assertThat(Arrival.of("::1").isAdmitted(step)).isFalse();
  }

  @Test
  void promisedRequestCountsForNoLimit() {
    RequestStep step = rates(limit("a", 1, Duration.ofHours(1), "client"));
    for (int i = 0; i < 5; i++) {
      assertThat(Arrival.of("::1").promised().isAdmitted(step)).isTrue();
    }

    assertThat(Arrival.of("::1").isAdmitted(step)).isTrue();
  }

  @Test
  void limitsOfClientsComeBeforeLoginAndOthersAfterIt() {
    SharedLimits.Steps steps = steps(
        "r",
        new RateLimits(List.of(
            limit("a", 1, Duration.ofHours(1), "client"),
            limit("b", 1, Duration.ofHours(1), "identity"),
            limit("c", 1, Duration.ofHours(1), "route"))));

    assertThat(steps.beforeLogin())
        .extracting(RequestStep::summary)
        .singleElement()
        .asString()
        .startsWith("limits rates: a 1/h by client (");
    assertThat(steps.afterLogin())
        .extracting(RequestStep::summary)
        .singleElement()
        .asString()
        .contains("b 1/h by identity", "c 1/h by route");
  }

  @Test
  void unchangedLimitKeepsItsCountsInTheNextSnapshot() {
    Limit limit = limit("a", 2, Duration.ofHours(1), "client");
    Arrival request = Arrival.of("::1");
    RequestStep old = rates(limit);
    assertThat(request.isAdmitted(old)).isTrue();

    RequestStep same = rates(with(when(limit, "method == 'GET'"), false, FieldUse.ALL));
    assertThat(request.isAdmitted(same)).isTrue();
    assertThat(request.isAdmitted(old)).isFalse();

    assertThat(request.isAdmitted(rates(limit("a", 3, Duration.ofHours(1), "client"))))
        .isTrue();
    assertThat(request.isAdmitted(rates(limit("b", 2, Duration.ofHours(1), "client"))))
        .isTrue();
    RequestStep elsewhere =
        steps("other", new RateLimits(List.of(limit))).beforeLogin().get(0);
    assertThat(request.isAdmitted(elsewhere)).isTrue();
    assertThat(request.isAdmitted(old)).isFalse();
  }

  private RequestStep concurrency(ConcurrencyLimits.Limit... all) {
    return steps("r", new ConcurrencyLimits(List.of(all))).afterLogin().get(0);
  }

  private static ConcurrencyLimits.Limit inFlight(String name, int max, int status, boolean dry) {
    return new ConcurrencyLimits.Limit(
        name, max, LimitKey.of("client").orElseThrow(), null, status, dry);
  }

  @Test
  void requestIsInFlightUntilItsExchangeEnds() {
    RequestStep step = concurrency(inFlight("a", 2, 429, false));
    Arrival first = Arrival.of("::1");
    assertThat(first.isAdmitted(step)).isTrue();
    assertThat(Arrival.of("::1").isAdmitted(step)).isTrue();
    Arrival third = Arrival.of("::1");
    assertThat(failure(third.at(step)).kind().status()).isEqualTo(429);
    assertThat(third.whenEnded).isEmpty();
    assertThat(Arrival.of("2001:db8::1").isAdmitted(step)).isTrue();

    first.end();

    assertThat(Arrival.of("::1").isAdmitted(step)).isTrue();
    assertThat(Arrival.of("::1").isAdmitted(step)).isFalse();
    assertThat(step.summary())
        .isEqualTo("limits requests in flight: a 2 in flight by client (4 admitted, 2 refused)");
  }

  @Test
  void dryRunOfConcurrencyRefusesNothing() {
    RequestStep step = concurrency(inFlight("a", 1, 503, true));
    Arrival first = Arrival.of("::1");
    Arrival second = Arrival.of("::1");

    assertThat(first.isAdmitted(step)).isTrue();
    assertThat(second.isAdmitted(step)).isTrue();
    first.end();
    second.end();

    assertThat(step.summary()).contains("(1 admitted, 0 refused, 1 refused in dry run)");
    assertThat(Arrival.of("::1").isAdmitted(step)).isTrue();
    assertThat(step.summary()).contains("(2 admitted, 0 refused, 1 refused in dry run)");
  }

  @Test
  void requestInFlightCountsAlsoForTheLimitOfTheNextSnapshot() {
    Arrival first = Arrival.of("::1");
    assertThat(first.isAdmitted(concurrency(inFlight("a", 5, 503, false)))).isTrue();

    RequestStep lower = concurrency(inFlight("a", 1, 503, false));
    assertThat(Arrival.of("::1").isAdmitted(lower)).isFalse();
    first.end();
    assertThat(Arrival.of("::1").isAdmitted(lower)).isTrue();
  }
}
