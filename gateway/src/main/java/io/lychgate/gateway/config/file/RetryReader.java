package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Quantity;
import io.lychgate.gateway.config.site.RetryConfig;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the {@code retry} of an upstream. */
final class RetryReader {
  private RetryReader() {}

  static RetryConfig read(Section section) {
    RetryConfig defaults = RetryConfig.defaults();
    Set<RetryConfig.On> on = EnumSet.noneOf(RetryConfig.On.class);
    List<Integer> statuses = new ArrayList<>();
    for (String condition : section.texts("on")) {
      RetryConfig.On.of(condition)
          .ifPresentOrElse(on::add, () -> statuses.add(Integer.parseInt(condition)));
    }
    boolean isListed = section.has("on");
    return section
        .build(() -> new RetryConfig(
            section.integer("attempts", defaults.attempts()),
            isListed ? on : defaults.on(),
            isListed ? statuses : defaults.statuses(),
            section.has("methods") ? section.texts("methods") : defaults.methods(),
            section.has("perTryTimeout")
                ? section.duration("perTryTimeout", defaults.backoff())
                : null,
            percent(section.text("budget"), defaults.budgetPercent()),
            section.integer("budgetPerSecond", defaults.budgetPerSecond()),
            section.duration("backoff", defaults.backoff()),
            section.duration("maxBackoff", defaults.maxBackoff()),
            section.size("bodyBuffer", defaults.bodyBuffer(), 0, RetryConfig.MAX_BODY_BUFFER),
            section.has("hedge") ? hedge(section.section("hedge")) : null))
        .orElse(defaults);
  }

  private static int percent(@Nullable String text, int otherwise) {
    return text == null ? otherwise : Integer.parseInt(text.substring(0, text.length() - 1));
  }

  private static RetryConfig.@Nullable Hedge hedge(Section section) {
    String after = section.text("after", "p95");
    return section
        .build(() -> after.startsWith("p")
            ? new RetryConfig.Hedge(null, Integer.parseInt(after.substring(1)))
            : new RetryConfig.Hedge(Quantity.duration(after), 0))
        .orElse(null);
  }
}
