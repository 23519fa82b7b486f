package io.lychgate.jmh.peers;

import java.util.ArrayList;
import java.util.List;

/**
 * Time until a new gateway reaches its final speed of a run. Requests are sent in windows of equal size. The result is the first
 * window whose processor time per request is near that of the last ones.
 */
final class SteadySpeed {
  /** The last quarter of the windows sets the speed, by its median. */
  private static final int LAST_PART = 4;

  /** Factor by which windows of one process vary when it has long been warm. */
  private static final double NEAR = 1.25;

  private final List<Double> cpuMicros = new ArrayList<>();
  private final List<Double> ends = new ArrayList<>();

  /**
   * Adds the next window.
   *
   * @param cpu microseconds of processor time for each request
   * @param end milliseconds from the start of the process to the end of the window
   */
  void add(double cpu, double end) {
    cpuMicros.add(cpu);
    ends.add(end);
  }

  /** Returns the milliseconds from the start of the process to the end of the first window as fast as the last ones. */
  double millis() {
    int last = Math.max(1, cpuMicros.size() / LAST_PART);
    List<Double> warm = cpuMicros.subList(cpuMicros.size() - last, cpuMicros.size());
    double enough = NEAR * Spread.of(warm).median();
    for (int i = 0; i < cpuMicros.size(); i++) {
      if (cpuMicros.get(i) <= enough) {
        return ends.get(i);
      }
    }
    throw new IllegalStateException("no window");
  }
}
