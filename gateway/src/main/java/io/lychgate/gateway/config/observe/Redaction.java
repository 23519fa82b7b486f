package io.lychgate.gateway.config.observe;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The values that a log or a span shows as {@link #MARK}.
 *
 * @param allQuery every value of a query
 * @param query names of parameters, in lower case
 * @param allCookies every value of a cookie
 * @param cookies names of cookies, in lower case
 * @param authorization credentials in header fields
 * @param fields names of whole header fields, in lower case
 */
public record Redaction(
    boolean allQuery,
    Set<String> query,
    boolean allCookies,
    Set<String> cookies,
    boolean authorization,
    Set<String> fields) {
  /** Stands in place of a value; the word of the semantic conventions of OpenTelemetry. */
  public static final String MARK = "REDACTED";

  public static final String QUERY = "query";
  public static final String COOKIES = "cookies";
  public static final String AUTHORIZATION = "authorization";

  /** The rules of a log that states none. */
  public static final List<String> DEFAULT_RULES = List.of(QUERY, COOKIES, AUTHORIZATION);

  public static final Redaction NONE =
      new Redaction(false, Set.of(), false, Set.of(), false, Set.of());

  public static final Redaction DEFAULT =
      new Redaction(true, Set.of(), true, Set.of(), true, Set.of());

  public Redaction {
    query = Set.copyOf(query);
    cookies = Set.copyOf(cookies);
    fields = Set.copyOf(fields);
  }

  /** Returns the redaction of these rules; empty if one of them is none: see {@link #isRule}. */
  public static Optional<Redaction> of(List<String> rules) {
    Set<String> query = new HashSet<>();
    Set<String> cookies = new HashSet<>();
    Set<String> fields = new HashSet<>();
    for (String rule : rules) {
      if (!isRule(rule)) {
        return Optional.empty();
      }
      String name = rule.substring(rule.indexOf('.') + 1).toLowerCase(Locale.ROOT);
      if (rule.startsWith("query.")) {
        query.add(name);
      } else if (rule.startsWith("cookie.")) {
        cookies.add(name);
      } else if (rule.startsWith("header.")) {
        fields.add(name);
      }
    }
    return Optional.of(new Redaction(
        rules.contains(QUERY),
        query,
        rules.contains(COOKIES),
        cookies,
        rules.contains(AUTHORIZATION),
        fields));
  }

  /** Returns true for {@code query}, {@code cookies}, {@code authorization}, {@code query.NAME}, {@code cookie.NAME}, {@code header.NAME}. */
  public static boolean isRule(String rule) {
    return DEFAULT_RULES.contains(rule) || rule.matches("(query|cookie|header)\\..+");
  }
}
