package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestCookiesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "a=1|1",
        "b=2; a=1|1",
        "b=2;a=1 ;c=3|1",
        "a=1; a=2|1",
        "a=|''",
        "aa=1|none",
        "A=1|none",
        "b=a=1|none",
        "a|none",
        "a=x=y|x=y",
        "''|none",
        ";;a=1|1"
      })
  void firstValueOfTheNameIsFound(String field, String value) {
    CharSequence found = RequestCookies.value(new Fields().add(HttpHeaderNames.COOKIE, field), "a");

    assertThat(found == null ? null : found.toString()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "a=1|1|none",
        "b=2; a=1|1|b=2",
        "a=1; b=2|1|b=2",
        "b=2; a=1; c=3|1|b=2; c=3",
        "a=1; b=2; a=3|1|b=2",
        "b=2|none|b=2",
        "b=2;a=1 ;c=3|1|b=2;c=3",
        "aa=1; a=|''|aa=1"
      })
  void removedCookieLeavesTheOthersAsTheyAre(String field, String value, String rest) {
    Fields fields = new Fields().add(HttpHeaderNames.COOKIE, field);

    CharSequence found = RequestCookies.remove(fields, "a");

    assertThat(found == null ? null : found.toString()).isEqualTo(value);
    CharSequence left = fields.get(HttpHeaderNames.COOKIE);
    assertThat(left == null ? null : left.toString()).isEqualTo(rest);
  }

  @Test
  void cookieIsRemovedFromEachField() {
    Fields fields = new Fields()
        .add(HttpHeaderNames.COOKIE, "a=1")
        .add(HttpHeaderNames.COOKIE, "b=2")
        .add(HttpHeaderNames.COOKIE, "a=3")
        .add(HttpHeaderNames.COOKIE, "a=4; c=5");

    assertThat(RequestCookies.remove(fields, "a")).hasToString("1");

    assertThat(fields)
        .hasToString(new Fields()
            .add(HttpHeaderNames.COOKIE, "b=2")
            .add(HttpHeaderNames.COOKIE, "c=5")
            .toString());
  }

  @Test
  void cookiesMayBeInSeveralFields() {
    Fields fields =
        new Fields().add(HttpHeaderNames.COOKIE, "b=2").add(HttpHeaderNames.COOKIE, "a=1");

    assertThat(RequestCookies.value(fields, "a")).hasToString("1");
  }
}
