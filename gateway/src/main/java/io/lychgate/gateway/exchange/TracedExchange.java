package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.route.Route;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes an exchange in its span by the semantic conventions of OpenTelemetry for HTTP, version 1.37. Event loop only. */
final class TracedExchange {
  /** The methods of RFC 9110 and PATCH. Other methods would make any number of names. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  private static final int SERVER_ERRORS = 500;

  private TracedExchange() {}

  /** Describes the request. Returns the name of the span. */
  static String describe(
      RequestTrace trace, RequestHead request, @Nullable Route route, ClientConnection from) {
    String method = request.method().toString();
    boolean isKnown = METHODS.contains(method);
    trace.set("http.request.method", isKnown ? method : "_OTHER");
    if (!isKnown) {
      trace.set("http.request.method_original", method);
    }
    trace.set("url.scheme", request.isSecure() ? "https" : "http");
    CharSequence target = request.target();
    int query = AsciiString.indexOf(target, '?', 0);
    trace.set(
        "url.path", target.subSequence(0, query < 0 ? target.length() : query).toString());
    if (query >= 0) {
      trace.set("url.query", target.subSequence(query + 1, target.length()).toString());
    }
    server(trace, request);
    ConnectionRecord record = from.record();
    trace.set("network.peer.address", record.client());
    trace.set("network.protocol.name", "http");
    trace.set(
        "network.protocol.version",
        switch (from.protocol()) {
          case HTTP_1_1 -> "1.1";
          case HTTP_2 -> "2";
          case HTTP_3 -> "3";
        });
    trace.set("lychgate.listener", from.listener().name());
    trace.set("lychgate.connection", record.id());
    CharSequence agent = request.fields().get(HttpHeaderNames.USER_AGENT);
    if (agent != null) {
      trace.set("user_agent.original", agent.toString());
    }
    String name = isKnown ? method : "HTTP";
    if (route == null) {
      return name;
    }
    trace.set("http.route", route.config().path().toString());
    trace.set("lychgate.route", route.id());
    return name + " " + route.config().path();
  }

  private static void server(RequestTrace trace, RequestHead request) {
    String authority = request.authority().toString();
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    trace.set("server.address", hasPort ? authority.substring(0, colon) : authority);
    String port = hasPort ? authority.substring(colon + 1) : "";
    if (!port.isEmpty() && port.length() <= 5 && port.chars().allMatch(Character::isDigit)) {
      trace.set("server.port", Long.parseLong(port));
    }
  }

  /** Returns the error of an exchange; null if it has none. An error of the client is none of the server. */
  static @Nullable String error(@Nullable String failure, int status) {
    if (status >= SERVER_ERRORS) {
      return failure == null ? Integer.toString(status) : failure;
    }
    boolean isWhole = status >= 400;
    return isWhole ? null : failure;
  }
}
