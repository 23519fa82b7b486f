package io.lychgate.gateway.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.config.policy.ConcurrencyLimits;
import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.RateLimits.Scope;
import io.lychgate.gateway.config.policy.SizeLimits;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.SipHash;
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
  /** Messages for one limit in one interval: the use of some 8,000 keys. The use of others waits. */
  private static final int MAX_MESSAGES = 16;

  private final KeySecret secret = KeySecret.random();

  /** The secret of limits of the fleet. Before the store has given it, that of this process. */
  private volatile KeySecret fleetSecret = secret;

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
              new KeyReader(limit.by(), () -> secret, route),
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
            limit, owner, key(limit, route), buckets(owner, limit), counter(limit.name(), owner)))
        .toList();
    if (!rules.isEmpty()) {
      steps.add(new RateLimitStep(rules, clocks));
    }
  }

  private KeyReader key(RateLimits.Limit limit, String route) {
    boolean isOfFleet = limit.scope() == Scope.FLEET;
    return new KeyReader(limit.by(), () -> isOfFleet ? fleetSecret : secret, route);
  }

  private Buckets buckets(String owner, RateLimits.Limit limit) {
    return buckets.get(
        new Stated<>(owner, limit.name(), limit.counting()),
        stated -> new Buckets(stated.counting()));
  }

  private InFlight inFlight(String owner, ConcurrencyLimits.Limit limit) {
    return inFlight.get(new Stated<>(owner, limit.name(), limit.by()), unused -> new InFlight());
  }

  // Limits of the fleet. One thread.

  /** Returns true if a limit counts the requests of all gateways together. */
  public boolean isOfFleet() {
    return buckets.asMap().keySet().stream()
        .anyMatch(stated -> stated.counting.scope() == Scope.FLEET);
  }

  /** Sets the secret that all gateways of the fleet have. Buckets begin full if it changes. */
  public void share(byte[] value) {
    fleetSecret = KeySecret.shared(value);
  }

  /** Forgets the tokens that were taken here since the last call of {@link #unsent}. */
  public void forgetUnsent() {
    buckets.asMap().values().forEach(Buckets::forgetUnsent);
  }

  /** Returns messages with the tokens that were taken here since the last call. */
  public List<String> unsent() {
    List<String> messages = new ArrayList<>();
    buckets.asMap().forEach((stated, each) -> {
      if (stated.counting.scope() == Scope.FLEET) {
        UseMessage.of(number(stated), each.unsent(MAX_MESSAGES * UseMessage.MAX_ENTRIES))
            .forEach(message -> messages.add(message.text()));
      }
    });
    return messages;
  }

  /** Takes the tokens that were taken at another gateway. */
  public void received(String text) {
    UseMessage message = UseMessage.parse(text);
    if (message == null) {
      return;
    }
    long now = observatory.ticker().nanoTime();
    buckets.asMap().forEach((stated, each) -> {
      if (stated.counting.scope() == Scope.FLEET && number(stated) == message.limit()) {
        message.all().forEach(taken -> each.takeForOthers(taken, now));
      }
    });
  }

  /** The same on all gateways that state the same limit at the same place. */
  private long number(Stated<RateLimits.Counting> stated) {
    KeySecret shared = fleetSecret;
    return SipHash.hash(shared.low(), shared.high(), stated.owner + ' ' + stated.counting);
  }

  private LimitCounter counter(String name, String owner) {
    return new LimitCounter(observatory, observatory.limit(name, owner));
  }
}
