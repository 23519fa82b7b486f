package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.util.AsciiString;

/**
 * Adapts the header fields of a request before the gateway forwards it. Hop-by-hop fields end here. Via (RFC 9110 section 7.6.3),
 * Forwarded (RFC 7239) and X-Forwarded-* begin here.
 *
 * <p>The forwarding fields of a trusted proxy are kept as far as they are trustworthy, and get another entry. Those of all other
 * peers are dropped.
 */
final class ForwardedFields {
  private static final AsciiString VIA_1_1 = AsciiString.cached("1.1 lychgate");
  private static final AsciiString VIA_2 = AsciiString.cached("2 lychgate");
  private static final AsciiString VIA_3 = AsciiString.cached("3 lychgate");
  private static final String NAME = "lychgate";
  private static final AsciiString HTTPS = AsciiString.cached("https");
  private static final AsciiString HTTP = AsciiString.cached("http");

  private ForwardedFields() {}

  /** Reasonable number of Lychgate gateways in a row. A request that passed more is in a loop (RFC 9110 section 7.6.3). */
  private static final int MAX_HOPS = 8;

  /** Returns true if the request has passed too many Lychgate gateways. */
  static boolean isLoop(Fields fields) {
    int hops = 0;
    for (int i = fields.indexOf(HttpHeaderNames.VIA, 0);
        i >= 0;
        i = fields.indexOf(HttpHeaderNames.VIA, i + 1)) {
      hops += hopsIn(fields.value(i).toString());
    }
    return hops >= MAX_HOPS;
  }

  /** An intermediary may join the entries of several gateways in one field line (RFC 9110 section 5.3). */
  private static int hopsIn(String via) {
    int hops = 0;
    for (int at = via.indexOf(NAME); at >= 0; at = via.indexOf(NAME, at + NAME.length())) {
      hops++;
    }
    return hops;
  }

  static void prepare(
      Fields fields, RequestHead request, ClientConnection connection, ExchangeClient from) {
    boolean takesTrailers = takesTrailers(fields);
    HopFields.strip(fields);
    dropUnderscores(fields);
    if (takesTrailers) {
      // For HTTP/2, where servers of gRPC require it (RFC 9113 8.2.2). HTTP/1.1 does without.
      fields.add(HttpHeaderNames.TE, HttpHeaderValues.TRAILERS);
    }
    joinCookies(fields);
    fields.remove(HttpHeaderNames.EXPECT);
    if (fields.contains(FieldNames.EARLY_DATA)) {
      // RFC 8470 5.1: no intermediary removes the field, and each of its values means 1.
      fields.set(FieldNames.EARLY_DATA, EarlyRequests.ONE);
    }
    fields.set(FieldNames.X_FORWARDED_PROTO, request.isSecure() ? HTTPS : HTTP);
    ForwardedChain chain = from.chain();
    if (chain == null) {
      ForwardedClient client = connection.forwarded(request.authority());
      fields.set(FieldNames.X_FORWARDED_FOR, client.address());
      fields.set(FieldNames.X_FORWARDED_HOST, request.authority());
      fields.remove(FieldNames.X_FORWARDED_PORT);
      fields.set(FieldNames.FORWARDED, client.forwarded());
    } else {
      append(fields, request, connection, chain);
    }
    fields.add(HttpHeaderNames.VIA, via(connection.protocol()));
  }

  /** Adds the peer, a trusted proxy, to the way of the request. */
  private static void append(
      Fields fields, RequestHead request, ClientConnection connection, ForwardedChain chain) {
    String peer = connection.record().client();
    String host = chain.host();
    fields.set(FieldNames.X_FORWARDED_FOR, chain.xForwardedFor(peer));
    fields.set(FieldNames.X_FORWARDED_HOST, host == null ? request.authority() : host);
    String port = chain.port();
    if (port == null) {
      fields.remove(FieldNames.X_FORWARDED_PORT);
    } else {
      fields.set(FieldNames.X_FORWARDED_PORT, port);
    }
    fields.set(
        FieldNames.FORWARDED, chain.forwarded(peer, request.authority(), connection.isSecure()));
  }

  /** Returns true if the client accepts trailers (RFC 9110 section 10.1.4). */
  private static boolean takesTrailers(Fields fields) {
    CharSequence te = fields.get(HttpHeaderNames.TE);
    return te != null && AsciiString.containsIgnoreCase(te, HttpHeaderValues.TRAILERS);
  }

  /**
   * Drops fields whose name has an underscore. CGI gateways and similar software make {@code Content_Length} and {@code
   * Content-Length} one name, so a client could send a second value that bypasses the checks.
   */
  private static void dropUnderscores(Fields fields) {
    for (int i = fields.size() - 1; i >= 0; i--) {
      if (fields.name(i).indexOf('_', 0) >= 0) {
        fields.removeAt(i);
      }
    }
  }

  /** Returns the Via value for the protocol by which the message arrived. */
  static AsciiString via(Protocol protocol) {
    return switch (protocol) {
      case HTTP_1_1 -> VIA_1_1;
      case HTTP_2 -> VIA_2;
      case HTTP_3 -> VIA_3;
    };
  }

  /** Joins cookie crumbs of HTTP/2 and HTTP/3 into one field for HTTP/1.1 (RFC 9113 section 8.2.3). */
  private static void joinCookies(Fields fields) {
    int first = fields.indexOf(HttpHeaderNames.COOKIE, 0);
    int next = first < 0 ? -1 : fields.indexOf(HttpHeaderNames.COOKIE, first + 1);
    if (next < 0) {
      return;
    }
    StringBuilder joined = new StringBuilder(256).append(fields.value(first));
    for (; next >= 0; next = fields.indexOf(HttpHeaderNames.COOKIE, next)) {
      joined.append("; ").append(fields.value(next));
      fields.removeAt(next);
    }
    fields.setValue(first, joined.toString());
  }
}
