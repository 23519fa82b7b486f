package io.lychgate.gateway.auth.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.TokenSource;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenFinderTest {
  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "bearer | / | authorization: Bearer abc | abc",
        "bearer | / | authorization: bEARER   abc | abc",
        "bearer | / | authorization: Basic abc | none",
        "bearer | / | authorization: Bearerabc | none",
        "bearer | / | '' | none",
        "bearer | / | authorization: Bearer abc;authorization: Basic x | several tokens",
        "bearer header:x-token | / | x-token: abc | abc",
        "bearer header:x-token | / | x-token: abc;authorization: Bearer x | several tokens",
        "header:x-token | / | x-token: abc;x-token: abc | several tokens",
        "cookie:t | / | cookie: a=b\\, t=abc | none",
        "cookie:t | / | cookie: a=b#t=abc | abc",
        "query:t | /?t=abc | '' | abc",
        "query:t | /?a=1&t=abc&b=2 | '' | abc",
        "query:t | /?tt=abc | '' | none",
        "query:t | /t=abc | '' | none",
        "query:t | /?t=abc&t=abc | '' | several tokens",
        "bearer query:t | /?t=abc | authorization: Bearer abc | several tokens",
      })
  void tokenIsFoundInItsPlaceOnly(String from, String path, String lines, String token) {
    Fields fields = new Fields();
    Arrays.stream(lines.split(";", -1)).filter(line -> !line.isEmpty()).forEach(line -> {
      String[] field = line.replace('#', ';').split(": ", 2);
      fields.add(FieldNames.canonical(field[0]), new AsciiString(field[1]));
    });
    TokenFinder finder = new TokenFinder(
        Arrays.stream(from.split(" ", -1)).map(TokenSource::parse).toList());

    CharSequence found = finder.find(
        new RequestHead(HttpMethod.GET.asciiName(), true, "localhost", path, fields, 0));

    assertThat(String.valueOf(found)).isEqualTo(token.replace("none", "null"));
  }

  @ParameterizedTest
  @CsvSource({
    "/a?t=1, /a",
    "/a?t=1&b=2, /a?b=2",
    "/a?b=2&t=1, /a?b=2",
    "/a?b=2&t=1&c=3, /a?b=2&c=3",
    "/a?t=1&t=2, /a",
    "/a?b=2, /a?b=2",
    "/a, /a"
  })
  void parameterIsRemoved(String target, String rest) {
    assertThat(QueryParameter.without(target, "t")).hasToString(rest);
  }
}
