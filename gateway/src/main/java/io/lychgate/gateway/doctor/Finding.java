package io.lychgate.gateway.doctor;

import java.util.Locale;

/**
 * The result of one step.
 *
 * @param step name of the step
 * @param found the observed value or state
 * @param advice remedy; empty if there is nothing to do
 */
public record Finding(String step, Status status, String found, String advice) {

  /** Severity of a finding. */
  public enum Status {
    OK,
    /** Works, but not for every client or not as well as it could. */
    WARN,
    FAIL,
    /** Not checked, because of an earlier step or because there is nothing to check. */
    SKIP;

    /** Returns the printed word. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String step, String found) {
    return new Finding(step, Status.OK, found, "");
  }

  static Finding warn(String step, String found, String advice) {
    return new Finding(step, Status.WARN, found, advice);
  }

  static Finding fail(String step, String found, String advice) {
    return new Finding(step, Status.FAIL, found, advice);
  }

  static Finding skip(String step, String why) {
    return new Finding(step, Status.SKIP, why, "");
  }

  boolean isFailure() {
    return status == Status.FAIL;
  }

  /** Returns one line for the terminal. */
  @Override
  public String toString() {
    String line = String.format(Locale.ROOT, "%-4s  %-13s %s", status.word(), step, found);
    return advice.isEmpty() ? line : line + " -> " + advice;
  }
}
