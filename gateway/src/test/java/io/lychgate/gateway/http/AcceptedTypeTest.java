package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AcceptedTypeTest {
  private static int rank(String accept, String type) {
    return AcceptedType.rank(new Fields().add(HttpHeaderNames.ACCEPT, accept), type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html,application/xhtml+xml,*/*;q=0.8 | text/html | application/json",
        "application/json, text/plain, */* | application/json | text/html",
        "text/*;q=0.5, text/html;q=0.1 | text/plain | text/html",
        "text/*, */* | text/plain | application/json",
        "TEXT/HTML; Q=1 , text/plain;q=0.9 | text/html | text/plain",
      })
  void oneTypeIsPreferred(String accept, String preferred, String other) {
    assertThat(rank(accept, preferred)).isGreaterThan(rank(accept, other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"text/html | text/plain", "text/html;q=0, */* | text/html", "'' | text/html"})
  void typeIsNotAccepted(String accept, String type) {
    assertThat(rank(accept, type)).isZero();
  }

  @Test
  void requestWithoutTheFieldAcceptsAll() {
    assertThat(AcceptedType.rank(new Fields(), "text/html")).isPositive();
  }

  @Test
  void severalLinesAreOneList() {
    Fields fields = new Fields()
        .add(HttpHeaderNames.ACCEPT, "text/plain;q=0.1")
        .add(HttpHeaderNames.ACCEPT, "text/html");

    assertThat(AcceptedType.rank(fields, "text/html"))
        .isGreaterThan(AcceptedType.rank(fields, "text/plain"));
  }
}
