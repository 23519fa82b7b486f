package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WebSocketHandshakeTest {
  /** The example of RFC 6455 section 1.3. */
  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

  private static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

  private static ResponseHead response(@Nullable String upgrade, @Nullable String accept) {
    Fields fields = new Fields();
    if (upgrade != null) {
      fields.add(HttpHeaderNames.UPGRADE, upgrade);
    }
    if (accept != null) {
      fields.add(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, accept);
    }
    return new ResponseHead(101, fields);
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "websocket, s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, true",
        "WebSocket, s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, true",
        "websocket, S3PPLMBiTxaQ9kYGzzhZRbK+xOo=, false",
        "websocket, -, false",
        "h2c, s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, false",
        "-, s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, false",
      })
  void responseMustProveThatItIsToThisKey(
      @Nullable String upgrade, @Nullable String accept, boolean isAccepted) {
    assertThat(WebSocketHandshake.of(KEY).isAcceptedBy(response(upgrade, accept)))
        .isEqualTo(isAccepted);
  }

  @Test
  void extendedConnectBecomesAnUpgradeWithAKeyOfTheGateway() {
    RequestHead connect =
        new RequestHead(AsciiString.of("CONNECT"), true, "a.example", "/chat", new Fields(), 0);

    RequestHead upgrade = WebSocketHandshake.of(null).request(connect);

    assertThat(upgrade.method().toString()).isEqualTo("GET");
    assertThat(upgrade.path()).hasToString("/chat");
    assertThat(upgrade.fields().get(HttpHeaderNames.UPGRADE)).hasToString("websocket");
    assertThat(upgrade.fields().get(HttpHeaderNames.CONNECTION)).hasToString("upgrade");
    CharSequence key = upgrade.fields().get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
    assertThat(Base64.getDecoder().decode(String.valueOf(key))).hasSize(16);
  }

  @Test
  void upgradeBecomesAnExtendedConnectWithTheProofForTheClient() {
    Fields request = new Fields()
        .add(HttpHeaderNames.CONNECTION, "Upgrade")
        .add(HttpHeaderNames.UPGRADE, "websocket")
        .add(HttpHeaderNames.SEC_WEBSOCKET_KEY, KEY)
        .add(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, "chat");
    WebSocketHandshake handshake = WebSocketHandshake.of(KEY);
    handshake.editConnect(request);
    Fields response = new Fields();
    handshake.accept(response);

    assertThat(request.size()).isOne();
    assertThat(request.contains(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL)).isTrue();
    assertThat(response.get(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT)).hasToString(ACCEPT);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"101, false", "199, false", "200, true", "204, true", "299, true", "300, false"})
  void successOfAServerWouldBeATunnelForTheClientOfAConnect(int status, boolean isMistaken) {
    assertThat(WebSocketHandshake.of(null).isMistakenFor(status)).isEqualTo(isMistaken);
    assertThat(WebSocketHandshake.of(KEY).isMistakenFor(status))
        .as("an Upgrade")
        .isFalse();
  }
}
