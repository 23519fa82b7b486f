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
 * The opening handshake of a WebSocket with a server: an Upgrade (RFC 6455 section 4.1), or an extended CONNECT (RFC 8441). An
 * HTTP/1.1 client sends its key. An HTTP/2 or HTTP/3 client has none (RFC 8441 section 5.1), so the gateway creates one for an
 * Upgrade.
 */
public final class WebSocketHandshake {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int KEY_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final CharSequence key;
  private final boolean isKeyOfGateway;

  private WebSocketHandshake(CharSequence key, boolean isKeyOfGateway) {
    this.key = key;
    this.isKeyOfGateway = isKeyOfGateway;
  }

  /** @param key key of the client; null to create one */
  public static WebSocketHandshake of(@Nullable CharSequence key) {
    if (key != null) {
      return new WebSocketHandshake(key, false);
    }
    byte[] nonce = new byte[KEY_BYTES];
    RANDOM.nextBytes(nonce);
    return new WebSocketHandshake(Base64.getEncoder().encodeToString(nonce), true);
  }

  /** Returns the request for an HTTP/1.1 server: a GET with the upgrade fields. */
  public RequestHead request(RequestHead asked) {
    Fields fields = asked.fields();
    fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
    fields.set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET);
    fields.set(HttpHeaderNames.SEC_WEBSOCKET_KEY, key);
    return new RequestHead(
        HttpMethod.GET.asciiName(), asked.isSecure(), asked.authority(), asked.path(), fields, 0);
  }

  /** Removes the fields that an extended CONNECT does not have (RFC 8441 section 5). */
  public void editConnect(Fields fields) {
    fields.remove(HttpHeaderNames.CONNECTION);
    fields.remove(HttpHeaderNames.UPGRADE);
    fields.remove(HttpHeaderNames.SEC_WEBSOCKET_KEY);
  }

  /** Adds the proof that an HTTP/1.1 client expects to the response of a server to an extended CONNECT, which has none. */
  public void accept(Fields fields) {
    fields.set(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, expectedAccept());
  }

  /** Returns true if a 101 response has the fields that accept this handshake (RFC 6455 section 4.1). */
  public boolean isAcceptedBy(ResponseHead head) {
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
      // SHA-1 as RFC 6455 requires. It proves that the server supports WebSocket, and is not
      // secret.
      return Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-1: not in this JDK (expected: in every one)", e);
    }
  }

  /**
   * Returns true if the client would take this status for a tunnel. To a CONNECT any 2xx opens a tunnel (RFC 8441 section 4), but
   * here it is an ordinary response of the server.
   */
  boolean isMistakenFor(int status) {
    return isKeyOfGateway && status >= 200 && status < 300;
  }
}
