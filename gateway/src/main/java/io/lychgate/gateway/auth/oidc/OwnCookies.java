package io.lychgate.gateway.auth.oidc;

import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of this package in a request. They are removed from each request, because an upstream could use them in place of their
 * browser. The prefix {@code __Host-} binds them to one host and to TLS (RFC 6265bis section 4.1.3.2).
 */
final class OwnCookies {
  static final String PREFIX = "__Host-lychgate-oidc-";

  /** Removes the cookies from requests of routes without logins, which share their hosts with others. */
  static final RequestStep DROP = new RequestStep() {
    @Override
    public void decide(RequestContext context, Continuation continuation) {
      takeFrom(context.request().fields());
      continuation.then(Verdict.CONTINUE);
    }

    @Override
    public String summary() {
      return "drops cookies of logins";
    }
  };

  private static final OwnCookies NONE = new OwnCookies(Map.of());

  private final Map<String, String> values;

  private OwnCookies(Map<String, String> values) {
    this.values = values;
  }

  /** Removes the cookies from the fields, and returns them. */
  static OwnCookies takeFrom(Fields fields) {
    Map<String, String> values = null;
    int at = fields.indexOf(HttpHeaderNames.COOKIE, 0);
    while (at >= 0) {
      CharSequence line = fields.value(at);
      if (AsciiString.contains(line, PREFIX)) {
        values = values == null ? new HashMap<>() : values;
        String rest = split(line.toString(), values);
        if (rest.isEmpty()) {
          fields.removeAt(at);
          at--;
        } else {
          fields.setValue(at, rest);
        }
      }
      at = fields.indexOf(HttpHeaderNames.COOKIE, at + 1);
    }
    return values == null ? NONE : new OwnCookies(values);
  }

  /** Puts own cookies into the map, and returns the others. A cookie that is there twice is of no use. */
  private static String split(String line, Map<String, String> own) {
    StringBuilder rest = new StringBuilder();
    for (String pair : line.split(";", -1)) {
      String cookie = pair.strip();
      if (cookie.startsWith(PREFIX)) {
        int equals = cookie.indexOf('=');
        String name = equals < 0 ? cookie : cookie.substring(0, equals).strip();
        String value = equals < 0 ? "" : cookie.substring(equals + 1).strip();
        own.merge(name, value, (first, second) -> first.equals(second) ? first : "");
      } else if (!cookie.isEmpty()) {
        rest.append(rest.length() == 0 ? "" : "; ").append(cookie);
      }
    }
    return rest.toString();
  }

  /** Returns the value of a cookie; null if it is absent or unusable. */
  @Nullable
  String value(String name) {
    String value = values.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Returns the names that begin with this text. */
  List<String> names(String beginning) {
    return values.keySet().stream().filter(name -> name.startsWith(beginning)).toList();
  }
}
