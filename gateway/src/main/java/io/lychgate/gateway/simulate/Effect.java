package io.lychgate.gateway.simulate;

import io.lychgate.gateway.store.ViewSample;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An effect that is planted in the reported times.
 *
 * @param text the option
 * @param side protocol or name of an arm
 * @param metric a column of {@link ViewSample#TIMES}
 * @param factor multiplies the time
 */
record Effect(String text, String side, String metric, double factor) {
  private static final Pattern FORM = Pattern.compile(
      "([A-Za-z0-9._-]{1,40}):([A-Za-z]{1,20}):([+-]?[0-9]{1,3}(?:\\.[0-9]{1,3})?)%");
  private static final double PERCENT = 100;

  /**
   * Reads an effect such as {@code h2:load:-5%}.
   *
   * @throws IllegalArgumentException with a message if the text is not an effect
   */
  static Effect of(String text) {
    Matcher form = FORM.matcher(text);
    String metric = form.matches() ? form.group(2) : "";
    double factor = form.matches() ? 1 + Double.parseDouble(form.group(3)) / PERCENT : 0;
    Optional<String> column = ViewSample.TIMES.stream()
        .filter(each -> ViewSample.metric(each).equals(metric))
        .findFirst();
    if (column.isEmpty() || factor <= 0) {
      throw new IllegalArgumentException(
          "--effect: " + text
              + " (expected: PROTOCOL or ARM, METRIC, and more than -100 percent, for example h2:load:-5%)");
    }
    return new Effect(text, form.group(1), column.get(), factor);
  }

  /** Returns the name of the count of views that have it. */
  String name() {
    return "effect " + text;
  }

  boolean isOn(String protocol, Collection<String> arms) {
    return side.equals(protocol) || arms.contains(side);
  }
}
