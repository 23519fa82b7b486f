package io.lychgate.gateway.http.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GrpcStatusTest {
  @ParameterizedTest
  @CsvSource({
    "BAD_REQUEST, 13",
    "NO_ROUTE, 12",
    "METHOD_NOT_ALLOWED, 12",
    "CONTENT_TOO_LARGE, 8",
    "CONNECTION_REFUSED, 14",
    "CONNECTION_TIMEOUT, 14",
    "CONNECTION_LIMIT, 14",
    "DRAINING, 14",
    "RESPONSE_HEAD_TIMEOUT, 4",
    "DEADLINE_EXCEEDED, 4",
    "RESPONSE_MALFORMED, 13",
    "TUNNEL_IDLE, 14",
    "INTERNAL, 13"
  })
  void failuresHaveCodes(Kind kind, int code) {
    assertThat(GrpcStatus.of(kind)).isEqualTo(code);
  }

  @Test
  void refusedStreamIsUnavailable() {
    ExchangeFailure refused =
        ExchangeFailure.ofReset(Kind.CONNECTION_TERMINATED, "refused", true, 7);

    assertThat(GrpcStatus.of(refused)).isEqualTo(GrpcStatus.UNAVAILABLE);
    assertThat(GrpcStatus.of(refused.after(2))).isEqualTo(GrpcStatus.UNAVAILABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "400, 13", "401, 16", "403, 7", "404, 12", "429, 14", "502, 14", "503, 14", "504, 14", "418, 2"
  })
  void statusOfHttpIsMappedAsGrpcDefines(int status, int code) {
    assertThat(GrpcStatus.ofHttp(status)).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "16, 16", "99, 99", "x, 2", "1000, 2"})
  void codeIsReadFromFields(String value, int code) {
    assertThat(GrpcStatus.in(new Fields().add(GrpcStatus.FIELD, value))).isEqualTo(code);
  }

  @Test
  void absentCodeIsNegative() {
    assertThat(GrpcStatus.in(new Fields())).isEqualTo(-1);
  }

  @Test
  void messageIsPercentEncoded() {
    assertThat(GrpcStatus.message("50% \u00fc\n")).isEqualTo("50%25 %C3%BC%0A");
  }
}
