package io.lychgate.gateway.auth;

import io.lychgate.gateway.condition.Claims;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the claims of a verified token, a JSON object, into texts and lists, and writes them into header fields. */
public final class ClaimReader {
  /** Claims of one token, with the members of objects. */
  private static final int MAX_CLAIMS = 256;

  /** Objects in objects. Keycloak's roles are in {@code resource_access.app.roles}. */
  private static final int MAX_DEPTH = 3;

  /** Characters of the name of a sender. It goes to each line of the access log. */
  private static final int MAX_NAME = 256;

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, List<String>> lists = new HashMap<>();

  private ClaimReader() {}

  /** @param object maps, lists, strings, numbers and booleans, the result of a parser of JSON */
  public static Claims read(Map<String, ?> object) {
    ClaimReader reader = new ClaimReader();
    // Claims first: a member of an object must not take the name of a claim that has a dot.
    object.forEach(reader::scalar);
    object.forEach((name, value) -> reader.members(name, value, 1));
    return new Claims(
        Collections.unmodifiableMap(reader.texts), Collections.unmodifiableMap(reader.lists));
  }

  private void scalar(String name, @Nullable Object value) {
    if (lists.size() >= MAX_CLAIMS) {
      return;
    }
    if (value instanceof List<?> list) {
      List<String> elements = new ArrayList<>(list.size());
      for (Object element : list) {
        if (isScalar(element)) {
          elements.add(String.valueOf(element));
        }
      }
      lists.putIfAbsent(name, Collections.unmodifiableList(elements));
    } else if (isScalar(value)) {
      String text = String.valueOf(value);
      if (texts.putIfAbsent(name, text) == null) {
        lists.putIfAbsent(name, isWords(name) ? words(text) : List.of(text));
      }
    }
  }

  private void members(String name, @Nullable Object value, int depth) {
    if (value instanceof Map<?, ?> object && depth <= MAX_DEPTH) {
      object.forEach((member, inner) -> {
        String path = name + "." + member;
        scalar(path, inner);
        members(path, inner, depth + 1);
      });
    }
  }

  private static boolean isScalar(@Nullable Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean;
  }

  /** RFC 8693 section 4.2, and the name that Microsoft's issuers use. */
  private static boolean isWords(String name) {
    return name.equals("scope") || name.equals("scp");
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(" +", -1));
  }

  /** Returns the name of the sender for logs: the first of these claims that is there. */
  public static String name(Claims claims) {
    for (String claim : new String[] {"sub", "client_id", "azp"}) {
      String name = claims.texts().get(claim);
      if (name != null && !name.isBlank()) {
        return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
      }
    }
    return "-";
  }

  /** Returns the value of a header field for a claim; null if the claim is absent. */
  public static @Nullable String field(Claims claims, String claim) {
    String text = claims.texts().get(claim);
    if (text != null) {
      return encoded(text, false);
    }
    List<String> list = claims.lists().get(claim);
    if (list == null) {
      return null;
    }
    StringBuilder joined = new StringBuilder();
    for (String element : list) {
      joined.append(joined.length() == 0 ? "" : ",").append(encoded(element, true));
    }
    return joined.toString();
  }

  /** A claim may hold any text, also a line break, which would begin another field. */
  private static String encoded(String text, boolean isElement) {
    int plain = 0;
    while (plain < text.length() && isPlain(text.charAt(plain), isElement)) {
      plain++;
    }
    if (plain == text.length() && text.equals(text.strip())) {
      return text;
    }
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (byte b : text.strip().getBytes(StandardCharsets.UTF_8)) {
      if (isPlain((char) (b & 0xff), isElement)) {
        encoded.append((char) b);
      } else {
        HEX.toHexDigits(encoded.append('%'), b);
      }
    }
    return encoded.toString();
  }

  private static boolean isPlain(char c, boolean isElement) {
    return c >= ' ' && c <= '~' && c != '%' && !(isElement && c == ',');
  }
}
