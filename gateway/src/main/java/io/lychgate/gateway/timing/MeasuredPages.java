package io.lychgate.gateway.timing;

import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.filter.compress.LoopCoders;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseSink;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Measures the page views of a route: {@code policies: { timings: … }}. */
public final class MeasuredPages implements ResponseFilter {
  private final TimingsPolicy policy;
  private final PageTimings timings;
  private final String site;
  private final String route;
  private final IntFunction<LoopCoders> loops;

  /** @param loops returns the coders of an event loop */
  public MeasuredPages(
      TimingsPolicy policy,
      PageTimings timings,
      String site,
      String route,
      IntFunction<LoopCoders> loops) {
    this.policy = policy;
    this.timings = timings;
    this.site = site;
    this.route = route;
    this.loops = loops;
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    RequestHead request = context.request();
    if (context.isTunnel() || context.isPromised()) {
      return null;
    }
    boolean isView = ViewRule.isNavigation(request);
    if (!isView && !(policy.inject() && ViewRule.isHeadOfNavigation(request))) {
      return null;
    }
    PageOutcome refusal = ViewRule.refusal(request, policy);
    if (refusal != null) {
      if (isView) {
        timings.counts().count(refusal);
      }
      return null;
    }
    if (policy.inject()) {
      MeasuredPage.prepare(request.fields());
    }
    return new MeasuredPage(next, this, context, isView, loops.apply(context.loopNumber()));
  }

  /** Returns true if the sample has the view. Experiments have all of theirs, up to the bound of a network. */
  boolean isSampled(RequestContext context) {
    boolean isWanted = policy.sample() >= 1
        || !context.arms().isEmpty()
        || ThreadLocalRandom.current().nextDouble() < policy.sample();
    // Each view is a row of the store, also one that the client left at once.
    return isWanted
        && timings.admitsView(context.clientAddress(), site, policy.reportsPerNetwork());
  }

  TimingsPolicy policy() {
    return policy;
  }

  PageTimings timings() {
    return timings;
  }

  String site() {
    return site;
  }

  String route() {
    return route;
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
