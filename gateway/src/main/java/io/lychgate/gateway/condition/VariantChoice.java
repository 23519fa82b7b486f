package io.lychgate.gateway.condition;

import io.lychgate.gateway.message.FieldNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The test that selects a variant of a rule: on the value of one client hint or of one cookie.
 *
 * @param source kind of the value
 * @param name the name of the hint's field in lower case, or of the cookie; empty for the default
 * @param values accepted values; if empty and both bounds are null, the value need only be present
 * @param atLeast lower bound of a number, null for none
 * @param atMost upper bound of a number, null for none
 */
public record VariantChoice(
    Source source,
    String name,
    List<String> values,
    @Nullable Double atLeast,
    @Nullable Double atMost) {
  /** Selected if no earlier variant is. */
  public static final VariantChoice DEFAULT =
      new VariantChoice(Source.DEFAULT, "", List.of(), null, null);

  /** Maximum characters of a number compared with bounds; a longer text counts as no number. */
  private static final int MAX_NUMBER = 20;

  /** The kind of the value. */
  public enum Source {
    HINT,
    COOKIE,
    DEFAULT
  }

  public VariantChoice {
    values = List.copyOf(values);
  }

  public boolean isDefault() {
    return source == Source.DEFAULT;
  }

  public boolean matches(RequestView request) {
    return switch (source) {
      case DEFAULT -> true;
      case HINT -> accepts(request.hint(fieldName()));
      case COOKIE -> accepts(request.cookies().get(name));
    };
  }

  private AsciiString fieldName() {
    return FieldNames.canonical(name);
  }

  private boolean accepts(@Nullable String value) {
    if (value == null) {
      return false;
    }
    if (!values.isEmpty()) {
      return values.contains(value);
    }
    return (atLeast == null && atMost == null) || isWithin(value);
  }

  private boolean isWithin(String value) {
    // Client hints are RFC 8941 numbers: no exponent, no NaN, at most 15 digits.
    if (value.length() > MAX_NUMBER || !value.matches("-?[0-9]+(\\.[0-9]+)?")) {
      return false;
    }
    double number = Double.parseDouble(value);
    return (atLeast == null || number >= atLeast) && (atMost == null || number <= atMost);
  }

  /** Returns the text for messages and explanations. */
  @Override
  public String toString() {
    if (isDefault()) {
      return "default";
    }
    StringBuilder text =
        new StringBuilder(source == Source.HINT ? "hint " : "cookie ").append(name);
    if (!values.isEmpty()) {
      text.append(" is ").append(String.join(" or ", values));
    }
    if (atLeast != null) {
      text.append(" at least ").append(atLeast);
    }
    if (atMost != null) {
      text.append(" at most ").append(atMost);
    }
    return text.toString();
  }
}
