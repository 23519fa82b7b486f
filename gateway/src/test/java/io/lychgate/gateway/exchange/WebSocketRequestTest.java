package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;

/** Requests for a WebSocket by HTTP/1.1. */
final class WebSocketRequestTest {
  private static Fields upgrade() {
    return new Fields()
        .add(HttpHeaderNames.CONNECTION, "keep-alive, Upgrade")
        .add(HttpHeaderNames.UPGRADE, "WebSocket")
        .add(HttpHeaderNames.SEC_WEBSOCKET_KEY, "dGhlIHNhbXBsZSBub25jZQ==");
  }

  private static RequestHead request(HttpMethod method, Fields fields, long length) {
    return new RequestHead(method.asciiName(), true, "shop.test", "/chat", fields, length);
  }

  private static boolean isRequestedBy(Fields fields) {
    return WebSocketRequest.isRequestedBy(request(HttpMethod.GET, fields, 0));
  }

  @Test
  void isAGetWithTheTokensInAnyCase() {
    RequestHead request = request(HttpMethod.GET, upgrade(), 0);

    assertThat(WebSocketRequest.isRequestedBy(request)).isTrue();
    assertThat(WebSocketRequest.key(request)).hasToString("dGhlIHNhbXBsZSBub25jZQ==");
  }

  @Test
  void isNotRequestedWithABodyOrByAnotherMethod() {
    assertThat(WebSocketRequest.isRequestedBy(request(HttpMethod.POST, upgrade(), 0)))
        .isFalse();
    assertThat(WebSocketRequest.isRequestedBy(request(HttpMethod.GET, upgrade(), 3)))
        .isFalse();
  }

  @Test
  void isNotRequestedIfAFieldIsMissing() {
    for (var name : new CharSequence[] {
      HttpHeaderNames.CONNECTION, HttpHeaderNames.UPGRADE, HttpHeaderNames.SEC_WEBSOCKET_KEY
    }) {
      Fields fields = upgrade();
      fields.removeAt(fields.indexOf(AsciiString.of(name), 0));

      assertThat(isRequestedBy(fields)).as("without %s", name).isFalse();
    }
  }

  @Test
  void upgradeToAnotherProtocolIsNoWebSocket() {
    Fields fields = upgrade();
    fields.set(HttpHeaderNames.UPGRADE, "h2c");

    assertThat(isRequestedBy(fields)).isFalse();
  }
}
