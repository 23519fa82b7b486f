package io.lychgate.gateway.experiment;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * The distinct units of an arm: all of them up to a bound, above it an even sample, by adaptive sampling [1]. Units are uniform hashes.
 * At depth d, only units whose last d bits are zero are kept, so each stands for 2^d. Samples of several nodes can be joined, and two
 * arms at the same depth can be compared exactly, which a sample-ratio check needs.
 *
 * <p>[1] Flajolet: On adaptive sampling, Computing 43 (1990).
 */
public final class UnitSample {
  /** Units that are kept. The relative error of the count above it is about 1.2 / sqrt(4096), 1.9 %. */
  static final int BOUND = 8192;

  private static final int MOST_DEPTH = 62;

  private final Set<Long> units = new HashSet<>();
  private int depth;

  /** Adds a unit; one that is known changes nothing. */
  public void add(long unit) {
    if (isAt(unit, depth) && units.add(unit) && units.size() > BOUND) {
      deepen(depth + 1);
    }
  }

  private static boolean isAt(long unit, int depth) {
    return (unit & ((1L << depth) - 1)) == 0;
  }

  private void deepen(int to) {
    depth = Math.min(to, MOST_DEPTH);
    units.removeIf(unit -> !isAt(unit, depth));
    if (units.size() > BOUND && depth < MOST_DEPTH) {
      deepen(depth + 1);
    }
  }

  /** Adds all units of another sample. */
  public void addAll(UnitSample other) {
    if (other.depth > depth) {
      deepen(other.depth);
    }
    other.units.forEach(this::add);
  }

  public boolean isEmpty() {
    return units.isEmpty();
  }

  public int depth() {
    return depth;
  }

  /** Returns the number of distinct units: exact at depth 0, else an estimate. */
  public long count() {
    return (long) units.size() << depth;
  }

  /** Returns the number of kept units at a depth that is not less than that of this sample. */
  public long kept(int atDepth) {
    return units.stream().filter(unit -> isAt(unit, atDepth)).count();
  }

  /** Returns the form of the store: the depth, then each unit in eight bytes. */
  public byte[] encoded() {
    ByteBuffer code = ByteBuffer.allocate(1 + units.size() * Long.BYTES).put((byte) depth);
    units.stream().mapToLong(Long::longValue).sorted().forEach(code::putLong);
    return code.array();
  }

  /**
   * Reads the form of the store.
   *
   * @throws IllegalArgumentException if it is damaged
   */
  public static UnitSample decoded(byte[] code) {
    UnitSample sample = new UnitSample();
    if (code.length == 0) {
      return sample;
    }
    if (code.length % Long.BYTES != 1 || code[0] < 0 || code[0] > MOST_DEPTH) {
      throw new IllegalArgumentException(
          "units: " + code.length + " bytes at depth " + code[0] + " (expected: 1 + 8 for each)");
    }
    ByteBuffer in = ByteBuffer.wrap(code);
    sample.depth = in.get();
    while (in.hasRemaining()) {
      sample.add(in.getLong());
    }
    return sample;
  }
}
