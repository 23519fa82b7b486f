package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.config.policy.CachePolicy.Names;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyRuleTest {
  private static final KeyRule ALL = new KeyRule("r", CachePolicy.Key.DEFAULT);

  private static RequestHead request(String path, String... fields) {
    Fields all = new Fields();
    for (int i = 0; i < fields.length; i += 2) {
      all.add(FieldNames.canonical(fields[i]), fields[i + 1]);
    }
    return new RequestHead(new AsciiString("GET"), true, "Shop.Example:8443", path, all, 0);
  }

  private static KeyRule query(Names names) {
    return new KeyRule("r", new CachePolicy.Key(List.of(), Names.UNSTATED, names));
  }

  @Test
  void urlHasSchemeHostPathAndQueryInFull() {
    assertThat(ALL.url(request("/A%2Fb?Q=1&q=1")))
        .isEqualTo("https://shop.example:8443/A%2Fb?Q=1&q=1");
    assertThat(ALL.space(request("/").fields())).isEqualTo("r");
  }

  @ParameterizedTest
  @CsvSource({
    "/a?page=2&utm=x&sort=up, /a?page=2&sort=up",
    "/a?sort=up&page=2, /a?sort=up&page=2",
    "/a?page&x=page=1, /a?page",
    "/a?&&, /a",
    "/a?pages=1, /a",
    "/a?page=1&page=2, /a?page=1&page=2",
    "/a, /a"
  })
  void listedParametersStayInTheirOrder(String target, String kept) {
    assertThat(query(Names.of(List.of("page", "sort"))).path(target)).hasToString(kept);
  }

  @Test
  void queryMayBeIgnored() {
    KeyRule none = query(Names.NONE);
    assertThat(none.url(request("/a?b=c"))).isEqualTo("https://shop.example:8443/a");
    assertThat(none.forUpstream(request("/a?b=c")).path()).hasToString("/a");
  }

  @Test
  void absentAndEmptyValuesDiffer() {
    KeyRule rule =
        new KeyRule("r", new CachePolicy.Key(List.of("a", "b"), Names.UNSTATED, Names.ALL));
    assertThat(rule.space(request("/", "a", "", "b", "1").fields()))
        .isNotEqualTo(rule.space(request("/", "b", "1").fields()));
    assertThat(rule.space(request("/", "a", "1").fields()))
        .isNotEqualTo(rule.space(request("/", "b", "1").fields()));
  }

  @Test
  void upstreamGetsNoConditionAndNothingThatIsNotInTheKey() {
    KeyRule rule = new KeyRule(
        "r", new CachePolicy.Key(List.of("x-forwarded-prefix"), Names.of(List.of("b")), Names.ALL));
    Fields sent = rule.forUpstream(request(
            "/",
            "if-none-match",
            "\"a\"",
            "range",
            "bytes=0-1",
            "x-forwarded-scheme",
            "ftp",
            "x-forwarded-prefix",
            "/p",
            "x-rewrite-url",
            "/admin",
            "cookie",
            "a=1; b=2",
            "accept",
            "*/*"))
        .fields();
    assertThat(sent).hasToString("x-forwarded-prefix: /p\naccept: */*\ncookie: b=2\n");
  }

  @ParameterizedTest
  @CsvSource({
    "/x, https://a.example/x",
    "x?y#z, https://a.example/dir/x?y",
    "https://A.example/x, https://a.example/x",
    "//a.example/x, https://a.example/x",
    "https://b.example/x,",
    "http://a.example/x,",
    "//b.example/x,"
  })
  void linkOfAnotherOriginIsNotInvalidated(String link, String url) {
    assertThat(KeyRule.sameOrigin("https://a.example/dir/page?q", link)).isEqualTo(url);
  }
}
