package io.lychgate.gateway.experiment;

import io.lychgate.gateway.experiment.UnitCounts.Unit;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an arm has crossed a guardrail. Each client network counts once, by its own share or ratio, so that one network
 * cannot stop an arm, however many requests it sends.
 *
 * <p>It is checked many times, so a difference must also be far outside of what chance makes: {@value #SIGMAS} standard deviations,
 * which one check in thirty thousand reaches without a cause. The deviation is that of Welch's test (Biometrika 34, 1947).
 */
final class GuardrailCheck {
  private static final double SIGMAS = 4;
  private static final double TAIL = 0.95;

  /** More connections for a page view count as this number. A browser has six over HTTP/1.1. */
  private static final double MOST_CONNECTIONS = 20;

  private final Guardrails bounds;
  private final UnitCounts control;
  private final UnitCounts arm;

  private GuardrailCheck(Guardrails bounds, UnitCounts control, UnitCounts arm) {
    this.bounds = bounds;
    this.control = control;
    this.arm = arm;
  }

  /** Returns the reason to stop an arm; null if there is none. */
  static @Nullable String breach(Guardrails bounds, ArmCounts control, ArmCounts arm) {
    if (!isEnough(bounds, control) || !isEnough(bounds, arm)) {
      return null;
    }
    GuardrailCheck check = new GuardrailCheck(bounds, control.networks(), arm.networks());
    String errors = check.serverErrors();
    if (errors != null) {
      return errors;
    }
    String slow = check.p95();
    if (slow != null) {
      return slow;
    }
    String waste = check.waste();
    return waste != null ? waste : check.connections();
  }

  private static boolean isEnough(Guardrails bounds, ArmCounts counts) {
    return counts.get(ArmCount.REQUESTS) >= bounds.minRequests()
        && counts.networks().size() >= bounds.minNetworks();
  }

  /** The mean over networks, and the variance of that mean. */
  private record Mean(double value, double variance, int networks) {
    static Mean of(UnitCounts counts, ToDoubleFunction<Unit> value) {
      double[] values = counts.values(value);
      double mean = Arrays.stream(values).average().orElse(Double.NaN);
      double squares =
          Arrays.stream(values).map(each -> (each - mean) * (each - mean)).sum();
      int n = values.length;
      return new Mean(mean, n < 2 ? Double.NaN : squares / (n - 1) / n, n);
    }

    /** Returns true if this is greater than a multiple of another one beyond chance. */
    boolean isAbove(Mean other, double factor) {
      double deviation = Math.sqrt(variance + factor * factor * other.variance);
      return value - factor * other.value > SIGMAS * deviation;
    }
  }

  private boolean isEnough(Mean here, Mean there) {
    return Math.min(here.networks(), there.networks()) >= bounds.minNetworks();
  }

  private @Nullable String serverErrors() {
    return share("5xx", "requests", bounds.serverErrors(), Unit::serverErrorShare);
  }

  private @Nullable String waste() {
    return share("waste", "bytes", bounds.waste(), Unit::wasteShare);
  }

  private @Nullable String share(
      String name, String noun, @Nullable Double bound, ToDoubleFunction<Unit> share) {
    if (bound == null) {
      return null;
    }
    Mean here = Mean.of(arm, share);
    Mean there = Mean.of(control, share);
    return isEnough(here, there) && here.value() - there.value() > bound && here.isAbove(there, 1)
        ? name + ": " + percent(here.value()) + " of " + noun + ", control "
            + percent(there.value()) + " (expected: at most " + percent(bound) + " more)"
            + of(here)
        : null;
  }

  private static String of(Mean here) {
    return ", as means over " + here.networks() + " networks";
  }

  /** Compares the lower end of the interval of the quantile, which follows from the binomial distribution of the ranks below it. */
  private @Nullable String p95() {
    double[] here = arm.values(Unit::firstByteMillis);
    double[] there = control.values(Unit::firstByteMillis);
    if (bounds.p95() == null || Math.min(here.length, there.length) < bounds.minNetworks()) {
      return null;
    }
    double low =
        quantile(here, Math.max(0, TAIL - SIGMAS * Math.sqrt(TAIL * (1 - TAIL) / here.length)));
    return low > bounds.p95() * quantile(there, TAIL)
        ? "p95: " + millis(quantile(here, TAIL)) + " to the first byte, control "
            + millis(quantile(there, TAIL)) + " (expected: at most " + bounds.p95()
            + " times as much), over " + here.length + " networks"
        : null;
  }

  /** @param sorted in rising order, at least one */
  private static double quantile(double[] sorted, double quantile) {
    int rank = (int) Math.ceil(quantile * sorted.length);
    return sorted[Math.max(0, rank - 1)];
  }

  private @Nullable String connections() {
    if (bounds.connections() == null) {
      return null;
    }
    ToDoubleFunction<Unit> ratio = unit -> Math.min(MOST_CONNECTIONS, unit.connectionsOfView());
    Mean here = Mean.of(arm, ratio);
    Mean there = Mean.of(control, ratio);
    return isEnough(here, there) && there.value() > 0 && here.isAbove(there, bounds.connections())
        ? "connections: " + rounded(here.value()) + " for each page view, control "
            + rounded(there.value()) + " (expected: at most " + bounds.connections()
            + " times as many)" + of(here)
        : null;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, "%.0f ms", value);
  }

  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
