package io.lychgate.gateway.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.config.policy.ConcurrencyLimits;
import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.SizeLimits;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.observe.Observatory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.UnaryOperator;

/**
 * Makes the steps of limits, and keeps what they count. The counts of a limit stay over reloads as long as the limit is stated at the same
 * listener, site or route with the same rate, burst and key; they end with the last snapshot that has it. All routes below a site or
 * listener share the counts of a limit that it states.
 */
public final class SharedLimits {
  private final Observatory observatory;
  private final IntToLongFunction clocks;
  private final KeySecret secret = KeySecret.random();

  /** Held by the steps of snapshots. */
  private final Cache<Stated<RateLimits.Counting>, Buckets> buckets =
      Caffeine.newBuilder().weakValues().build();

  /** Held by the steps of snapshots, and by the requests in flight. */
  private final Cache<Stated<LimitKey>, InFlight> inFlight =
      Caffeine.newBuilder().weakValues().build();

  /** A limit of this name that a listener, site or route states. */
  private record Stated<C>(String owner, String name, C counting) {}

  /** @param clocks returns the nanoseconds of the clock of a loop; called on this loop */
  public SharedLimits(Observatory observatory, IntToLongFunction clocks) {
    this.observatory = observatory;
    this.clocks = clocks;
  }

  /**
   * The steps of one route.
   *
   * @param beforeLogin steps that need no identity
   * @param afterLogin steps after authentication
   */
  public record Steps(List<RequestStep> beforeLogin, List<RequestStep> afterLogin) {}

  /**
   * Returns the steps of the limits among these policies, in their order.
   *
   * @param owners returns the listener, site or route that states the policy of a key, as {@code site shop.example}
   * @param route id of the route
   */
  public Steps steps(Policies policies, UnaryOperator<String> owners, String route) {
    List<RequestStep> before = new ArrayList<>();
    List<RequestStep> after = new ArrayList<>();
    SizeLimits sizes = policies.get(SizeLimits.class);
    if (sizes != null) {
      before.add(new SizeStep(sizes));
    }
    RateLimits rates = policies.get(RateLimits.class);
    if (rates != null) {
      String owner = owners.apply(RateLimits.KEY);
      addRates(rates, true, owner, route, before);
      addRates(rates, false, owner, route, after);
    }
    ConcurrencyLimits concurrency = policies.get(ConcurrencyLimits.class);
    if (concurrency != null) {
      String owner = owners.apply(ConcurrencyLimits.KEY);
      after.add(new ConcurrencyStep(concurrency.limits().stream()
          .map(limit -> ConcurrencyStep.Rule.of(
              limit,
              owner,
              new KeyReader(limit.by(), secret, route),
              inFlight(owner, limit),
              counter(limit.name(), owner)))
          .toList()));
    }
    return new Steps(before, after);
  }

  private void addRates(
      RateLimits rates, boolean isOfClient, String owner, String route, List<RequestStep> steps) {
    List<RateLimitStep.Rule> rules = rates.limits().stream()
        .filter(limit -> limit.by().isOfClient() == isOfClient)
        .map(limit -> RateLimitStep.Rule.of(
            limit,
            owner,
            new KeyReader(limit.by(), secret, route),
            buckets(owner, limit),
            counter(limit.name(), owner)))
        .toList();
    if (!rules.isEmpty()) {
      steps.add(new RateLimitStep(rules, clocks));
    }
  }

  private Buckets buckets(String owner, RateLimits.Limit limit) {
    return buckets.get(
        new Stated<>(owner, limit.name(), limit.counting()),
        stated -> new Buckets(stated.counting()));
  }

  private InFlight inFlight(String owner, ConcurrencyLimits.Limit limit) {
    return inFlight.get(new Stated<>(owner, limit.name(), limit.by()), unused -> new InFlight());
  }

  private LimitCounter counter(String name, String owner) {
    return new LimitCounter(observatory, observatory.limit(name, owner));
  }
}
