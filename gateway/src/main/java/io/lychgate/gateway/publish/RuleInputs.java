package io.lychgate.gateway.publish;

import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.VariantChoice;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.push.manifest.PushManifest.Rule;
import io.lychgate.gateway.push.manifest.PushManifest.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds rules whose conditions read parts of a request that are not recorded, so that a dry run cannot decide them. */
final class RuleInputs {
  private static final Set<String> RECORDED =
      Set.of("save-data", "sec-ch-ua-mobile", "sec-ch-ua-platform");

  /** A map of the request with its key, as {@code headers["save-data"]}; without a key, any may be read. */
  private static final Pattern MAP = Pattern.compile(
      "\\b(headers|hints|cookies|query)\\b(?:\\s*(?:\\[\\s*['\"]([^'\"]*)['\"]\\s*]))?");

  private static final Pattern PRESENCE =
      Pattern.compile("['\"]([^'\"]*)['\"]\\s+in\\s+(headers|hints|cookies|query)\\b");

  private RuleInputs() {}

  static List<Rule> undecidable(PushManifest manifest, boolean hasQueries) {
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : manifest.rules()) {
      Condition when = rule.when();
      boolean readsMore = (when != null && readsMore(when.text(), hasQueries))
          || rule.variants().stream().map(Variant::choice).anyMatch(RuleInputs::readsMore);
      if (readsMore) {
        rules.add(rule);
      }
    }
    return rules;
  }

  private static boolean readsMore(VariantChoice choice) {
    return switch (choice.source()) {
      case DEFAULT -> false;
      case COOKIE -> true;
      case HINT -> !RECORDED.contains(choice.name());
    };
  }

  private static boolean readsMore(String expression, boolean hasQueries) {
    // A presence test names its key before the map.
    String rest = PRESENCE.matcher(expression).replaceAll("$2['$1']");
    Matcher map = MAP.matcher(rest);
    while (map.find()) {
      boolean isRecorded = map.group(1).equals("query")
          ? hasQueries
          : !map.group(1).equals("cookies")
              && map.group(2) != null
              && RECORDED.contains(map.group(2));
      if (!isRecorded) {
        return true;
      }
    }
    return false;
  }
}
