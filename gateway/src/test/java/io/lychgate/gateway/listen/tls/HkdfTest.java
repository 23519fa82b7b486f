package io.lychgate.gateway.listen.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The vectors of the RFCs. */
final class HkdfTest {
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void derivesTheFirstVectorOfRfc5869() {
    byte[] secret =
        Hkdf.extract(HEX.parseHex("000102030405060708090a0b0c"), HEX.parseHex("0b".repeat(22)));

    assertThat(secret)
        .asHexString()
        .isEqualToIgnoringCase("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
    assertThat(Hkdf.expand(secret, HEX.parseHex("f0f1f2f3f4f5f6f7f8f9"), 42))
        .asHexString()
        .isEqualToIgnoringCase(
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
  }

  @Test
  void derivesTheServersInitialKeysOfRfc9001() {
    byte[] initial = Hkdf.extract(
        HEX.parseHex("38762cf7f55934b34d179ae6a4c80cadccbb7f0a"), HEX.parseHex("8394c8f03e515708"));
    byte[] server = Hkdf.expandLabel(initial, "server in", 32);

    assertThat(server)
        .asHexString()
        .isEqualToIgnoringCase("3c199828fd139efd216c155ad844cc81fb82fa8d7446fa7d78be803acdda951b");
    assertThat(HEX.formatHex(Hkdf.expandLabel(server, "quic key", 16)))
        .isEqualTo("cf3a5331653c364c88f0f379b6067e37");
    assertThat(HEX.formatHex(Hkdf.expandLabel(server, "quic iv", 12)))
        .isEqualTo("0ac1493ca1905853b0bba03e");
    assertThat(HEX.formatHex(Hkdf.expandLabel(server, "quic hp", 16)))
        .isEqualTo("c206b8d9b9f0f37644430b490eeaa314");
  }
}
