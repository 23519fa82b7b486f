package io.lychgate.gateway.timing;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.DDSketches;
import com.datadoghq.sketch.ddsketch.encoding.ByteArrayInput;
import com.datadoghq.sketch.ddsketch.encoding.GrowingByteArrayOutput;
import com.datadoghq.sketch.ddsketch.store.CollapsingLowestDenseStore;
import io.lychgate.gateway.store.ViewSample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distributions of the metrics of some page views: one DDSketch each [1]. A quantile is at most 1 % beside the true one, also after
 * merges.
 *
 * <p>[1] Masson, Rim, Lee: DDSketch: a fast and fully-mergeable quantile sketch with relative-error guarantees, VLDB 2019.
 */
public final class Sketches {
  private static final double ACCURACY = 0.01;

  /** Bins of a sketch. 1 % needs 690 of them from 1 ms to 10 minutes; a sketch of fewer values has fewer. */
  private static final int BINS = 1024;

  private static final byte VERSION = 1;

  private final @Nullable DDSketch[] byMetric = new DDSketch[ViewSample.TIMES.size()];

  /** Adds the metrics of one view. NaN is a missing value. */
  void add(double[] times) {
    for (int i = 0; i < byMetric.length; i++) {
      if (!Double.isNaN(times[i])) {
        sketch(i).accept(times[i]);
      }
    }
  }

  private DDSketch sketch(int metric) {
    DDSketch sketch = byMetric[metric];
    if (sketch == null) {
      sketch = DDSketches.collapsingLowestDense(ACCURACY, BINS);
      byMetric[metric] = sketch;
    }
    return sketch;
  }

  /** Returns the distribution of a metric; null if no view had a value. */
  public @Nullable DDSketch of(String metric) {
    return byMetric[ViewSample.TIMES.indexOf(metric)];
  }

  byte[] encode() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(VERSION);
    try {
      for (int i = 0; i < byMetric.length; i++) {
        DDSketch sketch = byMetric[i];
        if (sketch != null) {
          GrowingByteArrayOutput one = GrowingByteArrayOutput.withDefaultInitialCapacity();
          sketch.encode(one, false);
          byte[] bytes = one.trimmedCopy();
          all.write(ByteBuffer.allocate(1 + Integer.BYTES)
              .put((byte) i)
              .putInt(bytes.length)
              .array());
          all.write(bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toByteArray();
  }

  /**
   * Adds the distributions of coded sketches.
   *
   * @throws IllegalArgumentException if they are of an unknown version, or malformed
   */
  public void merge(byte[] coded) {
    merge(coded, null);
  }

  /** Does the same for one metric; for all of them if it is null. */
  void merge(byte[] coded, @Nullable String only) {
    int wanted = only == null ? -1 : ViewSample.TIMES.indexOf(only);
    ByteBuffer in = ByteBuffer.wrap(coded);
    if (!in.hasRemaining() || in.get() != VERSION) {
      throw new IllegalArgumentException("sketches: unknown version (expected: " + VERSION + ")");
    }
    while (in.remaining() > Integer.BYTES) {
      int metric = in.get();
      int length = in.getInt();
      if (metric < 0 || metric >= byMetric.length || length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("sketches: malformed");
      }
      int from = in.position();
      in.position(from + length);
      if (only == null || metric == wanted) {
        sketch(metric).mergeWith(decode(Arrays.copyOfRange(coded, from, from + length)));
      }
    }
  }

  private static DDSketch decode(byte[] bytes) {
    try {
      return DDSketch.decode(
          ByteArrayInput.wrap(bytes), () -> new CollapsingLowestDenseStore(BINS));
    } catch (IOException e) {
      throw new IllegalArgumentException("sketches: malformed", e);
    }
  }
}
