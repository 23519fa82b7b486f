package io.lychgate.gateway.condition;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as seen by conditions and variants. Created when a request meets the first rule with a condition or variant. Each
 * part is computed at its first use.
 */
public final class RequestView {
  private static final AsciiString COOKIE = FieldNames.canonical("cookie");

  private final RequestHead request;
  private final RuleBudget budget;
  private final Claims claims;
  private boolean isTooCostly;
  private @Nullable Map<String, String> headers;
  private @Nullable Map<String, String> cookies;
  private @Nullable Map<String, String> query;
  private @Nullable Map<String, String> hints;

  public RequestView(RequestHead request) {
    this(request, new RuleBudget());
  }

  /** @param budget shared by all conditions of this request */
  public RequestView(RequestHead request, RuleBudget budget) {
    this(request, budget, Claims.NONE);
  }

  /** @param claims statements about the sender, for conditions that were compiled to read them */
  public RequestView(RequestHead request, RuleBudget budget, Claims claims) {
    this.request = request;
    this.budget = budget;
    this.claims = claims;
  }

  Claims claims() {
    return claims;
  }

  RuleBudget budget() {
    return budget;
  }

  /** Returns true if an expression was not evaluated to its end, because its cost or that of all exceeded a limit. */
  boolean isTooCostly() {
    return isTooCostly;
  }

  void tooCostly() {
    isTooCostly = true;
  }

  String method() {
    return request.method().toString();
  }

  /** Returns the host in lower case, without the port. RFC 3986 3.2: a colon inside brackets belongs to the address. */
  String host() {
    String authority = request.authority().toString().toLowerCase(Locale.ROOT);
    int port = authority.lastIndexOf(':');
    return port > authority.lastIndexOf(']') ? authority.substring(0, port) : authority;
  }

  /** Returns the path without the query. */
  String path() {
    String target = request.path().toString();
    int mark = target.indexOf('?');
    return mark < 0 ? target : target.substring(0, mark);
  }

  boolean savesData() {
    return AsciiString.contentEqualsIgnoreCase("on", request.fields().get(FieldNames.SAVE_DATA));
  }

  /** Returns Sec-Fetch-Dest, empty if the client does not send it. */
  String destination() {
    CharSequence value = request.fields().get(FieldNames.SEC_FETCH_DEST);
    return value == null ? "" : value.toString();
  }

  /** Returns the fields by lower-case name; the values of a repeated field are joined (RFC 9110 5.3). */
  Map<String, String> headers() {
    if (headers == null) {
      Fields fields = request.fields();
      Map<String, String> found = new HashMap<>();
      for (int i = 0; i < fields.size(); i++) {
        String name = fields.name(i).toString();
        // RFC 9113 8.2.3: a client may split its cookies over several fields.
        String separator = name.equals("cookie") ? "; " : ", ";
        found.merge(name, fields.value(i).toString(), (a, b) -> a + separator + b);
      }
      headers = Collections.unmodifiableMap(found);
    }
    return headers;
  }

  /** Returns the client hints by their name without {@code sec-ch-}. */
  Map<String, String> hints() {
    if (hints == null) {
      Map<String, String> found = new HashMap<>();
      headers().forEach((name, value) -> {
        if (ClientHints.isHint(name)) {
          found.put(ClientHints.shortName(name), ClientHints.value(value));
        }
      });
      hints = Collections.unmodifiableMap(found);
    }
    return hints;
  }

  /** Returns the first value of each cookie name. */
  Map<String, String> cookies() {
    if (cookies == null) {
      Fields fields = request.fields();
      Map<String, String> found = new HashMap<>();
      for (int i = fields.indexOf(COOKIE, 0); i >= 0; i = fields.indexOf(COOKIE, i + 1)) {
        pairs(fields.value(i).toString(), ';', false, found);
      }
      cookies = Collections.unmodifiableMap(found);
    }
    return cookies;
  }

  /** Returns the first value of each query parameter, decoded. */
  Map<String, String> query() {
    if (query == null) {
      String target = request.path().toString();
      int mark = target.indexOf('?');
      Map<String, String> found = new HashMap<>();
      if (mark >= 0) {
        pairs(target.substring(mark + 1), '&', true, found);
      }
      query = Collections.unmodifiableMap(found);
    }
    return query;
  }

  /** Returns the value of a hint by its lower-case field name, null if the client did not send it. */
  @Nullable
  String hint(AsciiString name) {
    CharSequence value = request.fields().get(name);
    return value == null ? null : ClientHints.value(value);
  }

  private static void pairs(
      String text, char separator, boolean isEncoded, Map<String, String> into) {
    int start = 0;
    while (start <= text.length() && into.size() < Limits.MAX_REQUEST_PAIRS) {
      int end = text.indexOf(separator, start);
      String pair = text.substring(start, end < 0 ? text.length() : end).strip();
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals).strip();
      String value = equals < 0 ? "" : pair.substring(equals + 1).strip();
      if (!name.isEmpty()) {
        into.putIfAbsent(
            isEncoded ? decoded(name) : name, isEncoded ? decoded(value) : unquoted(value));
      }
      if (end < 0) {
        return;
      }
      start = end + 1;
    }
  }

  /** RFC 6265 4.1.1: a cookie value may be in quotes, which are not part of its meaning to the site. */
  private static String unquoted(String value) {
    boolean isQuoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return isQuoted ? value.substring(1, value.length() - 1) : value;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Invalid percent-encoding: the text stays unchanged.
      return text;
    }
  }
}
