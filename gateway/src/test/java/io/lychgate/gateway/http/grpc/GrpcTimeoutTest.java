package io.lychgate.gateway.http.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GrpcTimeoutTest {
  @ParameterizedTest
  @CsvSource({
    "1n, 1",
    "20u, 20000",
    "99999999m, 99999999000000",
    "1S, 1000000000",
    "1M, 60000000000",
    "0H, 0",
    "99999999H, 9223372036854775807"
  })
  void readsEachUnit(String value, long nanos) {
    assertThat(GrpcTimeout.nanos(value)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "S", "1", "1s", "-1S", "1.5S", "123456789S", "1 S", "1SS"})
  void rejectsOtherValues(String value) {
    assertThat(GrpcTimeout.nanos(value)).isEqualTo(GrpcTimeout.MALFORMED);
  }

  @Test
  void writesTheFinestUnitThatHoldsTheValue() {
    assertThat(GrpcTimeout.text(1)).isEqualTo("1n");
    assertThat(GrpcTimeout.text(99_999_999)).isEqualTo("99999999n");
    assertThat(GrpcTimeout.text(100_000_000)).isEqualTo("100000u");
    assertThat(GrpcTimeout.text(Long.MAX_VALUE)).isEqualTo("2562047H");
  }
}
