package io.lychgate.jmh;

import io.lychgate.scheduler.DependencyTree;
import io.lychgate.scheduler.ScheduledStream;
import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.StreamScheduler;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import io.lychgate.scheduler.UrgencyQueues;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of choosing the stream of the next DATA frame, beside Netty's distributors.
 *
 * <p>All streams stay active, with eight weights or urgencies among them. Netty's figure includes its bookkeeping for one
 * frame, as it cannot choose without it. For Lychgate, {@code …Changes} adds a change: a stream runs dry and becomes active
 * again.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchedulerBenchmark {
  @Param({"100", "10"})
  public int streams;

  private StreamScheduler tree = new DependencyTree();
  private StreamScheduler deepTree = new DependencyTree();
  private StreamScheduler queues = new UrgencyQueues(100);
  private NettyDistribution weightedFair = NettyDistribution.weightedFair(0);
  private NettyDistribution uniform = NettyDistribution.uniform(0);

  @Setup(Level.Trial)
  public void fill() throws Http2Exception {
    tree = filled(new DependencyTree(), SchedulerBenchmark::weight);
    deepTree = filled(new DependencyTree(), SchedulerBenchmark::belowEarlier);
    for (int i = 0; i < streams / 5; i++) {
      deepTree.deactivate(Objects.requireNonNull(deepTree.find(2 * i + 1)));
    }
    queues = filled(new UrgencyQueues(100), SchedulerBenchmark::urgency);
    weightedFair = NettyDistribution.weightedFair(streams);
    uniform = NettyDistribution.uniform(streams);
  }

  /** RFC 7540, all streams side by side. */
  @Benchmark
  public @Nullable ScheduledStream dependencyTree() {
    return tree.next();
  }

  /** RFC 7540, five streams below each stream; those in between are inactive, so a choice goes down several levels. */
  @Benchmark
  public @Nullable ScheduledStream dependencyTreeDeep() {
    return deepTree.next();
  }

  /** RFC 9218. */
  @Benchmark
  public @Nullable ScheduledStream urgencyQueues() {
    return queues.next();
  }

  /** RFC 7540; the chosen stream runs dry and becomes active again. */
  @Benchmark
  public @Nullable ScheduledStream dependencyTreeChanges() {
    return change(tree);
  }

  /** RFC 9218; the chosen stream runs dry and becomes active again. */
  @Benchmark
  public @Nullable ScheduledStream urgencyQueuesChanges() {
    return change(queues);
  }

  /** Netty's default, RFC 7540. */
  @Benchmark
  public long nettyWeightedFair() throws Http2Exception {
    return weightedFair.step();
  }

  /** Netty's other distributor, without any order. */
  @Benchmark
  public long nettyUniform() throws Http2Exception {
    return uniform.step();
  }

  private static @Nullable ScheduledStream change(StreamScheduler scheduler) {
    ScheduledStream chosen = scheduler.next();
    if (chosen != null) {
      scheduler.deactivate(chosen);
      scheduler.activate(chosen);
    }
    return chosen;
  }

  private static StreamPriority weight(int id) {
    return new TreeDependency(0, TreeDependency.weightOf(Urgency.of(id / 2 % 8, false)), false);
  }

  private static StreamPriority urgency(int id) {
    return Urgency.of(id / 2 % 8, id % 4 == 1);
  }

  private static StreamPriority belowEarlier(int id) {
    int index = id / 2;
    return new TreeDependency(index < 5 ? 0 : (index / 5 - 1) * 2 + 1, 16, false);
  }

  private StreamScheduler filled(
      StreamScheduler scheduler, IntFunction<StreamPriority> priorities) {
    for (int i = 0; i < streams; i++) {
      int id = 2 * i + 1;
      scheduler.activate(scheduler.open(id, priorities.apply(id), null));
    }
    return scheduler;
  }
}
