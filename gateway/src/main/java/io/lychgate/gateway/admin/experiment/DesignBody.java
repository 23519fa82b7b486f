package io.lychgate.gateway.admin.experiment;

import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.experiment.Arm;
import io.lychgate.gateway.experiment.DecisionPlan;
import io.lychgate.gateway.experiment.Design;
import io.lychgate.gateway.experiment.Factor;
import io.lychgate.gateway.experiment.Guardrails;
import io.lychgate.gateway.experiment.HeadlineMetric;
import io.lychgate.gateway.experiment.HeadlineStatistic;
import io.lychgate.gateway.experiment.RampStep;
import io.lychgate.gateway.experiment.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a design from the body of a request. What a client leaves out has a default. */
final class DesignBody {
  private static final int LONGEST_NAME = 40;
  private static final int LONGEST_HOST = 300;
  private static final int LONGEST_TITLE = 120;
  private static final int LONGEST_TEXT = 2000;
  private static final int MOST_ITEMS = 100;
  private static final int PARTS_OF_PERCENT = 100;
  private static final double DEFAULT_PERCENT = 10;

  private DesignBody() {}

  static Design read(JsonBody body) {
    String given = body.text("factor", 1, LONGEST_NAME);
    Factor factor = Factor.ofToken(given)
        .orElseThrow(() -> body.invalid("factor", given, words(Factor.values(), Factor::token)));
    List<Arm> arms = body.objects("arms", MOST_ITEMS, DesignBody::arm);
    return new Design(
        body.text("id", 1, LONGEST_NAME),
        body.text("title", 1, LONGEST_TITLE),
        otherwise(body.optionalText("hypothesis", LONGEST_TEXT), ""),
        body.texts("sites", MOST_ITEMS, LONGEST_HOST),
        body.texts("routes", MOST_ITEMS, LONGEST_HOST),
        otherwise(body.optionalText("layer", LONGEST_NAME), "default"),
        unit(body, factor),
        factor,
        arms.isEmpty() && factor == Factor.NONE
            ? List.of(new Arm("a1", "", 1), new Arm("a2", "", 1))
            : arms,
        share(body, "share", DEFAULT_PERCENT),
        body.objects("ramp", MOST_ITEMS, DesignBody::step),
        headline(body),
        new DecisionPlan(
            statistic(body),
            body.number("plannedMinutes", 0, 0, DecisionPlan.LONGEST_MINUTES),
            body.number("plannedUnits", 0, 0, 1_000_000_000),
            body.number("prePeriodMinutes", 0, 0, DecisionPlan.LONGEST_MINUTES)),
        guardrails(body, factor));
  }

  private static String otherwise(@Nullable String given, String absent) {
    return given == null ? absent : given;
  }

  private static Unit unit(JsonBody body, Factor factor) {
    String given = body.optionalText("unit", LONGEST_NAME);
    if (given == null) {
      return factor.isOfConnection() ? Unit.NETWORK : Unit.VISITOR;
    }
    return Unit.ofToken(given)
        .orElseThrow(() -> body.invalid("unit", given, words(Unit.values(), Unit::token)));
  }

  private static HeadlineMetric headline(JsonBody body) {
    String given = body.optionalText("headline", LONGEST_NAME);
    return given == null
        ? HeadlineMetric.LOAD
        : HeadlineMetric.ofToken(given)
            .orElseThrow(() -> body.invalid(
                "headline", given, words(HeadlineMetric.values(), HeadlineMetric::token)));
  }

  private static HeadlineStatistic statistic(JsonBody body) {
    String given = body.optionalText("statistic", LONGEST_NAME);
    return given == null
        ? HeadlineStatistic.MEDIAN
        : HeadlineStatistic.ofToken(given)
            .orElseThrow(() -> body.invalid(
                "statistic", given, words(HeadlineStatistic.values(), HeadlineStatistic::token)));
  }

  private static Arm arm(JsonBody body) {
    return new Arm(
        body.text("name", 1, LONGEST_NAME),
        otherwise(body.optionalText("value", LONGEST_HOST), ""),
        (int) body.number("weight", 1, 1, 1_000));
  }

  private static RampStep step(JsonBody body) {
    return new RampStep(
        body.number("afterMinutes", 1, 1_000_000), share(body, "share", Double.NaN));
  }

  /** Reads a percentage. Parts of a hundredth are refused by the check of the design. */
  private static int share(JsonBody body, String field, double absent) {
    Double percent = body.decimal(field);
    double given = percent == null ? absent : percent;
    if (!(given >= 0.01 && given <= 100)) {
      throw body.invalid(
          field, percent == null ? "absent" : percent.toString(), "0.01-100 percent");
    }
    return (int) Math.round(given * PARTS_OF_PERCENT);
  }

  private static Guardrails guardrails(JsonBody body, Factor factor) {
    Guardrails defaults = Guardrails.defaults(factor);
    Guardrails given = body.optionalObject(
        "guardrails",
        bounds -> new Guardrails(
            bound(bounds, "serverErrors", defaults.serverErrors()),
            bound(bounds, "p95", defaults.p95()),
            bound(bounds, "waste", defaults.waste()),
            bound(bounds, "connections", defaults.connections()),
            (int) bounds.number("minRequests", defaults.minRequests(), 1, 1_000_000_000),
            (int) bounds.number("minNetworks", defaults.minNetworks(), 1, 1_000_000_000)));
    return given == null ? defaults : given;
  }

  /** An explicit null switches a bound off. */
  private static @Nullable Double bound(JsonBody body, String field, @Nullable Double otherwise) {
    return body.isNull(field) ? null : body.has(field) ? body.decimal(field) : otherwise;
  }

  private static <E> String words(E[] values, Function<E, String> token) {
    return Arrays.stream(values).map(token).collect(Collectors.joining(", "));
  }
}
