package io.lychgate.gateway.experiment;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an arm has crossed a guardrail. It is checked many times, so a difference must also be far outside of what chance
 * makes: {@value #SIGMAS} standard deviations, which one check in thirty thousand reaches without a cause.
 */
final class GuardrailCheck {
  private static final double SIGMAS = 4;
  private static final double TAIL = 0.95;

  private final Guardrails bounds;
  private final ArmCounts control;
  private final ArmCounts arm;

  private GuardrailCheck(Guardrails bounds, ArmCounts control, ArmCounts arm) {
    this.bounds = bounds;
    this.control = control;
    this.arm = arm;
  }

  /** Returns the reason to stop an arm; null if there is none. */
  static @Nullable String breach(Guardrails bounds, ArmCounts control, ArmCounts arm) {
    boolean isEnough = control.get(ArmCount.REQUESTS) >= bounds.minRequests()
        && arm.get(ArmCount.REQUESTS) >= bounds.minRequests();
    if (!isEnough) {
      return null;
    }
    GuardrailCheck check = new GuardrailCheck(bounds, control, arm);
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

  private @Nullable String serverErrors() {
    if (bounds.serverErrors() == null) {
      return null;
    }
    double n = arm.get(ArmCount.REQUESTS);
    double m = control.get(ArmCount.REQUESTS);
    double here = arm.get(ArmCount.ERRORS_5XX) / n;
    double there = control.get(ArmCount.ERRORS_5XX) / m;
    double pooled = (arm.get(ArmCount.ERRORS_5XX) + control.get(ArmCount.ERRORS_5XX)) / (n + m);
    double deviation = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
    double apart = here - there;
    return apart > bounds.serverErrors() && apart > SIGMAS * deviation
        ? "5xx: " + percent(here) + " of requests, control " + percent(there)
            + " (expected: at most " + percent(bounds.serverErrors()) + " more)"
        : null;
  }

  /** Compares the lower end of the interval of the quantile, which follows from the binomial distribution of the ranks below it. */
  private @Nullable String p95() {
    long n = arm.responses();
    double there = control.firstByteMillis(TAIL);
    if (bounds.p95() == null || n == 0 || there <= 0) {
      return null;
    }
    double low = arm.firstByteMillis(Math.max(0, TAIL - SIGMAS * Math.sqrt(TAIL * (1 - TAIL) / n)));
    return low > bounds.p95() * there
        ? "p95: " + millis(arm.firstByteMillis(TAIL)) + " to the first byte, control "
            + millis(there) + " (expected: at most " + bounds.p95() + " times as much)"
        : null;
  }

  private @Nullable String waste() {
    if (bounds.waste() == null || arm.get(ArmCount.BYTES) == 0) {
      return null;
    }
    double here = (double) arm.get(ArmCount.WASTED) / arm.get(ArmCount.BYTES);
    double there = control.get(ArmCount.BYTES) == 0
        ? 0
        : (double) control.get(ArmCount.WASTED) / control.get(ArmCount.BYTES);
    return here - there > bounds.waste()
        ? "waste: " + percent(here) + " of bytes, control " + percent(there)
            + " (expected: at most " + percent(bounds.waste()) + " more)"
        : null;
  }

  /** The square root of a count is its deviation, if connections come independently. */
  private @Nullable String connections() {
    double views = arm.get(ArmCount.VIEWS);
    double others = control.get(ArmCount.VIEWS);
    if (bounds.connections() == null
        || views == 0
        || others == 0
        || control.get(ArmCount.CONNECTIONS) == 0) {
      return null;
    }
    double opened = arm.get(ArmCount.CONNECTIONS);
    double here = opened / views;
    double low = (opened - SIGMAS * Math.sqrt(opened)) / views;
    double there = control.get(ArmCount.CONNECTIONS) / others;
    return low > bounds.connections() * there
        ? "connections: " + rounded(here) + " for each page view, control " + rounded(there)
            + " (expected: at most " + bounds.connections() + " times as many)"
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
