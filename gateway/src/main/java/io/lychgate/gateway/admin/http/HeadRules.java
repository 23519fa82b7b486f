package io.lychgate.gateway.admin.http;

import io.netty.handler.codec.Headers;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rules that a request head must satisfy before Armeria reads it: Armeria keeps one of two Host fields, and responds to unknown
 * methods without Allow. A head that breaks a rule is marked with an internal field and passed on. The refusal thus keeps its place
 * among the responses of the connection. {@link ErrorPages#guard} sends it.
 */
public final class HeadRules {
  /** The reason for a refusal. A field of this name from a client is removed before the checks. */
  static final AsciiString MALFORMED = AsciiString.cached("x-lychgate-malformed");

  /** The method of a request that Armeria sees as a POST. */
  static final AsciiString METHOD = AsciiString.cached("x-lychgate-method");

  private static final AsciiString H2_METHOD = AsciiString.cached(":method");
  private static final AsciiString H2_PATH = AsciiString.cached(":path");
  private static final AsciiString H2_SCHEME = AsciiString.cached(":scheme");
  private static final AsciiString H2_AUTHORITY = AsciiString.cached(":authority");
  private static final String TWO_HOSTS = "Host: more than one (RFC 9112 3.2)";

  /** The methods that Armeria passes on. */
  private static final Set<String> KNOWN = Stream.of(
          HttpMethod.GET,
          HttpMethod.HEAD,
          HttpMethod.POST,
          HttpMethod.PUT,
          HttpMethod.PATCH,
          HttpMethod.DELETE,
          HttpMethod.OPTIONS,
          HttpMethod.TRACE)
      .map(HttpMethod::name)
      .collect(Collectors.toUnmodifiableSet());

  private HeadRules() {}

  /** Checks a head of HTTP/2. */
  public static void apply(Headers<CharSequence, CharSequence, ?> head) {
    head.remove(METHOD);
    head.remove(MALFORMED);
    CharSequence authority = head.get(H2_AUTHORITY);
    List<CharSequence> hosts = head.getAll(HttpHeaderNames.HOST);
    String problem = hosts.size() > 1 ? TWO_HOSTS : conflict(authority, first(hosts));
    if (problem != null) {
      head.set(MALFORMED, problem);
      keepOne(head, hosts.get(0));
    }
    CharSequence method = head.get(H2_METHOD);
    if (method != null && !KNOWN.contains(method.toString())) {
      head.set(METHOD, method);
      head.set(H2_METHOD, HttpMethod.POST.asciiName());
      if (head.get(H2_PATH) == null) {
        // CONNECT has neither (RFC 9113 8.5).
        head.set(H2_PATH, "/");
        head.set(H2_SCHEME, "https");
      }
    }
  }

  private static void keepOne(Headers<CharSequence, CharSequence, ?> head, CharSequence host) {
    head.remove(HttpHeaderNames.HOST);
    if (head.get(H2_AUTHORITY) == null) {
      head.set(H2_AUTHORITY, host);
    }
  }

  /** Checks a head of HTTP/1.1. */
  public static void apply(HttpRequest request) {
    HttpHeaders head = request.headers();
    head.remove(METHOD);
    head.remove(MALFORMED);
    List<String> hosts = head.getAll(HttpHeaderNames.HOST);
    String authority = authorityOf(request.uri());
    if (authority != null) {
      toOriginForm(request, authority);
    }
    String problem = hosts.size() > 1 ? TWO_HOSTS : conflict(authority, first(hosts));
    if (problem != null) {
      head.set(MALFORMED, problem);
      head.set(HttpHeaderNames.HOST, hosts.get(0));
    }
    if (!KNOWN.contains(request.method().name())) {
      head.set(METHOD, request.method().name());
      request.setMethod(HttpMethod.POST);
      if (!request.uri().startsWith("/")) {
        // The target of CONNECT is an authority (RFC 9112 3.2.3).
        request.setUri("/");
      }
    }
  }

  /** Returns the problem if a Host field differs from the authority (RFC 9113 8.3.1, and RFC 9112 3.2.2 for the absolute form). */
  private static @Nullable String conflict(
      @Nullable CharSequence authority, @Nullable CharSequence host) {
    return authority == null || host == null || AsciiString.contentEqualsIgnoreCase(authority, host)
        ? null
        : "Host: " + host + " (expected: " + authority + ", as in the target)";
  }

  /** Converts the absolute form, which servers must accept (RFC 9112 3.2.2) and Armeria does not. */
  private static void toOriginForm(HttpRequest request, String authority) {
    String rest = request.uri().substring(request.uri().indexOf("://") + 3 + authority.length());
    request.setUri(rest.startsWith("/") ? rest : "/" + rest);
    if (!request.headers().contains(HttpHeaderNames.HOST)) {
      request.headers().set(HttpHeaderNames.HOST, authority);
    }
  }

  private static @Nullable String authorityOf(String target) {
    int slashes = target.indexOf("://");
    if (target.startsWith("/") || slashes < 0) {
      return null;
    }
    int end = slashes + 3;
    while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    return target.substring(slashes + 3, end);
  }

  private static <T> @Nullable T first(List<T> all) {
    return all.isEmpty() ? null : all.get(0);
  }
}
