package io.lychgate.jmh.peers;

import java.util.ArrayList;
import java.util.List;

/**
 * When a gateway that has just been started is as fast as it gets within a run: requests are sent in windows of the same
 * number, and the first window counts whose processor time per request is near that of the last ones.
 */
final class SteadySpeed {
  /** The last windows, whose median is the speed that the others are held to: one in four. */
  private static final int LAST_PART = 4;

  /** Windows of one process spread by so much when it has long been warm. */
  private static final double NEAR = 1.25;

  private final List<Double> cpuMicros = new ArrayList<>();
  private final List<Double> ends = new ArrayList<>();

  /**
   * The next window.
   *
   * @param cpu microseconds of processor time for each request
   * @param end milliseconds from the start of the process to the end of the window
   */
  void add(double cpu, double end) {
    cpuMicros.add(cpu);
    ends.add(end);
  }

  /** Milliseconds from the start of the process to the end of the first window that was as fast as the last ones. */
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
