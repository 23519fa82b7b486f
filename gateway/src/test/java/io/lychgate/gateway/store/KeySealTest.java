package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeySealTest {
  private final KeySeal seal = new KeySeal("secret".getBytes(StandardCharsets.US_ASCII), "keys");

  @Test
  void opensWhatItHasSealed() throws Exception {
    String sealed = seal.seal("row", "private key");

    assertThat(sealed).doesNotContain("private");
    assertThat(seal.open("row", sealed)).isEqualTo("private key");
    assertThat(seal.seal("row", "private key")).isNotEqualTo(sealed);
  }

  @Test
  void anotherSecretOrRowOpensNothing() throws Exception {
    String sealed = seal.seal("row", "private key");
    KeySeal other = new KeySeal("other".getBytes(StandardCharsets.US_ASCII), "keys");

    assertThatThrownBy(() -> other.open("row", sealed))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> seal.open("another row", sealed))
        .isInstanceOf(GeneralSecurityException.class);
  }

  @Test
  void anotherPurposeOpensNothing() throws Exception {
    String sealed = seal.seal("row", "private key");
    KeySeal other = new KeySeal("secret".getBytes(StandardCharsets.US_ASCII), "codes");

    assertThatThrownBy(() -> other.open("row", sealed))
        .isInstanceOf(GeneralSecurityException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "not base64!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void damagedTextIsRefused(String text) {
    assertThatThrownBy(() -> seal.open("row", text)).isInstanceOf(GeneralSecurityException.class);
  }
}
