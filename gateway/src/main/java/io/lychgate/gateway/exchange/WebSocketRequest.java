package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * A request for a WebSocket: an Upgrade of HTTP/1.1 (RFC 6455 section 4.1), or an extended CONNECT of HTTP/2 (RFC 8441) or
 * HTTP/3 (RFC 9220).
 */
final class WebSocketRequest {
  private static final AsciiString PROTOCOL = HttpHeaderValues.WEBSOCKET;

  private WebSocketRequest() {}

  static boolean isRequestedBy(RequestHead request) {
    return isConnect(request) || isUpgrade(request);
  }

  /** Returns true for an extended CONNECT for the supported protocol. */
  static boolean isConnect(RequestHead request) {
    CharSequence protocol = request.protocol();
    return protocol != null && AsciiString.contentEqualsIgnoreCase(protocol, PROTOCOL);
  }

  private static boolean isUpgrade(RequestHead request) {
    Fields fields = request.fields();
    return fields.contains(HttpHeaderNames.UPGRADE)
        && request.isMethod(HttpMethod.GET.asciiName())
        && request.contentLength() == 0
        && names(fields, HttpHeaderNames.UPGRADE, PROTOCOL)
        && names(fields, HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE)
        && fields.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY);
  }

  /** Returns the client's key; null for a CONNECT, where a key has no meaning (RFC 8441 section 5.1). */
  static @Nullable CharSequence key(RequestHead request) {
    return request.protocol() == null
        ? request.fields().get(HttpHeaderNames.SEC_WEBSOCKET_KEY)
        : null;
  }

  /** Returns true if a list field with this name has this member. */
  private static boolean names(Fields fields, AsciiString name, AsciiString member) {
    for (int i = fields.indexOf(name, 0); i >= 0; i = fields.indexOf(name, i + 1)) {
      for (String each : fields.value(i).toString().split(",", -1)) {
        if (AsciiString.contentEqualsIgnoreCase(each.strip(), member)) {
          return true;
        }
      }
    }
    return false;
  }
}
