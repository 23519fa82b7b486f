package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.Locale;

/** The media types that a client accepts (RFC 9110 section 12.5.1). */
public final class AcceptedType {
  /** Number of values of {@link #specificity}, so that the weight comes first in a rank. */
  private static final int SPECIFICITIES = 3;

  private AcceptedType() {}

  /**
   * Returns how much a client prefers a media type: its weight first, then how exactly it is named. 0 if the client does not accept it. A
   * request without an Accept field accepts every type.
   *
   * @param type such as {@code text/html}
   */
  public static int rank(Fields fields, String type) {
    int at = fields.indexOf(HttpHeaderNames.ACCEPT, 0);
    if (at < 0) {
      return 1;
    }
    int specificity = -1;
    int weight = 0;
    for (; at >= 0; at = fields.indexOf(HttpHeaderNames.ACCEPT, at + 1)) {
      for (String range : fields.value(at).toString().split(",", -1)) {
        String[] parts = range.split(";", -1);
        int own = specificity(parts[0].strip().toLowerCase(Locale.ROOT), type);
        // The most specific range decides.
        if (own > specificity) {
          specificity = own;
          weight = weight(parts);
        }
      }
    }
    return weight == 0 ? 0 : SPECIFICITIES * weight + specificity;
  }

  /** Returns 2 for the type itself, 1 for {@code text/*}, 0 for any type, and -1 for another one. */
  private static int specificity(String range, String type) {
    if (range.equals(type)) {
      return 2;
    }
    if (range.equals("*/*")) {
      return 0;
    }
    return range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1)) ? 1 : -1;
  }

  /** Returns the weight in thousandths. A malformed one is that of a range without. */
  private static int weight(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.startsWith("q=") || parameter.startsWith("Q=")) {
        try {
          double weight = Double.parseDouble(parameter.substring(2));
          return (int) Math.round(1000 * Math.max(0, Math.min(1, weight)));
        } catch (NumberFormatException e) {
          return 1000;
        }
      }
    }
    return 1000;
  }
}
