package io.lychgate.gateway.experiment;

import io.lychgate.gateway.http.ContentCoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a design by itself. Each problem reads {@code field: got (expected: …)}. */
public final class DesignCheck {
  /** Characters of ids, layers and arms: they appear in fields of responses and in file names. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  private static final Pattern CONGESTION = Pattern.compile("[a-z0-9_]{1,15}");
  private static final String NAME_TEXT =
      "1-40 lower-case letters, digits and dashes, a letter or digit first";

  private static final int MOST_ARMS = 8;
  private static final int MOST_SITES = 20;
  private static final int MOST_ROUTES = 50;
  private static final int MOST_STEPS = 10;
  private static final int MOST_WEIGHT = 1000;
  private static final long LONGEST_RAMP_MINUTES = 90L * 24 * 60;

  private final Design design;
  private final List<String> problems = new ArrayList<>();

  private DesignCheck(Design design) {
    this.design = design;
  }

  /** Returns the problems; none if the design is sound. */
  public static List<String> problems(Design design) {
    DesignCheck check = new DesignCheck(design);
    check.names();
    check.place();
    check.arms();
    check.shares();
    check.decision();
    check.guardrails();
    return check.problems;
  }

  private void problem(String field, Object got, String expected) {
    problems.add(field + ": " + got + " (expected: " + expected + ")");
  }

  private void names() {
    if (!NAME.matcher(design.id()).matches()) {
      problem("id", design.id(), NAME_TEXT);
    }
    if (!NAME.matcher(design.layer()).matches()) {
      problem("layer", design.layer(), NAME_TEXT);
    }
    if (design.title().isBlank()) {
      problem("title", "blank", "some words");
    }
  }

  private void place() {
    if (design.sites().isEmpty() || design.sites().size() > MOST_SITES) {
      problem("sites", design.sites().size() + " sites", "1-" + MOST_SITES);
    }
    distinct("sites", design.sites());
    if (design.routes().size() > MOST_ROUTES) {
      problem("routes", design.routes().size() + " routes", "at most " + MOST_ROUTES);
    }
    distinct("routes", design.routes());
    if (design.factor().isOfConnection() && !design.routes().isEmpty()) {
      problem(
          "routes",
          String.join(", ", design.routes()),
          "none with the factor " + design.factor().token()
              + ", which is decided before the first request");
    }
    if (design.factor().isOfConnection() && design.unit() != Unit.NETWORK) {
      problem(
          "unit",
          design.unit().token(),
          "network with the factor " + design.factor().token()
              + ", which is decided before a cookie is known");
    }
  }

  private void distinct(String field, List<String> values) {
    Set<String> seen = new HashSet<>();
    values.stream()
        .filter(value -> !seen.add(value))
        .forEach(value -> problem(field, value + " twice", "each once"));
  }

  private void arms() {
    int count = design.arms().size();
    if (count < 2 || count > MOST_ARMS) {
      problem("arms", count + " arms", "2-" + MOST_ARMS);
    }
    distinct("arms", design.arms().stream().map(Arm::name).toList());
    if (design.factor() != Factor.NONE) {
      distinct("arms.value", design.arms().stream().map(Arm::value).toList());
    }
    for (int i = 0; i < count; i++) {
      Arm arm = design.arms().get(i);
      String field = "arms[" + i + "].";
      if (!NAME.matcher(arm.name()).matches()) {
        problem(field + "name", arm.name(), NAME_TEXT);
      }
      if (arm.weight() < 1 || arm.weight() > MOST_WEIGHT) {
        problem(field + "weight", arm.weight(), "1-" + MOST_WEIGHT);
      }
      String expected = expected(arm.value());
      if (expected != null) {
        problem(field + "value", arm.value().isEmpty() ? "empty" : arm.value(), expected);
      }
    }
  }

  /** Returns what a value should be; null if it is right. */
  private @Nullable String expected(String value) {
    Factor factor = design.factor();
    if (!factor.allowed().isEmpty()) {
      return factor.allowed().contains(value) ? null : String.join(", ", factor.allowed());
    }
    return switch (factor) {
      case NONE -> value.isEmpty() ? null : "no value: the arms of an A/A experiment are equal";
      case COMPRESSION -> isCompression(value) ? null : "on, off, or codings such as zstd,br,gzip";
      case CONGESTION ->
        CONGESTION.matcher(value).matches() ? null : "a congestion control of the kernel";
      default -> value.isEmpty() ? "the name of an upstream" : null;
    };
  }

  private static boolean isCompression(String value) {
    if (value.equals("on") || value.equals("off")) {
      return true;
    }
    List<String> codings = Factor.codings(value);
    return new HashSet<>(codings).size() == codings.size()
        && codings.stream().allMatch(DesignCheck::isCoding);
  }

  private static boolean isCoding(String token) {
    return Arrays.stream(ContentCoding.values())
        .anyMatch(
            each -> each != ContentCoding.IDENTITY && each.token().toString().equals(token));
  }

  private void shares() {
    share("share", design.share());
    if (design.ramp().size() > MOST_STEPS) {
      problem("ramp", design.ramp().size() + " steps", "at most " + MOST_STEPS);
    }
    long before = 0;
    for (int i = 0; i < design.ramp().size(); i++) {
      RampStep step = design.ramp().get(i);
      share("ramp[" + i + "].share", step.share());
      if (step.afterMinutes() <= before || step.afterMinutes() > LONGEST_RAMP_MINUTES) {
        problem(
            "ramp[" + i + "].afterMinutes",
            step.afterMinutes(),
            (before + 1) + "-" + LONGEST_RAMP_MINUTES);
      }
      before = step.afterMinutes();
    }
  }

  private void share(String field, int share) {
    if (share < 1 || share > Design.WHOLE) {
      problem(field, share / 100.0, "0.01-100 percent");
    }
  }

  private void decision() {
    DecisionPlan plan = design.decision();
    minutes("plannedMinutes", plan.minutes());
    minutes("prePeriodMinutes", plan.preMinutes());
    if (plan.unitsPerArm() < 0 || plan.unitsPerArm() > 1_000_000_000) {
      problem("plannedUnits", plan.unitsPerArm(), "0-1000000000");
    }
    if (plan.unitsPerArm() > 0 && plan.minutes() == 0) {
      problem("plannedUnits", plan.unitsPerArm(), "0 without plannedMinutes");
    }
    if (plan.minutes() > 0
        && design.ramp().stream().anyMatch(step -> step.afterMinutes() >= plan.minutes())) {
      problem("plannedMinutes", plan.minutes(), "after the last step of the ramp; 0 for no end");
    }
  }

  private void minutes(String field, long minutes) {
    if (minutes < 0 || minutes > DecisionPlan.LONGEST_MINUTES) {
      problem(field, minutes, "0-" + DecisionPlan.LONGEST_MINUTES);
    }
  }

  private void guardrails() {
    Guardrails bounds = design.guardrails();
    part("guardrails.serverErrors", bounds.serverErrors());
    part("guardrails.waste", bounds.waste());
    multiple("guardrails.p95", bounds.p95());
    multiple("guardrails.connections", bounds.connections());
    if (bounds.minRequests() < Guardrails.LEAST_REQUESTS || bounds.minRequests() > 1_000_000_000) {
      problem(
          "guardrails.minRequests",
          bounds.minRequests(),
          Guardrails.LEAST_REQUESTS + "-1000000000");
    }
    if (bounds.minNetworks() < Guardrails.LEAST_NETWORKS
        || bounds.minNetworks() > Guardrails.MOST_NETWORKS) {
      problem(
          "guardrails.minNetworks",
          bounds.minNetworks(),
          Guardrails.LEAST_NETWORKS + "-" + Guardrails.MOST_NETWORKS);
    }
  }

  private void part(String field, @Nullable Double value) {
    if (value != null && !(value > 0 && value < 1)) {
      problem(field, value, "a share above 0 and below 1");
    }
  }

  private void multiple(String field, @Nullable Double value) {
    if (value != null && !(value > 1 && value <= 100)) {
      problem(field, value, "a multiple above 1, up to 100");
    }
  }
}
