package io.lychgate.jmh.protocols;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.report.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Targets of a run, and their verdicts. */
final class Targets {
  /** Relative difference of medians below which about ten samples each cannot distinguish them. */
  private static final double TIE = 0.02;

  private static final double MAX_RESUMED_RATIO = 0.88;
  private static final int RESUMED_RTT_MILLIS = 100;

  private final Plan plan;
  private final Samples samples;
  private final Verdicts verdicts = new Verdicts();

  private Targets(Plan plan, Samples samples) {
    this.plan = plan;
    this.samples = samples;
  }

  /** Returns a line for each target, and one for each miss. */
  static List<String> judge(Plan plan, Samples samples, CpuSamples cpu) {
    Targets targets = new Targets(plan, samples);
    targets.compare(
        "h3, resumed, 100 ms: first byte at least 12 % before h2",
        cell -> cell.rttMillis() == RESUMED_RTT_MILLIS,
        mode -> mode == Mode.RESUMED,
        Visit::firstByteMillis,
        MAX_RESUMED_RATIO);
    targets.compare(
        "h3 with loss: first byte no later than h2",
        Cell::isLossy,
        mode -> true,
        Visit::firstByteMillis,
        1 + TIE);
    targets.compare(
        "h3 with loss: load no longer than h2",
        Cell::isLossy,
        mode -> true,
        Visit::completeMillis,
        1 + TIE);
    targets.processorTime(cpu);
    return targets.verdicts.lines();
  }

  private void compare(
      String target,
      Predicate<Cell> cells,
      Predicate<Mode> modes,
      ToDoubleFunction<Visit> figure,
      double maximum) {
    List<String> misses = new ArrayList<>();
    int compared = 0;
    for (Cell cell : plan.cells().stream().filter(cells).toList()) {
      for (Page page : plan.pages()) {
        for (Mode mode : plan.modes().stream().filter(modes).toList()) {
          Optional<Double> ratio = samples.ratio(
              cell,
              plan.variant(page, mode, Protocol.HTTP_3),
              plan.beside(page, mode, Protocol.HTTP_2),
              figure);
          compared += ratio.isPresent() ? 1 : 0;
          ratio
              .filter(value -> value > maximum)
              .ifPresent(value -> misses.add(
                  miss(value, page.title() + ", " + cell.title() + ", " + mode.title())));
        }
      }
    }
    verdicts.add(target, compared, misses);
  }

  private void processorTime(CpuSamples cpu) {
    List<String> misses = new ArrayList<>();
    int compared = 0;
    for (Work work : Work.values()) {
      Optional<Double> ratio = CpuSamples.ratio(
          cpu.of(LychgateProgram.NAME, work, Protocol.HTTP_3),
          cpu.of(Caddy.NAME, work, Protocol.HTTP_3));
      compared += ratio.isPresent() ? 1 : 0;
      ratio
          .filter(value -> value > 1 + TIE)
          .ifPresent(value -> misses.add(miss(value, work.title())));
    }
    verdicts.add("Processor time of h3 no more than caddy's", compared, misses);
  }

  private static String miss(double ratio, String what) {
    return String.format(Locale.ROOT, "%.2f: %s", ratio, what);
  }
}
