package io.lychgate.gateway.exchange;

import io.lychgate.gateway.files.LoopFiles;
import io.lychgate.gateway.learn.LoopLearner;
import io.lychgate.gateway.loop.ByteBudget;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.log.LoopAccessLog;
import io.lychgate.gateway.observe.timeline.LoopTimelines;
import io.lychgate.gateway.upstream.LoopUpstreams;
import io.netty.channel.EventLoop;
import java.util.function.Supplier;

/**
 * The state that one data-path loop owns. A request, its upstream connection and its timers stay on the loop that accepted the
 * connection, so nothing here is shared.
 *
 * @param windows the budget by which receive windows may grow
 * @param uploads the budget for request bodies that wait for their upstreams
 * @param snapshots supplies the current snapshot; read once at the start of each exchange
 */
public record LoopContext(
    EventLoop loop,
    LoopClock clock,
    DeadlineWheel deadlines,
    FlushQueue flushes,
    TurnShares turns,
    LoopDescriptors descriptors,
    LoopUpstreams upstreams,
    LoopFiles files,
    LoopObserver observer,
    LoopAccessLog accessLog,
    LoopTimelines timelines,
    LoopPlanners planners,
    LoopLearner learner,
    FailureLog failures,
    DateField date,
    ByteBudget windows,
    ByteBudget uploads,
    Supplier<Snapshot> snapshots) {}
