package io.lychgate.gateway.doctor;

import java.util.Locale;

/**
 * What one step found.
 *
 * @param step names it
 * @param found in words of the thing itself
 * @param advice what to do; empty where there is nothing to do
 */
public record Finding(String step, Status status, String found, String advice) {

  /** How bad it is. */
  public enum Status {
    OK,
    /** It works, but not for everybody or not as well as it could. */
    WARN,
    FAIL,
    /** Not looked at, because of what came before or because there is nothing to look at. */
    SKIP;

    /** As it is printed. */
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

  /** One line. */
  @Override
  public String toString() {
    String line = String.format(Locale.ROOT, "%-4s  %-13s %s", status.word(), step, found);
    return advice.isEmpty() ? line : line + " -> " + advice;
  }
}
