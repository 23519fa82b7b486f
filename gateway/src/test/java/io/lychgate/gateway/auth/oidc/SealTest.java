package io.lychgate.gateway.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sealed texts open where they were sealed for, and nowhere else. */
final class SealTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final byte[] CONTENT = "content".getBytes(StandardCharsets.US_ASCII);

  private final SealKeys keys = new SealKeys(RANDOM);
  private final Seal seal = new Seal(keys, RANDOM, "session", "provider shop");

  private static byte[] secret(int fill) {
    byte[] secret = new byte[32];
    secret[0] = (byte) fill;
    return secret;
  }

  @Test
  void sealedTextOpensForItsHost() {
    String sealed = seal.close("a.example", CONTENT);

    assertThat(seal.open("a.example", sealed)).isEqualTo(CONTENT);
    assertThat(sealed).matches("[A-Za-z0-9_-]+").doesNotContain("content");
    assertThat(seal.open("b.example", sealed)).isNull();
    assertThat(new Seal(keys, RANDOM, "use", "provider shop").open("a.example", sealed))
        .isNull();
    assertThat(new Seal(keys, RANDOM, "session", "provider other").open("a.example", sealed))
        .isNull();
  }

  @Test
  void noChangeOfATextOpens() {
    String sealed = seal.close("a.example", CONTENT);

    for (int i = 0; i < sealed.length(); i++) {
      for (char other : new char[] {'A', 'z', '_', '=', ' '}) {
        String changed = sealed.substring(0, i) + other + sealed.substring(i + 1);
        byte[] opened = seal.open("a.example", changed);
        // The last character has unused bits, so another one may stand for the same bytes.
        assertThat(opened == null || i == sealed.length() - 1 || changed.equals(sealed))
            .isTrue();
      }
      assertThat(seal.open("a.example", sealed.substring(0, i))).isNull();
    }
  }

  @Test
  void equalContentsHaveDifferentTexts() {
    Set<String> texts = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      texts.add(seal.close("a.example", CONTENT));
    }

    assertThat(texts).hasSize(1000);
  }

  @Test
  void firstSecretSealsAndAllOpen() {
    String own = seal.close("a.example", CONTENT);
    keys.use(List.of(secret(1)));
    String first = seal.close("a.example", CONTENT);
    keys.use(List.of(secret(2), secret(1)));
    String second = seal.close("a.example", CONTENT);

    assertThat(seal.open("a.example", own)).isEqualTo(CONTENT);
    assertThat(seal.open("a.example", first)).isEqualTo(CONTENT);
    keys.use(List.of(secret(3), secret(2)));
    assertThat(seal.open("a.example", first)).isNull();
    assertThat(seal.open("a.example", second)).isEqualTo(CONTENT);

    SealKeys others = new SealKeys(RANDOM);
    Seal other = new Seal(others, RANDOM, "session", "provider shop");
    assertThat(other.open("a.example", second)).isNull();
    others.use(List.of(secret(2)));
    assertThat(other.open("a.example", second)).isEqualTo(CONTENT);
  }
}
