package io.lychgate.gateway.http.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GrpcFormTest {
  @ParameterizedTest
  @CsvSource({
    "application/grpc, GRPC",
    "application/grpc+proto, GRPC",
    "Application/gRPC; charset=utf-8, GRPC",
    "application/grpc-web, WEB",
    "application/grpc-web+proto, WEB",
    "application/grpc-web-text, WEB_TEXT",
    "application/grpc-web-text+json, WEB_TEXT",
    "application/grpcx, NONE",
    "application/grpc-webs, NONE",
    "application/json, NONE"
  })
  void isKnownByItsContentType(String type, GrpcForm form) {
    assertThat(GrpcForm.ofType(type)).isEqualTo(form);
  }

  @Test
  void otherFormKeepsTheFormatOfMessages() {
    assertThat(GrpcForm.GRPC.withSuffixOf("application/grpc-web-text+proto", GrpcForm.WEB_TEXT))
        .isEqualTo("application/grpc+proto");
    assertThat(GrpcForm.WEB.withSuffixOf("application/grpc", GrpcForm.GRPC))
        .isEqualTo("application/grpc-web");
  }
}
