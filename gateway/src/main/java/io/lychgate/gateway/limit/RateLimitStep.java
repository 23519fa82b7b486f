package io.lychgate.gateway.limit;

import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.RateLimits.FieldUse;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.LimitCount;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests above the rates of a route. A request takes a token of each limit. If one has none left, the request puts the others
 * back and is refused, so that it counts for no limit. A promised request counts for none, because no client sent it.
 */
final class RateLimitStep implements RequestStep {
  static final AsciiString RATE_LIMIT = AsciiString.cached("ratelimit");
  static final AsciiString RATE_LIMIT_POLICY = AsciiString.cached("ratelimit-policy");

  private static final long NANOS = 1_000_000_000;

  private final Rule[] rules;
  private final IntToLongFunction clocks;
  private final boolean needsView;
  private final boolean statesAll;
  private final String policies;

  /**
   * One limit.
   *
   * @param name name in responses
   * @param failure the refusal without the time to wait
   */
  record Rule(
      RateLimits.Limit limit,
      String name,
      When when,
      KeyReader key,
      Buckets buckets,
      LimitCounter counter,
      ExchangeFailure failure) {
    static Rule of(
        RateLimits.Limit limit,
        String owner,
        KeyReader key,
        Buckets buckets,
        LimitCounter counter) {
      return new Rule(
          limit,
          limit.name(),
          When.of(limit.when()),
          key,
          buckets,
          counter,
          new ExchangeFailure(
              limit.status() == Kind.TOO_MANY_REQUESTS.status()
                  ? Kind.TOO_MANY_REQUESTS
                  : Kind.OVERLOADED,
              "rate: above " + limit.name() + " of " + owner));
    }

    boolean needsView() {
      return when.condition() != null || key.needsView();
    }

    boolean isStated() {
      return limit.fields() != FieldUse.NONE && !limit.dryRun();
    }

    /** Returns the policy as an item of RateLimit-Policy. */
    String policy() {
      long seconds = limit.rate().period().toSeconds();
      // The window is a whole number of seconds; a shorter one is left out.
      return '"' + name + "\";q=" + limit.rate().requests() + (seconds == 0 ? "" : ";w=" + seconds);
    }

    /** Returns the state as an item of RateLimit. */
    String state(long left, long seconds) {
      return '"' + name + "\";r=" + left + ";t=" + seconds;
    }

    /** Returns the seconds after which a bucket with this number of tokens is full again. */
    long secondsToFull(long left) {
      double missing = limit.burst() - left;
      double nanos = missing * limit.rate().period().toNanos() / limit.rate().requests();
      return (long) Math.ceil(nanos / NANOS);
    }
  }

  /** @param clocks returns the nanoseconds of the clock of a loop */
  RateLimitStep(List<Rule> rules, IntToLongFunction clocks) {
    this.rules = rules.toArray(new Rule[0]);
    this.clocks = clocks;
    this.needsView = rules.stream().anyMatch(Rule::needsView);
    this.statesAll =
        rules.stream().anyMatch(rule -> rule.isStated() && rule.limit.fields() == FieldUse.ALL);
    this.policies =
        rules.stream().filter(Rule::isStated).map(Rule::policy).collect(Collectors.joining(", "));
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    if (context.isPromised()) {
      continuation.then(Verdict.CONTINUE);
      return;
    }
    RequestView view = needsView ? new RequestView(context.request()) : null;
    continuation.then(
        rules.length == 1 && !statesAll ? ofOne(context, view) : ofAll(context, view));
  }

  /** The same as {@link #ofAll}, and allocates nothing: the usual case. */
  private Verdict ofOne(RequestContext context, @Nullable RequestView view) {
    Rule rule = rules[0];
    if (!rule.when.accepts(view)) {
      return Verdict.CONTINUE;
    }
    int loop = context.loopNumber();
    long left = rule.buckets.take(rule.key.of(context, view), clocks.applyAsLong(loop));
    if (left < 0 && !rule.limit.dryRun()) {
      return refused(rule, loop, -left);
    }
    rule.counter.count(loop, left < 0 ? LimitCount.DRY_RUN : LimitCount.ADMITTED);
    return Verdict.CONTINUE;
  }

  private Verdict ofAll(RequestContext context, @Nullable RequestView view) {
    int loop = context.loopNumber();
    long now = clocks.applyAsLong(loop);
    long[] keys = new long[rules.length];
    long[] lefts = new long[rules.length];
    boolean[] applies = new boolean[rules.length];
    for (int i = 0; i < rules.length; i++) {
      Rule rule = rules[i];
      applies[i] = rule.when.accepts(view);
      if (applies[i]) {
        keys[i] = rule.key.of(context, view);
        lefts[i] = rule.buckets.take(keys[i], now);
        if (lefts[i] < 0 && !rule.limit.dryRun()) {
          putBack(i, applies, lefts, keys);
          return refused(rule, loop, -lefts[i]);
        }
      }
    }
    for (int i = 0; i < rules.length; i++) {
      if (applies[i]) {
        rules[i].counter.count(loop, lefts[i] < 0 ? LimitCount.DRY_RUN : LimitCount.ADMITTED);
      }
    }
    if (statesAll) {
      state(context, applies, lefts);
    }
    return Verdict.CONTINUE;
  }

  private void putBack(int before, boolean[] applies, long[] lefts, long[] keys) {
    for (int i = 0; i < before; i++) {
      if (applies[i] && lefts[i] >= 0) {
        rules[i].buckets.putBack(keys[i]);
      }
    }
  }

  private void state(RequestContext context, boolean[] applies, long[] lefts) {
    StringBuilder states = new StringBuilder();
    for (int i = 0; i < rules.length; i++) {
      Rule rule = rules[i];
      if (applies[i] && rule.isStated() && rule.limit.fields() == FieldUse.ALL) {
        states
            .append(states.length() == 0 ? "" : ", ")
            .append(rule.state(lefts[i], rule.secondsToFull(lefts[i])));
      }
    }
    if (states.length() > 0) {
      context.addToResponse(RATE_LIMIT_POLICY, policies);
      context.addToResponse(RATE_LIMIT, states.toString());
    }
  }

  private Verdict refused(Rule rule, int loop, long nanos) {
    rule.counter.count(loop, LimitCount.REFUSED);
    long seconds = (nanos + NANOS - 1) / NANOS;
    ExchangeFailure failure =
        new ExchangeFailure(rule.failure.kind(), rule.failure.detail(), false, (int) seconds);
    if (!rule.isStated()) {
      return new Verdict.Fail(failure);
    }
    Fields fields =
        new Fields(4).add(RATE_LIMIT_POLICY, policies).add(RATE_LIMIT, rule.state(0, seconds));
    return new Verdict.Fail(failure, fields);
  }

  @Override
  public String summary() {
    return Arrays.stream(rules)
        .map(rule -> rule.limit.summary() + " (" + rule.counter.text() + ")")
        .collect(Collectors.joining("; ", "limits rates: ", ""));
  }
}
