package io.lychgate.casper;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * Cost of encoding a set of keys, and of decoding it, without the cookie around it. It is in the package of the set, which is
 * package-private.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GolombCodedSetBenchmark {
  private static final int CAPACITY_BITS = 15;

  @Param({"10", "100", "500"})
  public int keys;

  private final BitWriter out = new BitWriter(8192);
  private int[] sorted = {};
  private int[] read = {};
  private int remainderBits;
  private byte[] coded = {};

  @Setup(Level.Trial)
  public void fill() {
    sorted = new SplittableRandom(1)
        .ints(0, 1 << CAPACITY_BITS)
        .distinct()
        .limit(keys)
        .sorted()
        .toArray();
    read = new int[keys];
    remainderBits = GolombCodedSet.bestRemainderBits(sorted, keys);
    encode();
    coded = out.bytes().clone();
  }

  /** Includes the choice of the remainder bits, which counts the bits of some candidates. */
  @Benchmark
  public int encode() {
    out.clear();
    GolombCodedSet.encode(sorted, keys, GolombCodedSet.bestRemainderBits(sorted, keys), out);
    return out.length();
  }

  @Benchmark
  public boolean decode() {
    return GolombCodedSet.decode(
        new BitReader(coded, coded.length), remainderBits, CAPACITY_BITS, read, 0, keys);
  }
}
