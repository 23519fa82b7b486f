package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An {@code if} that responds to some requests of its location in place of the handler. It may protect the location: without a condition
 * in its place, all requests of the location are refused.
 *
 * @param directive the whole block
 * @param response its {@code return}
 * @param when its condition in CEL; null if CEL has none
 */
record NginxIf(
    NginxDirective directive,
    NginxDirective response,
    @Nullable String when) {
  /** Returns the conditions that refuse requests, or redirect them for a while, as to a login. Others are reported only. */
  static List<NginxIf> guards(List<NginxDirective> block) {
    List<NginxIf> guards = new ArrayList<>();
    for (NginxDirective directive : block) {
      NginxDirective response = directive.is("if") ? response(directive) : null;
      if (response != null && isGuard(response, words(directive))) {
        guards.add(new NginxIf(directive, response, when(words(directive))));
      }
    }
    return guards;
  }

  /** Returns what the block responds; null if it does something else. */
  static @Nullable NginxDirective response(NginxDirective conditional) {
    return conditional.children().stream()
        .filter(each -> each.is("return"))
        .findFirst()
        .orElse(null);
  }

  private static boolean isGuard(NginxDirective response, List<String> words) {
    String status = response.argument(0);
    String first = words.isEmpty() ? "" : words.get(0);
    if (first.matches("!?-[fdex]")) {
      // Mostly for absent files, and for a page of maintenance.
      return status.matches("40[13]|444");
    }
    boolean isOfPath = first.matches("\\$\\{?(request_uri|uri|document_uri)\\}?");
    return status.matches("4[0-9]{2}")
        || (status.matches("30[237]") && response.argument(1).startsWith("/") && !isOfPath);
  }

  /** Returns the words between the parentheses. */
  private static List<String> words(NginxDirective directive) {
    List<String> words = new ArrayList<>(directive.arguments());
    if (!words.isEmpty() && words.get(0).startsWith("(")) {
      words.set(0, words.get(0).substring(1));
    }
    int last = words.size() - 1;
    if (last >= 0 && words.get(last).endsWith(")")) {
      words.set(last, words.get(last).substring(0, words.get(last).length() - 1));
    }
    if (last > 0 && words.get(last).isEmpty() && !isOperator(words.get(last - 1))) {
      words.remove(last);
    }
    if (!words.isEmpty() && words.get(0).isEmpty()) {
      words.remove(0);
    }
    return words;
  }

  private static boolean isOperator(String word) {
    return word.matches("!?=|!?~\\*?");
  }

  private static @Nullable String when(List<String> words) {
    String value = words.isEmpty() ? null : value(words.get(0));
    if (value == null) {
      return null;
    }
    String expression = null;
    if (words.size() == 1) {
      expression = value + " != '' && " + value + " != '0'";
    } else if (words.size() == 3 && isPlain(words.get(2))) {
      String text = words.get(2).replace("\\", "\\\\").replace("'", "\\'");
      expression = switch (words.get(1)) {
        case "=" -> value + " == '" + text + "'";
        case "!=" -> value + " != '" + text + "'";
        case "~" -> value + ".matches('" + text + "')";
        case "~*" -> value + ".matches('(?i)" + text + "')";
        case "!~" -> "!" + value + ".matches('" + text + "')";
        case "!~*" -> "!" + value + ".matches('(?i)" + text + "')";
        default -> null;
      };
    }
    // RE2 has no lookahead, and expressions are bounded.
    return expression != null && ConditionCompiler.compile(expression) instanceof Result.Refused
        ? null
        : expression;
  }

  /** Parameters are decoded here, and not in nginx. */
  private static boolean isPlain(String text) {
    return text.matches("[ -~&&[^%]]*") && !NginxVariables.hasVariable(text);
  }

  /** Returns the text of a variable in CEL; null if it has none. */
  private static @Nullable String value(String variable) {
    String name = variable.replaceFirst("^\\$\\{(\\w+)\\}$", "\\$$1");
    if (!name.matches("\\$\\w+")) {
      return null;
    }
    name = name.substring(1).toLowerCase(Locale.ROOT);
    if (name.startsWith("http_") && !name.equals("http_host")) {
      return entry("headers", name.substring("http_".length()).replace('_', '-'));
    }
    if (name.startsWith("cookie_")) {
      return entry("cookies", variable.replaceAll("^\\$\\{?cookie_|\\}$", ""));
    }
    if (name.startsWith("arg_")) {
      return entry("query", variable.replaceAll("^\\$\\{?arg_|\\}$", ""));
    }
    return switch (name) {
      case "request_method" -> "method";
      case "host" -> "host";
      case "content_type" -> entry("headers", "content-type");
      default -> null;
    };
  }

  private static String entry(String map, String key) {
    return map + "[?'" + key + "'].orValue('')";
  }
}
