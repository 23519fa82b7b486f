package io.lychgate.gateway.exchange;

import io.lychgate.gateway.cache.LoopCache;
import io.lychgate.gateway.experiment.LoopArms;
import io.lychgate.gateway.files.LoopFiles;
import io.lychgate.gateway.filter.compress.LoopCoders;
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
import io.lychgate.gateway.observe.trace.Tracing;
import io.lychgate.gateway.publish.PageRecorder;
import io.lychgate.gateway.upstream.LoopUpstreams;
import io.netty.channel.EventLoop;
import java.util.function.Supplier;

/**
 * The state that one data-path loop owns. A request, its upstream connection and its timers stay on the loop that accepted the
 * connection, so nothing here is shared.
 *
 * @param number from 0; an index of whatever each loop has one of
 * @param snapshots supplies the current snapshot; read once at the start of each exchange
 */
public record LoopContext(
    int number,
    EventLoop loop,
    Time time,
    Budgets budgets,
    Sources sources,
    Records records,
    Lessons lessons,
    Supplier<Snapshot> snapshots) {

  /** The clock of a loop, and what happens at a time or at the end of a turn. */
  public record Time(
      LoopClock clock,
      DeadlineWheel deadlines,
      FlushQueue flushes,
      TurnShares turns,
      DateField date) {}

  /**
   * The limits of what a loop holds.
   *
   * @param windows the budget by which receive windows may grow
   * @param uploads the budget for request bodies that wait for their upstreams
   * @param coders the content codings of the loop, and their memory
   */
  public record Budgets(
      LoopDescriptors descriptors, ByteBudget windows, ByteBudget uploads, LoopCoders coders) {}

  /** The sources of responses. */
  public record Sources(LoopUpstreams upstreams, LoopFiles files, LoopCache cache) {}

  /** The reports of what a loop does. */
  public record Records(
      LoopObserver observer,
      LoopAccessLog accessLog,
      Tracing tracing,
      LoopTimelines timelines,
      FailureLog failures) {}

  /** The plans for pages, the lessons from responses, the counters of experiments, and the record of pages for dry runs. */
  public record Lessons(
      LoopPlanners planners, LoopLearner learner, LoopArms arms, PageRecorder pages) {}

  public LoopClock clock() {
    return time.clock;
  }

  public DeadlineWheel deadlines() {
    return time.deadlines;
  }

  public FlushQueue flushes() {
    return time.flushes;
  }

  public TurnShares turns() {
    return time.turns;
  }

  public DateField date() {
    return time.date;
  }

  public LoopDescriptors descriptors() {
    return budgets.descriptors;
  }

  public ByteBudget windows() {
    return budgets.windows;
  }

  public ByteBudget uploads() {
    return budgets.uploads;
  }

  public LoopCoders coders() {
    return budgets.coders;
  }

  public LoopUpstreams upstreams() {
    return sources.upstreams;
  }

  public LoopFiles files() {
    return sources.files;
  }

  public LoopCache cache() {
    return sources.cache;
  }

  public LoopObserver observer() {
    return records.observer;
  }

  public LoopAccessLog accessLog() {
    return records.accessLog;
  }

  public Tracing tracing() {
    return records.tracing;
  }

  public LoopTimelines timelines() {
    return records.timelines;
  }

  public FailureLog failures() {
    return records.failures;
  }

  public PageRecorder pages() {
    return lessons.pages;
  }

  LoopPlanners planners() {
    return lessons.planners;
  }

  public LoopLearner learner() {
    return lessons.learner;
  }

  public LoopArms arms() {
    return lessons.arms;
  }
}
