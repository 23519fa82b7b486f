package io.lychgate.gateway.experiment.analysis;

import static io.lychgate.gateway.experiment.analysis.Analysis.finite;

import io.lychgate.gateway.experiment.analysis.Results.AtEnd;
import io.lychgate.gateway.experiment.analysis.Results.Comparison;
import io.lychgate.gateway.experiment.analysis.Results.Difference;
import io.lychgate.gateway.experiment.analysis.Results.QuantileDifference;
import io.lychgate.gateway.experiment.analysis.Results.RatioCheck;
import io.lychgate.gateway.experiment.analysis.Results.Role;
import io.lychgate.gateway.experiment.analysis.Results.Sequence;
import io.lychgate.gateway.experiment.analysis.Results.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/** The evidence of an experiment at one moment: distributions of all arms, their draws, and the comparisons. */
final class Evidence {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final double Z95 = NORMAL.inverseSurvivalProbability(0.025);

  /** Units of an arm below which a figure has no interval: the normal limit does not hold. */
  private static final int LEAST_UNITS = 50;

  private static final Statistic[] STATISTICS = Statistic.values();

  /** The quantiles of each metric, and those of the plot of the headline metric. Both have those of {@link Statistic}. */
  private static final double[] QUANTILES = {0.5, 0.8, 0.95};

  private static final double[] PLOTTED = plotted();

  private final AnalysisPlan plan;
  private final List<List<Sample.Unit>> arms;
  private final int draws;

  /** False if only the headline is wanted. */
  private final boolean isWhole;

  private final Map<Metric, List<Distribution>> distributions = new EnumMap<>(Metric.class);
  private final Map<Metric, Double> caps = new EnumMap<>(Metric.class);
  private final Map<Share, List<Distribution>> shares = new EnumMap<>(Share.class);

  Evidence(AnalysisPlan plan, List<List<Sample.Unit>> arms, int draws, boolean isWhole) {
    this.plan = plan;
    this.arms = arms;
    this.draws = draws;
    this.isWhole = isWhole;
  }

  private static double[] plotted() {
    double[] quantiles = new double[19];
    for (int i = 0; i < quantiles.length; i++) {
      quantiles[i] = (i + 1) / 20.0;
    }
    return quantiles;
  }

  double cap(Metric metric) {
    if (!isWhole && plan.statistic() != Statistic.MEAN) {
      // A quantile does not depend on it.
      return Double.MAX_VALUE;
    }
    return caps.computeIfAbsent(metric, key -> Analysis.cap(key, arms));
  }

  Distribution distribution(Metric metric, int arm) {
    return distributions
        .computeIfAbsent(
            metric,
            key -> arms.stream()
                .map(units -> Distribution.of(units, view -> view.value(key), cap(key)))
                .toList())
        .get(arm);
  }

  Distribution share(Share share, int arm) {
    return shares
        .computeIfAbsent(share, key -> arms.stream().map(key::of).toList())
        .get(arm);
  }

  /** One figure that is compared: a statistic of a metric, or the mean of a share. */
  private record ComparedFigure(
      String id, String label, String unit, Role role, int distribution, int statistic) {}

  /** The draws of one arm: by distribution, by statistic, by draw. */
  @SuppressWarnings("ArrayRecordComponent") // Some megabytes of draws, which are never compared.
  private record Drawn(List<Distribution> distributions, double[][][] values) {}

  List<Comparison> comparisons() {
    List<Drawn> drawn = new ArrayList<>();
    for (int arm = 0; arm < arms.size(); arm++) {
      drawn.add(draw(arm));
    }
    List<ComparedFigure> compared = compared();
    List<List<Difference>> differences = new ArrayList<>();
    for (int arm = 1; arm < arms.size(); arm++) {
      List<Difference> ofArm = new ArrayList<>();
      for (ComparedFigure each : compared) {
        ofArm.add(difference(each, drawn.get(0), drawn.get(arm)));
      }
      differences.add(ofArm);
    }
    List<List<Difference>> judged = Holm.judged(differences, this::isHeadlineShown, plan.isFinal());
    List<Comparison> comparisons = new ArrayList<>();
    for (int arm = 1; arm < arms.size(); arm++) {
      comparisons.add(new Comparison(
          plan.arms().get(arm).name(),
          plan.arms().get(0).name(),
          sequence(arm),
          sequence(arm) == null ? null : atEnd(differences.get(arm - 1)),
          judged.get(arm - 1),
          quantiles(drawn.get(0), drawn.get(arm)),
          Adjustment.of(
              arms.get(0),
              distribution(plan.metric(), 0),
              arms.get(arm),
              distribution(plan.metric(), arm))));
    }
    return List.copyOf(comparisons);
  }

  private Drawn draw(int arm) {
    List<Distribution> all = new ArrayList<>();
    List<double[]> quantiles = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (metric.isCompared()) {
        all.add(distribution(metric, arm));
        quantiles.add(metric == plan.metric() ? PLOTTED : QUANTILES);
      }
    }
    for (Share share : Share.values()) {
      all.add(share(share, arm));
      quantiles.add(new double[0]);
    }
    return new Drawn(all, new Bootstrap(draws).draw(arms.get(arm), all, quantiles));
  }

  private List<ComparedFigure> compared() {
    List<ComparedFigure> compared = new ArrayList<>();
    int index = 0;
    for (Metric metric : Metric.values()) {
      if (metric.isCompared()) {
        for (Statistic statistic : STATISTICS) {
          compared.add(new ComparedFigure(
              metric.token() + "-" + statistic.token(),
              metric.label() + ", " + statistic.token(),
              metric.unit(),
              role(metric, statistic),
              index,
              place(metric, statistic)));
        }
        index++;
      }
    }
    for (Share share : Share.values()) {
      Role role = share.isJudged() ? Role.SECONDARY : Role.DESCRIBED;
      compared.add(
          new ComparedFigure(share.token() + "-share", share.label(), "share", role, index++, 0));
    }
    return compared;
  }

  private Role role(Metric metric, Statistic statistic) {
    if (statistic != plan.statistic()) {
      return Role.DESCRIBED;
    }
    return metric == plan.metric() ? Role.HEADLINE : Role.SECONDARY;
  }

  /** Returns the index of a statistic in the draws of a metric. */
  private int place(Metric metric, Statistic statistic) {
    if (statistic == Statistic.MEAN) {
      return 0;
    }
    return metric == plan.metric()
        ? (int) Math.round(statistic.quantile() * 20)
        : 1 + Arrays.binarySearch(QUANTILES, statistic.quantile());
  }

  private Difference difference(ComparedFigure compared, Drawn control, Drawn arm) {
    Distribution ofControl = control.distributions().get(compared.distribution());
    Distribution ofArm = arm.distributions().get(compared.distribution());
    Statistic statistic = statistic(compared);
    double valueOfControl = ofControl.value(statistic);
    double valueOfArm = ofArm.value(statistic);
    double difference = valueOfArm - valueOfControl;
    double change = valueOfControl == 0 ? Double.NaN : valueOfArm / valueOfControl - 1;
    int least = Math.min(ofControl.wholeUnits(), ofArm.wholeUnits());
    double[] drawsOfControl = control.values()[compared.distribution()][compared.statistic()];
    double[] drawsOfArm = arm.values()[compared.distribution()][compared.statistic()];
    double tied =
        statistic == Statistic.MEAN ? 0 : Ties.leastError(ofControl, ofArm, statistic.quantile());
    double error = Math.max(Bootstrap.error(drawsOfControl, drawsOfArm, false), tied);
    boolean possible = least >= LEAST_UNITS && Double.isFinite(error);
    double chance = chance(difference, error);
    double tiedRatio = tied == 0 ? 0 : tied / Math.abs(difference) * Math.abs(Math.log1p(change));
    double errorOfRatio = Math.max(Bootstrap.error(drawsOfControl, drawsOfArm, true), tiedRatio);
    boolean ratioPossible = possible && Double.isFinite(errorOfRatio) && change > -1;
    Estimate estimate = ofArm.estimate(statistic);
    Estimate estimateOfControl = ofControl.estimate(statistic);
    double check = Math.max(estimate.errorOfDifference(estimateOfControl), tied);
    double checkOfRatio = Math.max(estimate.errorOfRatio(estimateOfControl), tiedRatio);
    return new Difference(
        compared.id(),
        compared.label(),
        compared.unit(),
        compared.role(),
        finite(valueOfControl),
        finite(valueOfArm),
        finite(difference),
        possible ? finite(difference - Z95 * error) : null,
        possible ? finite(difference + Z95 * error) : null,
        finite(change),
        ratioPossible ? finite((1 + change) * Math.exp(-Z95 * errorOfRatio) - 1) : null,
        ratioPossible ? finite((1 + change) * Math.exp(Z95 * errorOfRatio) - 1) : null,
        possible ? finite(difference - Z95 * check) : null,
        possible ? finite(difference + Z95 * check) : null,
        ratioPossible ? finite((1 + change) * Math.exp(-Z95 * checkOfRatio) - 1) : null,
        ratioPossible ? finite((1 + change) * Math.exp(Z95 * checkOfRatio) - 1) : null,
        possible ? finite(chance) : null,
        null,
        null,
        possible ? null : missing(least));
  }

  /** Returns the chance of such a difference between equal arms. Without any spread, only equal values have one. */
  private static double chance(double difference, double error) {
    if (error > 0) {
      return 2 * NORMAL.survivalProbability(Math.abs(difference) / error);
    }
    return difference == 0 ? 1 : 0;
  }

  private Statistic statistic(ComparedFigure compared) {
    for (Statistic statistic : STATISTICS) {
      if (compared.id().endsWith("-" + statistic.token())) {
        return statistic;
      }
    }
    return Statistic.MEAN;
  }

  private String missing(int units) {
    return units >= LEAST_UNITS
        ? "most draws have no value"
        : units + " of at least " + LEAST_UNITS + " " + plan.unit().noun() + "s with this metric";
  }

  private List<QuantileDifference> quantiles(Drawn control, Drawn arm) {
    int index = plan.metric().index();
    if (index >= control.distributions().size()) {
      return List.of();
    }
    Distribution ofControl = control.distributions().get(index);
    Distribution ofArm = arm.distributions().get(index);
    List<QuantileDifference> differences = new ArrayList<>();
    if (Math.min(ofControl.wholeUnits(), ofArm.wholeUnits()) < LEAST_UNITS) {
      return List.of();
    }
    for (int i = 0; i < PLOTTED.length; i++) {
      double error =
          Bootstrap.error(control.values()[index][i + 1], arm.values()[index][i + 1], false);
      double a = ofControl.quantile(PLOTTED[i]);
      double b = ofArm.quantile(PLOTTED[i]);
      if (Double.isFinite(error)) {
        differences.add(new QuantileDifference(
            PLOTTED[i], a, b, b - a, b - a - Z95 * error, b - a + Z95 * error));
      }
    }
    return List.copyOf(differences);
  }

  /** Returns the sequence of the headline; null until both arms have enough units, and for an arm that was stopped. */
  @Nullable
  Sequence sequence(int arm) {
    if (plan.arms().get(arm).isStopped()) {
      return null;
    }
    Distribution control = distribution(plan.metric(), 0);
    Distribution other = distribution(plan.metric(), arm);
    if (Math.min(control.wholeUnits(), other.wholeUnits()) < ConfidenceSequence.LEAST_UNITS) {
      return null;
    }
    double level = Levels.looks(arms.size(), plan.plannedEnd() != null);
    double units = control.weight() + other.weight();
    double planned =
        plan.plannedUnits() > 0 ? 2.0 * plan.plannedUnits() : 8.0 * ConfidenceSequence.LEAST_UNITS;
    ConfidenceSequence sequence = new ConfidenceSequence(level, planned);
    Estimate estimate = other.estimate(plan.statistic());
    Estimate ofControl = control.estimate(plan.statistic());
    double difference = estimate.value() - ofControl.value();
    double error = estimate.errorOfDifference(ofControl);
    if (plan.statistic() != Statistic.MEAN) {
      error = Math.max(error, Ties.leastError(control, other, plan.statistic().quantile()));
    }
    double reach = sequence.reach(error, units);
    return new Sequence(
        difference,
        difference - reach,
        difference + reach,
        1 - level,
        sequence.chance(difference, error, units),
        Math.round(units),
        Math.abs(difference) > reach);
  }

  /** Returns true if the headline of an arm differs: by the sequence, or by the test at the planned end. */
  private boolean isHeadlineShown(int arm, Difference headline) {
    Sequence sequence = sequence(arm);
    if (sequence == null) {
      return false;
    }
    return sequence.excludesNone() || isShownAtEnd(headline);
  }

  private @Nullable AtEnd atEnd(List<Difference> differences) {
    return differences.stream()
        .filter(each -> each.role() == Role.HEADLINE)
        .findFirst()
        .map(this::atEnd)
        .orElse(null);
  }

  /** Returns the interval that decides at the planned end; null before it, and with too few units. */
  private @Nullable AtEnd atEnd(Difference headline) {
    Double difference = headline.difference();
    Double high = headline.high();
    Double chance = headline.chance();
    if (!plan.isFinal() || difference == null || high == null || chance == null) {
      return null;
    }
    double level = Levels.planned(arms.size(), true);
    double error = (high - difference) / Z95;
    double reach = NORMAL.inverseSurvivalProbability(level / 2) * error;
    return new AtEnd(
        difference, difference - reach, difference + reach, 1 - level, chance, chance <= level);
  }

  private boolean isShownAtEnd(Difference headline) {
    return plan.isFinal()
        && headline.chance() != null
        && headline.chance() <= Levels.planned(arms.size(), true);
  }

  /** Returns the difference of the headline alone, with its draws. */
  private Difference headline(int arm) {
    Distribution control = distribution(plan.metric(), 0);
    Distribution other = distribution(plan.metric(), arm);
    double[] quantiles = plan.statistic() == Statistic.MEAN
        ? new double[0]
        : new double[] {plan.statistic().quantile()};
    Bootstrap bootstrap = new Bootstrap(draws);
    Drawn ofControl = new Drawn(
        List.of(control), bootstrap.draw(arms.get(0), List.of(control), List.of(quantiles)));
    Drawn ofArm = new Drawn(
        List.of(other), bootstrap.draw(arms.get(arm), List.of(other), List.of(quantiles)));
    ComparedFigure compared = new ComparedFigure(
        plan.metric().token() + "-" + plan.statistic().token(),
        plan.headline(),
        plan.metric().unit(),
        Role.HEADLINE,
        0,
        quantiles.length);
    return difference(compared, ofControl, ofArm);
  }

  /** Returns the verdict. It draws at the planned end only. */
  Verdict verdict(List<RatioCheck> checks, double keptShare) {
    List<Conclusion.ArmEvidence> evidence = new ArrayList<>();
    for (int arm = 1; arm < arms.size(); arm++) {
      if (plan.arms().get(arm).isStopped()) {
        continue;
      }
      Sequence sequence = sequence(arm);
      Difference headline = plan.isFinal() && sequence != null ? headline(arm) : null;
      evidence.add(new Conclusion.ArmEvidence(
          plan.arms().get(arm).name(),
          distribution(plan.metric(), 0).value(plan.statistic()),
          distribution(plan.metric(), arm).value(plan.statistic()),
          Conclusion.Counted.of(distribution(plan.metric(), arm)),
          sequence,
          headline == null ? null : atEnd(headline)));
    }
    Conclusion.Counted control = Conclusion.Counted.of(distribution(plan.metric(), 0));
    return new Conclusion(plan, checks, evidence, control, keptShare).verdict();
  }
}
