package io.lychgate.gateway.admin.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The place in a list after which the next page begins: the values of the last item by which the list is in order. So items that are
 * added or removed meanwhile do not move the others. Clients send it back as it is.
 */
public final class Cursor {
  private static final int MAX_TEXT = 600;
  private static final String SEPARATOR = "\n";

  private Cursor() {}

  /** Returns the cursor after the last item of a page; null for the last page. */
  public static <T> @Nullable String after(
      List<T> items, int limit, Function<T, List<String>> key) {
    if (items.size() < limit) {
      return null;
    }
    String text = String.join(SEPARATOR, key.apply(items.get(items.size() - 1)));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the values of the cursor of a call; null without one. */
  public static @Nullable List<String> of(Call call, int values) {
    String text = call.context().queryParam("cursor");
    if (text == null || text.isEmpty()) {
      return null;
    }
    if (text.length() <= MAX_TEXT) {
      try {
        String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
        List<String> key = List.of(decoded.split(SEPARATOR, -1));
        // A database of PostgreSQL takes no zero characters.
        if (key.size() == values && decoded.indexOf('\0') < 0) {
          return key;
        }
      } catch (IllegalArgumentException e) {
        // Refused below.
      }
    }
    throw invalid();
  }

  /** Returns a number of a cursor. */
  public static long number(String value) {
    if (!value.matches("-?\\d{1,18}")) {
      throw invalid();
    }
    return Long.parseLong(value);
  }

  private static ProblemException invalid() {
    return Call.invalid("cursor", "another value", "`next` of the page before");
  }
}
