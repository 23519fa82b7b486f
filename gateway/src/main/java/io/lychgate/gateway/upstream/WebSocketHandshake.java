package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The opening handshake of a WebSocket with a server, by Upgrade (RFC 6455 section 4.1). A client of HTTP/1.1 brings its key; for
 * one of HTTP/2 or HTTP/3, which has none (RFC 8441 section 5.1), the gateway makes one.
 */
public final class WebSocketHandshake {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int KEY_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final CharSequence key;
  private final boolean isOurs;

  private WebSocketHandshake(CharSequence key, boolean isOurs) {
    this.key = key;
    this.isOurs = isOurs;
  }

  /** @param key of the client; null for one to be made */
  public static WebSocketHandshake of(@Nullable CharSequence key) {
    if (key != null) {
      return new WebSocketHandshake(key, false);
    }
    byte[] nonce = new byte[KEY_BYTES];
    RANDOM.nextBytes(nonce);
    return new WebSocketHandshake(Base64.getEncoder().encodeToString(nonce), true);
  }

  /** The request as a server of HTTP/1.1 understands it: a GET that asks for the upgrade, with these fields. */
  public RequestHead request(RequestHead asked) {
    Fields fields = asked.fields();
    fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
    fields.set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET);
    fields.set(HttpHeaderNames.SEC_WEBSOCKET_KEY, key);
    return new RequestHead(
        HttpMethod.GET.asciiName(), asked.isSecure(), asked.authority(), asked.path(), fields, 0);
  }

  /** RFC 6455 section 4.1: what a 101 must say to be the answer to this key. */
  boolean isAnsweredBy(ResponseHead head) {
    Fields fields = head.fields();
    CharSequence upgrade = fields.get(HttpHeaderNames.UPGRADE);
    CharSequence accept = fields.get(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT);
    return upgrade != null
        && AsciiString.contentEqualsIgnoreCase(upgrade, HttpHeaderValues.WEBSOCKET)
        && accept != null
        && AsciiString.contentEquals(accept, expectedAccept());
  }

  private String expectedAccept() {
    try {
      byte[] text = (key + GUID).getBytes(StandardCharsets.US_ASCII);
      // What RFC 6455 says; it proves that the server knows WebSocket, and is no secret.
      return Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-1: not in this JDK (expected: in every one)", e);
    }
  }

  /** RFC 8441 section 4: to a CONNECT any 2xx means that there is a tunnel, which a page of the server is not. */
  boolean isMistakenFor(int status) {
    return isOurs && status >= 200 && status < 300;
  }
}
