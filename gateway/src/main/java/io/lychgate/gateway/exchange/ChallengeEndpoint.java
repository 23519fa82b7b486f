package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Responds to an authority that checks that a name belongs to the gateway (RFC 8555 section 8.3), on listeners without TLS. It precedes
 * redirects and access rules. Requests for other tokens take their usual way, to servers that order certificates themselves.
 */
public final class ChallengeEndpoint {
  private static final String PATH = "/.well-known/acme-challenge/";

  private volatile Map<String, String> authorizations = Map.of();

  /** Replaces the responses, by token. Any thread. */
  public void set(Map<String, String> byToken) {
    authorizations = Map.copyOf(byToken);
  }

  /** Returns the response to a request; null if it is not for this endpoint. */
  @Nullable
  String find(ListenerConfig listener, RequestHead request) {
    Map<String, String> now = authorizations;
    if (now.isEmpty() || listener.tls() != null) {
      return null;
    }
    CharSequence path = request.path();
    boolean mayBe = path.length() > PATH.length()
        && AsciiString.regionMatches(PATH, false, 0, path, 0, PATH.length())
        && (request.isMethod(HttpMethod.GET.asciiName())
            || request.isMethod(HttpMethod.HEAD.asciiName()));
    return mayBe ? now.get(path.subSequence(PATH.length(), path.length()).toString()) : null;
  }

  static void respond(Exchange exchange, String authorization) {
    exchange.ahead().own();
    boolean isHead = exchange.request().isMethod(HttpMethod.HEAD.asciiName());
    byte[] body = authorization.getBytes(StandardCharsets.US_ASCII);
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM)
        .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
        .add(HttpHeaderNames.CACHE_CONTROL, "no-store");
    exchange.head(new ResponseHead(200, fields), isHead);
    if (!isHead) {
      exchange.data(Unpooled.wrappedBuffer(body), true);
    }
    exchange.flush();
  }
}
