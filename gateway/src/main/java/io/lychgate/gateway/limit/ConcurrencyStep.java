package io.lychgate.gateway.limit;

import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.config.policy.ConcurrencyLimits;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.LimitCount;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests above the numbers in flight of a route. A request is in flight until the last byte of its response has left, or
 * nothing more of it can: a request that its client has left, and a tunnel that has ended, count no more. A promised request counts for
 * no limit.
 */
final class ConcurrencyStep implements RequestStep {
  private final Rule[] rules;
  private final boolean needsView;

  /** One limit, with the verdict that refuses a request. */
  record Rule(
      ConcurrencyLimits.Limit limit,
      When when,
      KeyReader key,
      InFlight inFlight,
      LimitCounter counter,
      Verdict refusal) {
    static Rule of(
        ConcurrencyLimits.Limit limit,
        String owner,
        KeyReader key,
        InFlight inFlight,
        LimitCounter counter) {
      return new Rule(
          limit,
          When.of(limit.when()),
          key,
          inFlight,
          counter,
          new Verdict.Fail(new ExchangeFailure(
              limit.status() == Kind.TOO_MANY_REQUESTS.status()
                  ? Kind.TOO_MANY_REQUESTS
                  : Kind.OVERLOADED,
              "concurrency: above " + limit.name() + " of " + owner)));
    }

    boolean needsView() {
      return when.condition() != null || key.needsView();
    }
  }

  ConcurrencyStep(List<Rule> rules) {
    this.rules = rules.toArray(new Rule[0]);
    this.needsView = rules.stream().anyMatch(Rule::needsView);
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    continuation.then(context.isPromised() ? Verdict.CONTINUE : verdict(context));
  }

  private Verdict verdict(RequestContext context) {
    RequestView view = needsView ? new RequestView(context.request()) : null;
    int loop = context.loopNumber();
    for (Rule rule : rules) {
      if (rule.when.accepts(view) && !isWithin(rule, context, view, loop)) {
        return rule.refusal;
      }
    }
    return Verdict.CONTINUE;
  }

  /** Limits that were entered before are left at the end of the exchange, which is near after a refusal. */
  private static boolean isWithin(
      Rule rule, RequestContext context, @Nullable RequestView view, int loop) {
    long key = rule.key.of(context, view);
    InFlight inFlight = rule.inFlight;
    boolean isWithin = inFlight.enter(key) <= rule.limit.max();
    if (!isWithin && !rule.limit.dryRun()) {
      inFlight.leave(key);
      rule.counter.count(loop, LimitCount.REFUSED);
      return false;
    }
    rule.counter.count(loop, isWithin ? LimitCount.ADMITTED : LimitCount.DRY_RUN);
    context.whenEnded(() -> inFlight.leave(key));
    return true;
  }

  @Override
  public String summary() {
    return Arrays.stream(rules)
        .map(rule -> rule.limit.summary() + " (" + rule.counter.text() + ")")
        .collect(Collectors.joining("; ", "limits requests in flight: ", ""));
  }
}
