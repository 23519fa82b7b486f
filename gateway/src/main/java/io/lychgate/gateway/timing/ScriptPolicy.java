package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the Content-Security-Policy of a page (CSP Level 3) admits the script and its reports, and with which nonce. All policies
 * of a page must admit them.
 */
final class ScriptPolicy {
  /** CSP 2.3.1: the alphabet of nonces. None of it ends an attribute. */
  private static final Pattern NONCE = Pattern.compile("'nonce-([A-Za-z0-9+/_-]{1,128}={0,2})'");

  /** Characters of policies that are read. Longer ones are of no page that works on every server. */
  private static final int MAX_LENGTH = 16 * 1024;

  private static final AsciiString REPORT_ONLY =
      AsciiString.cached("content-security-policy-report-only");

  private ScriptPolicy() {}

  /**
   * Returns the nonce that the element needs; empty if it needs none.
   *
   * @param policies all policies of the page
   * @param origin scheme and authority of the page, as in {@code https://example.com:8443}
   * @return null if the script or its reports would be blocked
   */
  static @Nullable String nonce(List<String> policies, String origin) {
    String needed = "";
    for (String policy : policies) {
      if (policy.length() > MAX_LENGTH) {
        return null;
      }
      Map<String, List<String>> directives = directives(policy);
      String nonce = nonce(directives, origin);
      boolean isOther = nonce != null && !nonce.isEmpty() && !needed.isEmpty();
      if (nonce == null
          || (isOther && !nonce.equals(needed))
          || !admitsReports(directives, origin)) {
        return null;
      }
      needed = nonce.isEmpty() ? needed : nonce;
    }
    return needed;
  }

  /**
   * The same, with a nonce of policies that only report if the others need none. They block nothing, but without it the browser would
   * report the script as a violation for each view.
   */
  static @Nullable String nonce(List<String> policies, List<String> reportOnly, String origin) {
    String nonce = nonce(policies, origin);
    if (reportOnly.isEmpty() || nonce == null || !nonce.isEmpty()) {
      return nonce;
    }
    return Objects.requireNonNullElse(nonce(reportOnly, origin), "");
  }

  /** Returns the policies that the fields of a response state. */
  static List<String> policies(Fields response) {
    return policies(response, HttpHeaderNames.CONTENT_SECURITY_POLICY);
  }

  /** Returns the policies of a response that block nothing. */
  static List<String> reportOnly(Fields response) {
    return policies(response, REPORT_ONLY);
  }

  private static List<String> policies(Fields response, AsciiString name) {
    List<String> policies = new ArrayList<>(2);
    for (int i = response.indexOf(name, 0); i >= 0; i = response.indexOf(name, i + 1)) {
      policies.addAll(List.of(response.value(i).toString().split(",", -1)));
    }
    return policies;
  }

  /** CSP 2.2.1: names without regard to case, and the first directive of a name counts. */
  private static Map<String, List<String>> directives(String policy) {
    Map<String, List<String>> directives = new HashMap<>();
    for (String text : policy.split(";", -1)) {
      String[] words = text.strip().split("\\s+");
      if (!words[0].isEmpty()) {
        directives.putIfAbsent(
            words[0].toLowerCase(Locale.ROOT), List.of(words).subList(1, words.length));
      }
    }
    return directives;
  }

  private static @Nullable String nonce(Map<String, List<String>> directives, String origin) {
    List<String> sandbox = directives.get("sandbox");
    // HTML section 7.1.5: without allow-same-origin, the page has an opaque origin, so that the
    // script fails its integrity check.
    if (sandbox != null && !(has(sandbox, "allow-scripts") && has(sandbox, "allow-same-origin"))) {
      return null;
    }
    List<String> sources = first(directives, "script-src-elem", "script-src", "default-src");
    if (sources == null) {
      return "";
    }
    for (String source : sources) {
      Matcher nonce = NONCE.matcher(source);
      if (nonce.matches()) {
        return nonce.group(1);
      }
    }
    // CSP 8.2: with 'strict-dynamic', an element of the parser needs a nonce or a hash.
    return !has(sources, "'strict-dynamic'") && admitsOwn(sources, origin) ? "" : null;
  }

  private static boolean admitsReports(Map<String, List<String>> directives, String origin) {
    List<String> sources = first(directives, "connect-src", "default-src");
    return sources == null || admitsOwn(sources, origin);
  }

  private static @Nullable List<String> first(
      Map<String, List<String>> directives, String... names) {
    for (String name : names) {
      List<String> sources = directives.get(name);
      if (sources != null) {
        return sources;
      }
    }
    return null;
  }

  private static boolean admitsOwn(List<String> sources, String origin) {
    String scheme = origin.substring(0, origin.indexOf(':') + 1);
    String authority = origin.substring(scheme.length() + 2);
    for (String source : sources) {
      String each = source.toLowerCase(Locale.ROOT);
      if (each.equals("'self'")
          || each.equals("*")
          || each.equals(scheme)
          || each.equals(origin)
          || each.equals(authority)) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(List<String> words, String word) {
    return words.stream().anyMatch(each -> each.equalsIgnoreCase(word));
  }
}
