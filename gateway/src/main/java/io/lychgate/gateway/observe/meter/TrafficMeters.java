package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.count.CacheCount;
import io.lychgate.gateway.observe.count.GrpcCodes;
import io.lychgate.gateway.observe.count.LimitCount;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.lychgate.gateway.observe.count.RouteDecisionCount;
import io.lychgate.gateway.observe.count.SideCount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** The metrics of the decisions of routes and policies, of splits, mirrors, limits and caches, and of gRPC. */
final class TrafficMeters {
  private final Observatory observatory;
  private final MeterRegistry registry;

  TrafficMeters(Observatory observatory, MeterRegistry registry) {
    this.observatory = observatory;
    this.registry = registry;
  }

  void bind() {
    observatory.sides().watch(this::bindSide);
    for (RouteDecisionCount what : RouteDecisionCount.values()) {
      FunctionCounter.builder(
              "lychgate.route.decisions", observatory, o -> o.sum(loop -> loop.get(what)))
          .tags("decision", what.tag())
          .register(registry);
    }
    observatory.limits().watch(this::bindLimit);
    observatory.cachedRoutes().watch(this::bindCache);
    observatory.decisions().watch(this::bindDecisions);
    for (int i = 0; i < GrpcCodes.COUNT; i++) {
      int code = i;
      FunctionCounter.builder(
              "lychgate.grpc.responses", observatory, o -> o.sum(loop -> loop.grpcResponses(code)))
          .tags("code", GrpcCodes.tag(code))
          .register(registry);
    }
  }

  private void bindSide(String name, int number) {
    // The format of Observatory.side. The name of an upstream has no space.
    int space = name.indexOf(' ');
    Tags tags = Tags.of(
        "upstream",
        space < 0 ? TagValues.OTHER : name.substring(0, space),
        "route",
        name.substring(space + 1));
    for (SideCount what : SideCount.values()) {
      if (what == SideCount.CHOSEN) {
        counter("lychgate.split.requests", tags, what, number);
      } else {
        counter("lychgate.mirror.requests", tags.and("outcome", what.tag()), what, number);
      }
    }
  }

  private void bindDecisions(String name, int number) {
    // The format of Observatory.decisions. The key of a policy has no space.
    int space = name.indexOf(' ');
    Tags tags = Tags.of(
        "policy",
        space < 0 ? TagValues.OTHER : name.substring(0, space),
        "route",
        name.substring(space + 1));
    for (PolicyOutcome outcome : PolicyOutcome.values()) {
      FunctionCounter.builder(
              "lychgate.policy.decisions",
              observatory,
              o -> o.sum(loop -> loop.get(outcome, number)))
          .tags(tags.and("outcome", outcome.tag()))
          .register(registry);
    }
  }

  private void bindLimit(String name, int number) {
    // The format of Observatory.limit. The name of a limit has no space.
    int space = name.indexOf(' ');
    Tags tags = Tags.of(
        "limit",
        space < 0 ? TagValues.OTHER : name.substring(0, space),
        "stated_at",
        name.substring(space + 1));
    for (LimitCount what : LimitCount.values()) {
      FunctionCounter.builder(
              "lychgate.limit.requests", observatory, o -> o.sum(loop -> loop.get(what, number)))
          .tags(tags.and("outcome", what.tag()))
          .register(registry);
    }
  }

  private void bindCache(String route, int number) {
    Tags tags = Tags.of("route", route);
    for (CacheCount outcome : CacheCount.OUTCOMES) {
      FunctionCounter.builder(
              "lychgate.cache.requests", observatory, o -> o.sum(loop -> loop.get(outcome, number)))
          .tags(tags.and("outcome", outcome.tag()))
          .register(registry);
    }
    FunctionCounter.builder(
            "lychgate.cache.saved.bytes",
            observatory,
            o -> o.sum(loop -> loop.get(CacheCount.SAVED_BYTES, number)))
        .tags(tags)
        .register(registry);
  }

  private void counter(String name, Tags tags, SideCount what, int number) {
    FunctionCounter.builder(name, observatory, o -> o.sum(loop -> loop.get(what, number)))
        .tags(tags)
        .register(registry);
  }
}
