package io.lychgate.gateway.migration.nginx;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates texts with variables of nginx to the variables of the gateway. */
final class NginxVariables {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)\\}|([A-Za-z_][A-Za-z0-9_]*)|([0-9]))");

  /** Variables of header values. */
  private static final Map<String, String> OF_VALUES = new LinkedHashMap<>();

  static {
    OF_VALUES.put("remote_addr", "{client}");
    OF_VALUES.put("realip_remote_addr", "{client}");
    OF_VALUES.put("host", "{host}");
    OF_VALUES.put("http_host", "{header.host}");
    OF_VALUES.put("scheme", "{scheme}");
    OF_VALUES.put("request_method", "{method}");
    OF_VALUES.put("uri", "{path}");
    OF_VALUES.put("document_uri", "{path}");
    OF_VALUES.put("args", "{query}");
    OF_VALUES.put("query_string", "{query}");
    OF_VALUES.put("server_protocol", "{protocol}");
    OF_VALUES.put("request_id", "{requestId}");
    OF_VALUES.put("ssl_protocol", "{tls.version}");
    OF_VALUES.put("remote_user", "{identity}");
  }

  private NginxVariables() {}

  /** Returns the value of a header field as a template of the gateway; null if it has a variable without counterpart. */
  static @Nullable String template(String text) {
    StringBuilder result = new StringBuilder();
    Matcher matcher = VARIABLE.matcher(text);
    int from = 0;
    while (matcher.find()) {
      result.append(literal(text.substring(from, matcher.start())));
      String name = name(matcher);
      String variable = OF_VALUES.get(name);
      if (variable == null && name.startsWith("http_")) {
        variable = "{header." + name.substring("http_".length()).replace('_', '-') + "}";
      } else if (variable == null && name.startsWith("cookie_")) {
        variable = "{cookie." + name.substring("cookie_".length()) + "}";
      } else if (variable == null && name.startsWith("arg_")) {
        variable = "{query." + name.substring("arg_".length()) + "}";
      }
      if (variable == null) {
        return null;
      }
      result.append(variable);
      from = matcher.end();
    }
    return result.append(literal(text.substring(from))).toString();
  }

  /** A brace before a letter would begin a variable of the gateway. */
  private static String literal(String text) {
    return text.replaceAll("\\{(?=[A-Za-z])", "{{");
  }

  private static String name(Matcher matcher) {
    for (int group = 1; group <= 3; group++) {
      if (matcher.group(group) != null) {
        return matcher.group(group);
      }
    }
    return "";
  }

  static boolean hasVariable(String text) {
    return VARIABLE.matcher(text).find();
  }

  /**
   * Returns the target of a redirect; null if it has a variable without counterpart.
   *
   * @param scheme the scheme of the listeners of the server; null if they have both
   */
  static @Nullable String redirect(String text, @Nullable String scheme, String serverName) {
    StringBuilder result = new StringBuilder();
    Matcher matcher = VARIABLE.matcher(text);
    int from = 0;
    while (matcher.find()) {
      String literal = text.substring(from, matcher.start());
      if (literal.contains("{") || literal.contains("}")) {
        return null;
      }
      result.append(literal.replace("$", "$$"));
      String value = switch (name(matcher)) {
        case "host", "http_host" -> "{host}";
        case "server_name" -> serverName.isEmpty() ? "{host}" : serverName;
        case "request_uri" -> "{path}";
        case "args", "query_string" -> "{query}";
        case "scheme" -> scheme;
        case "1", "2", "3", "4", "5", "6", "7", "8", "9" -> "$" + name(matcher);
        default -> null;
      };
      if (value == null) {
        return null;
      }
      result.append(value);
      from = matcher.end();
    }
    String rest = text.substring(from);
    return rest.contains("{") || rest.contains("}")
        ? null
        : result.append(rest.replace("$", "$$")).toString();
  }
}
