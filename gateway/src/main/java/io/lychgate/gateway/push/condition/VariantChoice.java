package io.lychgate.gateway.push.condition;

import io.lychgate.gateway.message.FieldNames;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What chooses a variant of a rule: the value of one client hint or of one cookie.
 *
 * @param source where the value comes from
 * @param name of the hint's field in lower case, or of the cookie; empty for the default
 * @param values any of them is right; empty with neither bound means that the value need only be there
 * @param atLeast lower bound of a number, null for none
 * @param atMost upper bound of a number, null for none
 */
public record VariantChoice(
    Source source,
    String name,
    List<String> values,
    @Nullable Double atLeast,
    @Nullable Double atMost) {
  /** Chosen when nothing before it is. */
  public static final VariantChoice DEFAULT =
      new VariantChoice(Source.DEFAULT, "", List.of(), null, null);

  /** Digits of a number that bounds are compared with; what is longer is none. */
  private static final int MAX_NUMBER = 20;

  /** Where the value comes from. */
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

  /** As messages and explanations name it. */
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
