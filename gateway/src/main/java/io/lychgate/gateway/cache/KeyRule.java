package io.lychgate.gateway.cache;

import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.config.policy.CachePolicy.Names;
import io.lychgate.gateway.config.policy.CachePolicy.Part;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives the key of a stored response from a request, and the request for the upstream that has nothing by which the response could
 * differ under the same key. Both are in full, no hash. One object for a route.
 */
final class KeyRule {
  /**
   * Fields by which frameworks replace the method, the host or the path of a request. A response to such a request would be stored under
   * the wrong key.
   */
  private static final List<AsciiString> OVERRIDES = Stream.of(
          "x-http-method-override",
          "x-http-method",
          "x-method-override",
          "x-original-url",
          "x-original-uri",
          "x-rewrite-url",
          "x-override-url",
          "x-matched-path",
          "x-now-route-matches",
          "x-original-host",
          "x-http-host-override",
          "x-host",
          "x-url-scheme",
          "front-end-https",
          "x-forwarded")
      .map(FieldNames::canonical)
      .toList();

  /** Beginnings of such names. Next.js routes a request by the last two. */
  private static final List<AsciiString> OVERRIDE_FAMILIES = List.of(
      AsciiString.cached("x-forwarded-"),
      AsciiString.cached("x-middleware-"),
      AsciiString.cached("x-invoke-"));

  /** Separates the parts of a space. No header value has it. */
  private static final char SEPARATOR = '\n';

  private final String route;
  private final List<AsciiString> headers;
  private final Names cookies;
  private final Names query;

  /** @param route distinguishes routes that serve the same URL in different ways */
  KeyRule(String route, CachePolicy.Key key) {
    this.route = route;
    this.headers = key.headers().stream().map(FieldNames::canonical).toList();
    this.cookies = key.cookies();
    this.query = key.query();
  }

  /** Returns scheme, host, path and the parts of the query that count. */
  String url(RequestHead request) {
    CharSequence path = path(request.path());
    CharSequence authority = request.authority();
    StringBuilder url = new StringBuilder(authority.length() + path.length() + 8)
        .append(request.isSecure() ? "https://" : "http://");
    for (int i = 0; i < authority.length(); i++) {
      url.append(AsciiString.toLowerCase(authority.charAt(i)));
    }
    return url.append(path).toString();
  }

  /** Returns the route and the fields and cookies that count. */
  String space(Fields request) {
    if (headers.isEmpty() && cookies.part() != Part.ALL && cookies.part() != Part.LISTED) {
      return route;
    }
    StringBuilder space = new StringBuilder(route);
    for (AsciiString header : headers) {
      add(space, StoredResponse.selectingValue(request, header));
    }
    if (cookies.part() == Part.ALL) {
      add(space, StoredResponse.selectingValue(request, HttpHeaderNames.COOKIE));
    }
    for (String name : cookies.names()) {
      add(space, RequestCookies.value(request, name));
    }
    return space.toString();
  }

  private static void add(StringBuilder space, @Nullable CharSequence value) {
    // An absent value differs from an empty one.
    space.append(SEPARATOR).append(value == null ? "" : "=").append(value == null ? "" : value);
  }

  /** Returns true if the response may depend on cookies that the key does not have, although no Vary field names them. */
  boolean hasUnkeyedCookies(Fields request) {
    return cookies.part() == Part.UNSTATED && request.contains(HttpHeaderNames.COOKIE);
  }

  /** Returns the request of a fill: a copy without what the key does not have, and without conditions, ranges and a body. */
  RequestHead forUpstream(RequestHead request) {
    Fields fields = request.fields().copy();
    fields.remove(HttpHeaderNames.IF_NONE_MATCH);
    fields.remove(HttpHeaderNames.IF_MODIFIED_SINCE);
    fields.remove(HttpHeaderNames.IF_RANGE);
    fields.remove(HttpHeaderNames.RANGE);
    fields.retain((name, value) -> !isUnkeyedOverride(name));
    keepCookies(fields);
    CharSequence path = path(request.path());
    // A body that the client still sends is dropped, so the length is 0, not unknown.
    RequestHead whole = request.withFields(fields).withoutBody();
    return path.length() == request.path().length() ? whole : whole.withPath(path);
  }

  private boolean isUnkeyedOverride(AsciiString name) {
    // Those that the gateway sets itself come later.
    return (isOfFamily(name) || contains(OVERRIDES, name))
        && !contains(headers, name)
        && !FieldNames.same(name, FieldNames.X_FORWARDED_FOR);
  }

  private static boolean isOfFamily(AsciiString name) {
    for (int i = 0; i < OVERRIDE_FAMILIES.size(); i++) {
      if (name.startsWith(OVERRIDE_FAMILIES.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(List<AsciiString> names, AsciiString name) {
    for (int i = 0; i < names.size(); i++) {
      if (FieldNames.same(names.get(i), name)) {
        return true;
      }
    }
    return false;
  }

  private void keepCookies(Fields fields) {
    if (cookies.part() == Part.NONE) {
      fields.remove(HttpHeaderNames.COOKIE);
    } else if (cookies.part() == Part.LISTED) {
      StringBuilder kept = new StringBuilder();
      for (String name : cookies.names()) {
        CharSequence value = RequestCookies.value(fields, name);
        if (value != null) {
          kept.append(kept.isEmpty() ? "" : "; ").append(name).append('=').append(value);
        }
      }
      fields.remove(HttpHeaderNames.COOKIE);
      if (!kept.isEmpty()) {
        fields.add(HttpHeaderNames.COOKIE, kept.toString());
      }
    }
  }

  /** Returns the path with the parts of the query that count, in the order of the client. */
  CharSequence path(CharSequence target) {
    int mark = query.part() == Part.ALL ? -1 : AsciiString.indexOf(target, '?', 0);
    if (mark < 0) {
      return target;
    }
    StringBuilder kept = new StringBuilder(target.length()).append(target, 0, mark);
    char separator = '?';
    int start = mark + 1;
    while (start <= target.length()) {
      int end = AsciiString.indexOf(target, '&', start);
      end = end < 0 ? target.length() : end;
      if (isListed(target, start, end)) {
        kept.append(separator).append(target, start, end);
        separator = '&';
      }
      start = end + 1;
    }
    return kept.toString();
  }

  private boolean isListed(CharSequence target, int start, int end) {
    int equals = AsciiString.indexOf(target, '=', start);
    int nameEnd = equals < 0 || equals > end ? end : equals;
    String name = target.subSequence(start, nameEnd).toString();
    return !name.isEmpty() && query.names().contains(name);
  }

  /** Returns the URL of a link in a response, if it has the same origin as this URL; null if it has another one. */
  static @Nullable String sameOrigin(String url, CharSequence link) {
    int slash = url.indexOf('/', url.indexOf("//") + 2);
    if (slash < 0) {
      return null;
    }
    String origin = url.substring(0, slash);
    String text = link.toString().strip();
    int fragment = text.indexOf('#');
    text = fragment < 0 ? text : text.substring(0, fragment);
    if (text.startsWith("//")) {
      text = origin.substring(0, origin.indexOf("//")) + text;
    }
    if (text.startsWith("/")) {
      return origin + text;
    }
    int colon = text.indexOf("://");
    if (colon >= 0) {
      int end = text.indexOf('/', colon + 3);
      String host = (end < 0 ? text : text.substring(0, end)).toLowerCase(Locale.ROOT);
      return host.equals(origin) ? host + (end < 0 ? "/" : text.substring(end)) : null;
    }
    int query = url.indexOf('?');
    String path = query < 0 ? url : url.substring(0, query);
    return path.substring(0, path.lastIndexOf('/') + 1) + text;
  }
}
