package io.lychgate.gateway.config.password;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PasswordHashTest {
  /** From the test vectors of crypt_blowfish. */
  private static final String BCRYPT = "05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

  @ParameterizedTest
  @ValueSource(strings = {"$2a$", "$2b$", "$2y$"})
  void bcryptIsMatched(String form) {
    assertThat(PasswordHash.problemOf(form + BCRYPT)).isEmpty();
    assertThat(PasswordHash.matches("U*U", form + BCRYPT)).isTrue();
    assertThat(PasswordHash.matches("U*V", form + BCRYPT)).isFalse();
  }

  @Test
  void newHashHasTheMemoryAndPassesOfArgon2idThatOwaspNamesFirst() {
    PasswordHash.memoryOfNewHashes(PasswordHash.MEMORY_KIB);
    try {
      String hash = PasswordHash.of("correct horse");

      assertThat(hash)
          .startsWith("$argon2id$v=19$m=19456,t=2,p=1$")
          .isNotEqualTo(PasswordHash.of("correct horse"));
      assertThat(PasswordHash.problemOf(hash)).isEmpty();
      assertThat(PasswordHash.isCurrent(hash)).isTrue();
      assertThat(PasswordHash.matches("correct horse", hash)).isTrue();
      assertThat(PasswordHash.matches("correct horsf", hash)).isFalse();
      assertThat(PasswordHash.matches("correct horse", "plain")).isFalse();
    } finally {
      PasswordHash.memoryOfNewHashes(CheapPasswords.MEMORY_KIB);
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      $apr1$lZL6V/ci$eIMz/iKDkbtys/uU7LEK00                       | a hash of bcrypt
      {SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=                            | a hash of bcrypt
      plain text                                                   | a hash of bcrypt
      $2y$20$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW | a cost of 4-14
      $2y$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW | a cost of 4-14
      $argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA | m of at most
      $argon2id$v=19$m=19456,t=99,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA  | t of 1-20
      $argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA    | a hash of bcrypt
      """)
  void weakAndCostlyHashesAreRefused(String text, String expected) {
    assertThat(PasswordHash.problemOf(text)).contains(expected).doesNotContain(text);
    assertThat(PasswordHash.matches("x", text)).isFalse();
  }
}
