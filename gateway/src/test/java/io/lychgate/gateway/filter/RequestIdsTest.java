package io.lychgate.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestIdsTest {
  @Test
  void uuidHasVersionSevenAndTheTime() {
    long millis = 1_795_000_000_123L;

    UUID uuid = UUID.fromString(RequestIds.uuid(millis, -1, -1).toString());
    UUID zeros = UUID.fromString(RequestIds.uuid(millis, 0, 0).toString());

    assertThat(uuid.version()).isEqualTo(7);
    assertThat(uuid.variant()).isEqualTo(2);
    assertThat(zeros.version()).isEqualTo(7);
    assertThat(zeros.variant()).isEqualTo(2);
    assertThat(uuid.getMostSignificantBits() >>> 16).isEqualTo(millis);
    assertThat(uuid).isNotEqualTo(zeros);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "019376a1-7d1b-7c3e-9f00-aabbccddeeff",
        "Root=1-67891233-abcdef",
        "a_b.c~d:e/f+g@h"
      })
  void idOfOtherSystemsIsValid(String id) {
    assertThat(RequestIds.isValid(id)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\"b", "a,b", "a;b", "ä", "a\u007f", "<script>"})
  void idThatCouldBreakALogIsNot(String id) {
    assertThat(RequestIds.isValid(id)).isFalse();
  }

  @Test
  void lengthOfAnIdIsBounded() {
    assertThat(RequestIds.isValid("a".repeat(128))).isTrue();
    assertThat(RequestIds.isValid("a".repeat(129))).isFalse();
  }
}
