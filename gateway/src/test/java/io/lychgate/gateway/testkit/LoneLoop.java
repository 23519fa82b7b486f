package io.lychgate.gateway.testkit;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.exchange.DateField;
import io.lychgate.gateway.exchange.FailureLog;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.LoopPlanners;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.experiment.LoopArms;
import io.lychgate.gateway.filter.compress.LoopCoders;
import io.lychgate.gateway.learn.LoopLearner;
import io.lychgate.gateway.loop.ByteBudget;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.DescriptorBudget;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.log.AccessLog;
import io.lychgate.gateway.observe.timeline.Timelines;
import io.lychgate.gateway.observe.trace.Tracing;
import io.lychgate.gateway.publish.PageRecorder;
import io.netty.channel.EventLoop;
import java.util.function.Supplier;

/** The state of a loop without a gateway: it has no upstreams, files or cache, and no access log. */
public final class LoneLoop {
  private LoneLoop() {}

  /** @param observatory counts for this loop, among others */
  @SuppressWarnings("NullAway")
  public static LoopContext of(
      EventLoop loop,
      Observatory observatory,
      DescriptorBudget descriptors,
      Supplier<Snapshot> snapshots) {
    LoopClock clock = new LoopClock(loop, Ticker.system());
    DeadlineWheel deadlines = new DeadlineWheel(loop, clock);
    FlushQueue flushes = new FlushQueue(loop, clock);
    return new LoopContext(
        0,
        loop,
        new LoopContext.Time(
            clock, deadlines, flushes, new TurnShares(loop, clock), new DateField(clock)),
        new LoopContext.Budgets(
            new LoopDescriptors(descriptors, deadlines),
            new ByteBudget(Limits.WINDOW_GROWTH_PER_LOOP),
            new ByteBudget(Limits.UPLOAD_BYTES_PER_LOOP),
            new LoopCoders(loop, clock, flushes, observatory.of(loop))),
        new LoopContext.Sources(null, null, null),
        new LoopContext.Records(
            observatory.of(loop),
            AccessLog.off().forLoop(loop),
            new Tracing(),
            new Timelines(observatory).forLoop(loop),
            new FailureLog()),
        new LoopContext.Lessons(
            new LoopPlanners(), new LoopLearner(), new LoopArms(), new PageRecorder()),
        snapshots);
  }
}
