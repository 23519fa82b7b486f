package io.lychgate.gateway.config.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records of type HTTPS in the format of RFC 9460. */
final class HttpsRecordsTest {
  private static final Set<Protocol> ALL = EnumSet.allOf(Protocol.class);

  private static ListenerConfig listener(
      Set<Protocol> protocols, boolean clear, @Nullable String host) {
    return new ListenerConfig(
        "tls",
        "0.0.0.0",
        443,
        protocols,
        TlsConfig.of(new CertificateConfig(Path.of("a.pem"), Path.of("a.key"))),
        TimeoutConfig.defaults(),
        LimitConfig.defaults(),
        new AltSvcConfig(Limits.ALT_SVC_MAX_AGE, false, 100, clear, host, 0),
        QuicConfig.defaults());
  }

  @Test
  void equalPortsNeedOneRecord() {
    assertThat(HttpsRecords.of(listener(ALL, false, null), "example.com", 443))
        .containsExactly("example.com. 3600 IN HTTPS 1 . alpn=\"h3,h2\"");
  }

  @Test
  void portOtherThan443HasItsOwnName() {
    assertThat(HttpsRecords.of(listener(ALL, false, null), "example.com", 8443))
        .containsExactly("_8443._https.example.com. 3600 IN HTTPS 1 example.com. alpn=\"h3,h2\"");
  }

  @Test
  void differentUdpPortHasItsOwnRecord() {
    assertThat(HttpsRecords.of(ALL, null, "example.com", 443, 8443))
        .containsExactly(
            "example.com. 3600 IN HTTPS 1 . alpn=\"h3\" no-default-alpn port=8443",
            "example.com. 3600 IN HTTPS 2 . alpn=\"h2\"");
  }

  @Test
  void differentHostHasItsOwnRecord() {
    assertThat(HttpsRecords.of(listener(ALL, false, "quic.example.net"), "example.com", 443))
        .containsExactly(
            "example.com. 3600 IN HTTPS 1 quic.example.net. alpn=\"h3\" no-default-alpn",
            "example.com. 3600 IN HTTPS 2 . alpn=\"h2\"");
  }

  @Test
  void recordExcludesDisabledProtocols() {
    Set<Protocol> modern = EnumSet.of(Protocol.HTTP_3, Protocol.HTTP_2);

    assertThat(HttpsRecords.of(listener(modern, false, null), "example.com", 443))
        .containsExactly("example.com. 3600 IN HTTPS 1 . alpn=\"h3,h2\" no-default-alpn");
  }

  @Test
  void addressHasNoRecord() {
    assertThat(HttpsRecords.of(listener(ALL, false, null), "192.0.2.10", 443)).isEmpty();
    assertThat(HttpsRecords.of(ALL, null, "2001:db8::1", 8443, 8443)).isEmpty();
  }

  @Test
  void listenerWithClearOrWithoutHttp3HasNoRecord() {
    assertThat(HttpsRecords.of(listener(ALL, true, null), "example.com", 443)).isEmpty();
    Set<Protocol> older = EnumSet.of(Protocol.HTTP_2, Protocol.HTTP_1_1);
    assertThat(HttpsRecords.of(listener(older, false, null), "example.com", 443))
        .isEmpty();
  }
}
