package io.lychgate.gateway.experiment;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToDoubleFunction;

/**
 * The counts of single client networks of an arm, so that a guardrail gives each of them the same weight, however many requests it sends.
 * Above a bound, it is an even sample of the networks, as in {@link UnitSample}.
 *
 * <p>One time to the first byte stands for a network. It is drawn evenly from all of its responses (reservoir sampling, Vitter, "Random
 * sampling with a reservoir", ACM TOMS 11, 1985).
 */
public final class UnitCounts {
  /** Networks that are kept. The mean of 512 shares has a deviation of at most 2.2 percentage points. */
  static final int BOUND = 1024;

  private static final int MOST_DEPTH = 62;
  private static final int BYTES_OF_UNIT = 6 * Integer.BYTES + 3 * Long.BYTES;

  private final Map<Long, Unit> units = new HashMap<>();
  private int depth;

  /** The counts of one network. */
  static final class Unit {
    private long requests;
    private long serverErrors;
    private long responses;
    private long micros;
    private long views;
    private long connections;
    private long bytes;
    private long wasted;

    private void add(ArmCount what, long amount) {
      switch (what) {
        case REQUESTS -> requests += amount;
        case ERRORS_5XX -> serverErrors += amount;
        case VIEWS -> views += amount;
        case CONNECTIONS -> connections += amount;
        case BYTES -> bytes += amount;
        case WASTED -> wasted += amount;
        default -> {
          // No guardrail is about it.
        }
      }
    }

    private void firstByte(long moreMicros, long moreResponses) {
      responses += moreResponses;
      if (ThreadLocalRandom.current().nextLong(responses) < moreResponses) {
        micros = moreMicros;
      }
    }

    private void addAll(Unit other) {
      requests += other.requests;
      serverErrors += other.serverErrors;
      views += other.views;
      connections += other.connections;
      bytes += other.bytes;
      wasted += other.wasted;
      if (other.responses > 0) {
        firstByte(other.micros, other.responses);
      }
    }

    /** Returns the share of its requests with a response of 5xx; NaN without requests. A failed push has no request of its own. */
    double serverErrorShare() {
      return requests == 0 ? Double.NaN : Math.min(1, (double) serverErrors / requests);
    }

    /** Returns the share of its bytes that were pushed for nothing; NaN without bytes. */
    double wasteShare() {
      return (double) wasted / Math.max(bytes, wasted);
    }

    /** Returns the connections for each page view; NaN without page views. */
    double connectionsOfView() {
      return views == 0 ? Double.NaN : (double) connections / views;
    }

    /** Returns one of its times to the first byte in milliseconds; NaN without a response. */
    double firstByteMillis() {
      return responses == 0 ? Double.NaN : micros / 1_000.0;
    }
  }

  /** Counts something of a network. */
  public void add(long network, ArmCount what, long amount) {
    if (isKept(network)) {
      of(network).add(what, amount);
      bound();
    }
  }

  /** Records the time from the arrival of a request to the head of its response. */
  public void firstByte(long network, long micros) {
    if (isKept(network)) {
      of(network).firstByte(micros, 1);
      bound();
    }
  }

  private boolean isKept(long network) {
    return (network & ((1L << depth) - 1)) == 0;
  }

  private Unit of(long network) {
    return units.computeIfAbsent(network, unseen -> new Unit());
  }

  private void bound() {
    while (units.size() > BOUND && depth < MOST_DEPTH) {
      deepen(depth + 1);
    }
  }

  private void deepen(int to) {
    depth = to;
    units.keySet().removeIf(network -> !isKept(network));
  }

  /** Adds the counts of another sample. */
  public void addAll(UnitCounts other) {
    if (other.depth > depth) {
      deepen(other.depth);
    }
    other.units.forEach((network, counts) -> {
      if (isKept(network)) {
        of(network).addAll(counts);
      }
    });
    bound();
  }

  public boolean isEmpty() {
    return units.isEmpty();
  }

  /** Returns the number of networks in the sample. */
  int size() {
    return units.size();
  }

  /** Returns a value of each network that has it, in rising order. */
  double[] values(ToDoubleFunction<Unit> value) {
    double[] values =
        units.values().stream().mapToDouble(value).filter(Double::isFinite).toArray();
    Arrays.sort(values);
    return values;
  }

  /** Returns the form of the store: the depth, then each network with its counts. */
  public byte[] encoded() {
    ByteBuffer code = ByteBuffer.allocate(1 + units.size() * BYTES_OF_UNIT).put((byte) depth);
    units.forEach((network, counts) -> code.putLong(network)
        .putInt(cut(counts.requests))
        .putInt(cut(counts.serverErrors))
        .putInt(cut(counts.responses))
        .putInt(cut(counts.micros))
        .putInt(cut(counts.views))
        .putInt(cut(counts.connections))
        .putLong(counts.bytes)
        .putLong(counts.wasted));
    return code.array();
  }

  private static int cut(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  /**
   * Reads the form of the store.
   *
   * @throws IllegalArgumentException if it is damaged
   */
  public static UnitCounts decoded(byte[] code) {
    UnitCounts counts = new UnitCounts();
    if (code.length == 0) {
      return counts;
    }
    if ((code.length - 1) % BYTES_OF_UNIT != 0 || code[0] < 0 || code[0] > MOST_DEPTH) {
      throw new IllegalArgumentException("counts of units: " + code.length + " bytes at depth "
          + code[0] + " (expected: 1 + " + BYTES_OF_UNIT + " for each)");
    }
    ByteBuffer in = ByteBuffer.wrap(code);
    counts.depth = in.get();
    while (in.hasRemaining()) {
      Unit unit = counts.of(in.getLong());
      unit.requests = in.getInt();
      unit.serverErrors = in.getInt();
      unit.responses = in.getInt();
      unit.micros = in.getInt();
      unit.views = in.getInt();
      unit.connections = in.getInt();
      unit.bytes = in.getLong();
      unit.wasted = in.getLong();
    }
    return counts;
  }
}
