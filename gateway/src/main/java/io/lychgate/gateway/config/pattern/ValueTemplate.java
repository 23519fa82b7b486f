package io.lychgate.gateway.config.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text with variables of a request: their names in braces, such as client or header.referer. A brace that no letter follows is an
 * ordinary character, so JSON needs no escapes. Two opening braces stand for one before a letter. Immutable.
 */
public final class ValueTemplate {
  /** Variables of one template. Each may be as long as a header field, so this bounds how far a result grows. */
  public static final int MAX_VARIABLES = 16;

  private static final Pattern REFERENCE =
      Pattern.compile("\\{(?:\\{|([A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]*)\\}?)");

  private final String text;

  /** One literal more than variables. */
  private final List<String> literals;

  private final List<Variable> variables;

  /** The part of a request, or of the gateway's response, that a variable stands for. */
  public enum Source {
    CLIENT("client"),
    COOKIE("cookie."),
    HEADER("header."),
    HOST("host"),
    IDENTITY("identity"),
    CLAIM("identity."),
    METHOD("method"),
    PATH("path"),
    PROTOCOL("protocol"),
    QUERY("query"),
    PARAMETER("query."),
    REASON("reason"),
    REQUEST_ID("requestId"),
    SCHEME("scheme"),
    STATUS("status"),
    TLS_VERSION("tls.version");

    /** The whole name of a variable; the beginning of its name if it ends in a dot. */
    private final String token;

    Source(String token) {
      this.token = token;
    }

    private boolean hasName() {
      return token.endsWith(".");
    }

    /** Returns true if only a response of the gateway itself has it. */
    private boolean isOfPage() {
      return this == STATUS || this == REASON;
    }
  }

  /**
   * One variable.
   *
   * @param name name of the field, cookie, parameter or claim; empty for other sources
   */
  public record Variable(Source source, String name) {
    static @Nullable Variable of(String text) {
      Variable found = null;
      for (Source source : Source.values()) {
        if (!source.hasName() && source.token.equals(text)) {
          return new Variable(source, "");
        }
        if (source.hasName()
            && text.startsWith(source.token)
            && text.length() > source.token.length()) {
          String name = text.substring(source.token.length());
          found =
              new Variable(source, source == Source.HEADER ? name.toLowerCase(Locale.ROOT) : name);
        }
      }
      return found;
    }
  }

  private ValueTemplate(String text, List<String> literals, List<Variable> variables) {
    this.text = text;
    this.literals = List.copyOf(literals);
    this.variables = List.copyOf(variables);
  }

  /** Returns the template of a text in which {@link #problemOf} finds no problem. */
  public static ValueTemplate of(String text) {
    List<String> literals = new ArrayList<>();
    List<Variable> variables = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    Matcher matcher = REFERENCE.matcher(text);
    int from = 0;
    while (matcher.find()) {
      literal.append(text, from, matcher.start());
      from = matcher.end();
      String name = matcher.group(1);
      Variable variable = name == null ? null : Variable.of(name);
      if (name == null) {
        // Two braces stand for one.
        literal.append('{');
      } else if (variable == null) {
        literal.append(matcher.group());
      } else {
        literals.add(literal.toString());
        literal.setLength(0);
        variables.add(variable);
      }
    }
    literals.add(literal.append(text, from, text.length()).toString());
    return new ValueTemplate(text, literals, variables);
  }

  /**
   * Returns the problem with the text in one line, without the text itself; empty if there is none.
   *
   * @param isPage true for a page of the gateway, which has a status
   */
  public static String problemOf(String text, boolean isPage) {
    Matcher matcher = REFERENCE.matcher(text);
    int count = 0;
    while (matcher.find()) {
      String name = matcher.group(1);
      if (name == null) {
        continue;
      }
      Variable variable = Variable.of(name);
      boolean isClosed = matcher.group().endsWith("}");
      if (variable == null || !isClosed || (variable.source.isOfPage() && !isPage)) {
        return matcher.group() + " (expected: one of " + names(isPage)
            + "; {{ is a brace before a letter)";
      }
      count++;
    }
    return count > MAX_VARIABLES
        ? count + " variables (expected: at most " + MAX_VARIABLES + ")"
        : "";
  }

  private static String names(boolean isPage) {
    List<String> names = new ArrayList<>();
    for (Source source : Source.values()) {
      if (isPage || !source.isOfPage()) {
        names.add("{" + source.token + (source.hasName() ? "NAME" : "") + "}");
      }
    }
    return String.join(", ", names);
  }

  /** Returns true if it has no variables. */
  public boolean isStatic() {
    return variables.isEmpty();
  }

  /** Returns the literals: one more than variables, and one between two of them. */
  public List<String> literals() {
    return literals;
  }

  public List<Variable> variables() {
    return variables;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ValueTemplate that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns the template as written. */
  @Override
  public String toString() {
    return text;
  }
}
