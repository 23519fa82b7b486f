package io.lychgate.jmh.page;

import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.report.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Targets of a run, and their verdicts. */
final class Targets {
  /** Relative difference of medians below which about ten samples each cannot distinguish them. */
  private static final double TIE = 0.02;

  private static final double MAX_HTML_RATIO = 1.15;
  private static final double MAX_OVERRIDE_RATIO = 0.90;

  private final Plan plan;
  private final Samples samples;
  private final String reference;
  private final Verdicts verdicts = new Verdicts();

  private Targets(Plan plan, Samples samples, String reference) {
    this.plan = plan;
    this.samples = samples;
    this.reference = reference;
  }

  /** Returns a line for each target, and one for each cell that misses it. {@code reference} is the compared server. */
  static List<String> judge(Plan plan, Samples samples, String reference) {
    Targets targets = new Targets(plan, samples, reference);
    targets.noSlowerThanReference();
    targets.fasterWhereItMatters();
    targets.htmlIsNotHeldUpByPushes();
    targets.overrideHelpsFirefox();
    return targets.verdicts.lines();
  }

  private void noSlowerThanReference() {
    List<String> misses = new ArrayList<>();
    int compared = 0;
    for (Cell cell : plan.cells()) {
      for (Variant variant : own()) {
        Optional<Double> ratio = toReference(cell, variant);
        compared += ratio.isPresent() ? 1 : 0;
        ratio
            .filter(value -> value > 1 + TIE)
            .ifPresent(value -> misses.add(miss(cell, variant, value)));
      }
    }
    verdicts.add("First paint no later than " + reference + " in every cell", compared, misses);
  }

  private void fasterWhereItMatters() {
    List<String> misses = new ArrayList<>();
    int compared = 0;
    for (Cell cell : plan.cells()) {
      for (Variant variant : own()) {
        if (cell.thinkMillis() == 0 || !variant.mode().isAhead()) {
          continue;
        }
        Optional<Double> ratio = toReference(cell, variant);
        compared += ratio.isPresent() ? 1 : 0;
        ratio
            .filter(value -> value >= 1 - TIE)
            .ifPresent(value -> misses.add(miss(cell, variant, value)));
      }
    }
    verdicts.add(
        "First paint earlier than " + reference + " where the application thinks, push or hints on",
        compared,
        misses);
  }

  private void htmlIsNotHeldUpByPushes() {
    for (String server : plan.servers().stream().map(PageServer::name).toList()) {
      List<String> misses = new ArrayList<>();
      int compared = 0;
      for (Cell cell : plan.cells()) {
        for (Variant with : plan.variants()) {
          if (!with.server().equals(server)
              || !with.browser().takesPushes()
              || !with.mode().isAhead()) {
            continue;
          }
          Optional<Double> ratio = samples.ratio(cell, with, without(with), Load::htmlEnd);
          compared += ratio.isPresent() ? 1 : 0;
          ratio
              .filter(value -> value > MAX_HTML_RATIO)
              .ifPresent(value -> misses.add(miss(cell, with, value)));
        }
      }
      verdicts.add(
          "HTML complete with push no later than 1.15 × without, " + server, compared, misses);
    }
  }

  private void overrideHelpsFirefox() {
    for (String server : plan.servers().stream().map(PageServer::name).toList()) {
      List<String> misses = new ArrayList<>();
      int compared = 0;
      for (Cell cell : plan.cells()) {
        for (Variant with : plan.variants()) {
          if (!with.server().equals(server)
              || with.browser() != Browser.FIREFOX
              || !with.mode().isOverride()) {
            continue;
          }
          Variant off = new Variant(with.browser(), server, new Mode(with.mode().isAhead(), false));
          Optional<Double> ratio = samples.ratio(cell, with, off, Load::firstPaint);
          compared += ratio.isPresent() ? 1 : 0;
          ratio
              .filter(value -> value > MAX_OVERRIDE_RATIO)
              .ifPresent(value -> misses.add(miss(cell, with, value)));
        }
      }
      verdicts.add(
          "First paint in Firefox with override 10 % earlier than without, " + server,
          compared,
          misses);
    }
  }

  private List<Variant> own() {
    return plan.variants().stream()
        .filter(variant -> variant.server().equals(LychgateProgram.NAME))
        .toList();
  }

  private Optional<Double> toReference(Cell cell, Variant own) {
    return plan.beside(own, reference)
        .flatMap(other -> samples.ratio(cell, own, other, Load::firstPaint));
  }

  private static Variant without(Variant with) {
    return new Variant(
        with.browser(), with.server(), new Mode(false, with.mode().isOverride()));
  }

  private static String miss(Cell cell, Variant variant, double ratio) {
    return String.format(
        Locale.ROOT,
        "%.2f: %s, %s, %s",
        ratio,
        variant.browser().title(),
        cell.title(),
        variant.mode().title(variant.browser().ahead()));
  }
}
