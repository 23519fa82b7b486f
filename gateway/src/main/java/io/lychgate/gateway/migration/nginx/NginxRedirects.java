package io.lychgate.gateway.migration.nginx;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares the expression of a {@code rewrite} that redirects with the paths of its location. */
final class NginxRedirects {
  private NginxRedirects() {}

  /**
   * Returns the target if the rewrite takes each request of its location; null if it does not, or if that is not certain.
   *
   * @param match the conditions of the location's route
   * @param to the target with groups of the expression as {@code $1}
   */
  static @Nullable String ofAll(JsonNode match, String regex, String to) {
    if (match.has("regex")) {
      return match.path("regex").asString("").equals(regex) ? to : null;
    }
    String path = match.path("path").asString("");
    if (!path.endsWith("*")) {
      return !hasGroups(to) && isFoundIn(regex, path) ? to : null;
    }
    return switch (regex) {
      case "^", "^/", ".*", "^.*", "^.*$", "^/.*", "^/.*$" -> hasGroups(to) ? null : to;
      case "^/(.*)", "^/(.*)$" -> withPath(to, "/$1");
      case "(.*)", "^(.*)", "^(.*)$" -> withPath(to, "$1");
      default -> null;
    };
  }

  /** Returns true if the expression matches paths of the location only. */
  static boolean isWithin(JsonNode match, String regex) {
    String path = match.path("path").asString("");
    if (!path.endsWith("*") || hasAlternatives(regex)) {
      return false;
    }
    String prefix = path.substring(0, path.length() - 1);
    // A quantifier after the prefix would make its last character optional.
    return prefix.equals("/")
        || (regex.startsWith("^" + prefix)
            && prefix.matches("[A-Za-z0-9_/-]*")
            && !regex.substring(1 + prefix.length()).matches("[?*{].*"));
  }

  /** Returns true if a bar is outside of groups: what follows it begins anew. */
  private static boolean hasAlternatives(String regex) {
    int depth = 0;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else if (c == '|' && depth <= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasGroups(String to) {
    return to.matches(".*\\$[0-9].*");
  }

  /** Puts the path with its query in place of the only group, which is all of the path. */
  private static @Nullable String withPath(String to, String group) {
    if (!hasGroups(to)) {
      return to;
    }
    String target = to.replace("?{query}", "").replace(group, "{path}");
    return hasGroups(target) || target.indexOf("{path}") != target.lastIndexOf("{path}")
        ? null
        : target;
  }

  private static boolean isFoundIn(String regex, String path) {
    try {
      return Pattern.compile(regex).matcher(path).find();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }
}
