package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.count.GrpcCodes;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.lychgate.gateway.observe.count.SideCount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** The metrics of routes with several upstreams, of mirrors, of the decisions of policies, and of gRPC. */
final class TrafficMeters {
  private final Observatory observatory;
  private final MeterRegistry registry;

  TrafficMeters(Observatory observatory, MeterRegistry registry) {
    this.observatory = observatory;
    this.registry = registry;
  }

  void bind() {
    observatory.sides().watch(this::bindSide);
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

  private void counter(String name, Tags tags, SideCount what, int number) {
    FunctionCounter.builder(name, observatory, o -> o.sum(loop -> loop.get(what, number)))
        .tags(tags)
        .register(registry);
  }
}
