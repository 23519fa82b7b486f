package io.lychgate.gateway.config.password;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The cost of a new hash. Other tests of the whole build make cheaper ones. */
final class PasswordHashCostTest {
  @Test
  void checksAPasswordAgainstItsHash() {
    String hash = PasswordHash.of("correct horse");

    assertThat(hash)
        .startsWith("$argon2id$v=19$m=19456,t=2,p=1$")
        .isNotEqualTo(PasswordHash.of("correct horse"));
    assertThat(PasswordHash.isCurrent(hash)).isTrue();
    assertThat(PasswordHash.matches("correct horse", hash)).isTrue();
    assertThat(PasswordHash.matches("correct horsf", hash)).isFalse();
    assertThat(PasswordHash.matches("correct horse", "plain")).isFalse();
  }
}
