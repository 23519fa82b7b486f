package io.lychgate.gateway.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.observe.Redaction;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactorTest {
  private static final Redactor ALL = new Redactor(Redaction.DEFAULT, Set.of("x-own-key"));

  private static Redactor of(String... rules) {
    return new Redactor(Redaction.of(List.of(rules)).orElseThrow(), Set.of());
  }

  @ParameterizedTest
  @CsvSource({
    "/p, /p",
    "/p?, /p?",
    "/p?a=1&b=2, /p?a=REDACTED&b=REDACTED",
    "/p?a=1;b=2, /p?a=REDACTED;b=REDACTED",
    "/p?secret, /p?REDACTED",
    "/p?a=1?b=2, /p?a=REDACTED?b=REDACTED",
    "/p?a=b=c, /p?a=REDACTED",
    "/p?a=, /p?a=REDACTED"
  })
  void hidesEveryValueOfAQuery(String target, String shown) {
    assertThat(ALL.target(target)).hasToString(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "/p?token=1&b=2, /p?token=REDACTED&b=2",
    "/p?TOKEN=1, /p?TOKEN=REDACTED",
    "/p?to%6ben=1, /p?to%6ben=REDACTED",
    "/p?to%6Ben=1, /p?to%6Ben=REDACTED",
    "/p?xtoken=1&token, /p?xtoken=1&token",
    "/p?to%6=1&%, /p?to%6=1&%",
    "/p?access%5fcode=1, /p?access%5fcode=REDACTED"
  })
  void hidesNamedParametersHoweverTheyAreWritten(String target, String shown) {
    assertThat(of("query.token", "query.access_code").target(target)).hasToString(shown);
  }

  @Test
  void hidesCookiesAndKeepsTheirNames() {
    assertThat(ALL.field("cookie", "a=1; b=2;c")).hasToString("a=REDACTED; b=REDACTED; REDACTED");
    assertThat(ALL.field("set-cookie", "sid=42; Path=/; HttpOnly")).hasToString("sid=REDACTED");
    assertThat(of("cookie.sid").field("cookie", "a=1; SID=2")).hasToString("a=1; SID=REDACTED");
  }

  @Test
  void hidesCredentialsAndKeepsTheirScheme() {
    assertThat(ALL.field("authorization", "Bearer abc.def")).hasToString("Bearer REDACTED");
    assertThat(ALL.field("authorization", "s3cret")).hasToString("REDACTED");
    assertThat(ALL.field("proxy-authorization", "Basic YTpi")).hasToString("Basic REDACTED");
    assertThat(ALL.field("x-api-key", "k")).hasToString("REDACTED");
    assertThat(ALL.field("x-own-key", "k")).hasToString("REDACTED");
  }

  @Test
  void hidesQueriesOfUrlsInFields() {
    assertThat(ALL.field("referer", "https://a/b?t=1#c=2"))
        .hasToString("https://a/b?t=REDACTED#c=REDACTED");
    assertThat(ALL.field("location", "/x?code=7")).hasToString("/x?code=REDACTED");
  }

  @ParameterizedTest
  @CsvSource({
    "https://app/cb#access_token=1&state=2, https://app/cb#access_token=REDACTED&state=REDACTED",
    "https://ann:pw@app/a@b, https://REDACTED@app/a@b",
    "//ann:p@w@app?x=1, //REDACTED@app?x=REDACTED",
    "https://app/ann:pw@x, https://app/ann:pw@x",
    "HTTPS://ann:pw@app/, HTTPS://REDACTED@app/",
    "https:///ann:pw@app/, https:///REDACTED@app/",
    "https:/ann:pw@app/, https:/REDACTED@app/",
    "https:ann:pw@app/, https:REDACTED@app/",
    "https:\\\\ann:pw@app/, https:\\\\REDACTED@app/",
    "/\\ann:pw@app/, /\\REDACTED@app/",
    "https://ann%3Apw@app/, https://REDACTED@app/",
    "/ann@x, /ann@x",
    "/a:b//ann@x, /a:b//ann@x",
    "a1.b-c+d:e@f, a1.b-c+d:REDACTED@f",
    "1a://ann@x, 1a://REDACTED@x",
    "://ann@x, ://REDACTED@x",
    "a?b://ann@x, a?REDACTED",
    "/, /",
    "//, //",
    "x, x"
  })
  void hidesFragmentsAndNamesBeforeHostsOfUrls(String url, String shown) {
    assertThat(ALL.field("location", url)).hasToString(shown);
    assertThat(of().field("location", url)).hasToString(url);
  }

  @Test
  void hidesNothingIfNothingIsConfigured() {
    Redactor none = of();

    assertThat(none.target("/p?a=1")).hasToString("/p?a=1");
    assertThat(none.field("cookie", "a=1")).hasToString("a=1");
    assertThat(none.field("authorization", "Bearer x")).hasToString("Bearer x");
    assertThat(of("header.x-own").field("x-own", "v")).hasToString("REDACTED");
  }
}
