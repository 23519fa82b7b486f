package io.lychgate.jmh;

import io.lychgate.scheduler.PriorityField;
import io.lychgate.scheduler.Urgency;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of parsing a request's {@code Priority} field. Every request of a browser has one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PriorityFieldBenchmark {
  /** The fields of Chromium and Firefox, one with unknown members, and one that is not a Dictionary. */
  @Param({"u=1, i", "u=0", "u=2;x=\"y\", sender=(a b);q=1, i=?0", "u=1,,"})
  public String field = "";

  @Benchmark
  public @Nullable Urgency parse() {
    return PriorityField.parse(field);
  }
}
