package io.lychgate.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.CaptureTemplate;
import io.lychgate.gateway.config.site.RewriteConfig;
import io.lychgate.gateway.config.site.RewriteConfig.QueryEdits;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets that upstreams get, and those that must never reach one. */
final class TargetRewriteTest {
  private static final CaptureTemplate NOTHING = CaptureTemplate.of("");

  private static @Nullable String rewritten(RewriteConfig config, String target) {
    RequestHead request =
        new RequestHead(AsciiString.of("GET"), false, "a.example", target, new Fields(0), 0);
    RequestHead result = new TargetRewrite(config).apply(request);
    if (result != null) {
      assertThat(result.target()).isEqualTo(target);
    }
    return result == null ? null : result.path().toString();
  }

  private static RewriteConfig prefixes(@Nullable String strip, @Nullable String add) {
    return new RewriteConfig(strip, null, NOTHING, add, QueryEdits.NONE, null);
  }

  private static RewriteConfig regex(String regex, String to) {
    return new RewriteConfig(
        null,
        Objects.requireNonNull(BoundedRegex.compile(regex).regex()),
        CaptureTemplate.of(to),
        null,
        QueryEdits.NONE,
        null);
  }

  private static RewriteConfig query(QueryEdits edits) {
    return new RewriteConfig(null, null, NOTHING, null, edits, null);
  }

  @ParameterizedTest
  @CsvSource({
    "/api, /",
    "/api/, /",
    "/api/x?y=/api, /x?y=/api",
    "/apis/x, /apis/x",
    "/other, /other",
    "/api//evil.example/x, /evil.example/x",
    "/api?x, /?x",
  })
  void prefixIsStrippedByWholeSegments(String target, String result) {
    assertThat(rewritten(prefixes("/api", null), target)).isEqualTo(result);
  }

  @Test
  void prefixIsAddedAfterAnotherIsStripped() {
    assertThat(rewritten(prefixes("/api", "/v2"), "/api/x%2Fy?z")).isEqualTo("/v2/x%2Fy?z");
    assertThat(rewritten(prefixes(null, "/v2"), "/")).isEqualTo("/v2/");
  }

  @Test
  void expressionReplacesItsMatch() {
    assertThat(rewritten(regex("^/users/([0-9]+)$", "/u/$1"), "/users/12?q=1"))
        .isEqualTo("/u/12?q=1");
    assertThat(rewritten(regex("^/users/([0-9]+)$", "/u/$1"), "/users/x")).isEqualTo("/users/x");
    assertThat(rewritten(regex("^/go(.*)$", "$1"), "/go//evil.example")).isEqualTo("/evil.example");
    assertThat(rewritten(regex("^/x/", ""), "/x/y")).isEqualTo("/y");
  }

  /** Servers differ in what they decode before they look for dot segments. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/t/..;/secret",
        "/t/..;a=b/secret",
        "/t/.;/secret",
        "/t/..%2Fsecret",
        "/t/x%2F..%2F..%2Fsecret",
        "/t/..%5Csecret",
        "/t/%252e%252e/secret",
        "/t/%252e%252e%252fsecret",
        "/t/..%3Bx/secret",
        "/t/..%253Bx/secret",
      })
  void pathThatMayLeaveItsPrefixIsRefused(String target) {
    assertThat(rewritten(prefixes(null, "/tenant"), target)).isNull();
    assertThat(rewritten(prefixes("/t", null), target)).isNull();
    assertThat(rewritten(regex("^/t/(.*)$", "/tenant/$1"), target)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a..b/..c", "/...", "/a;x=1/b", "/a%2Fb", "/caf%C3%A9", "/100%25"})
  void harmlessPathsAreKept(String target) {
    assertThat(rewritten(prefixes(null, "/p"), target)).isEqualTo("/p" + target);
  }

  @Test
  void escapeThatAGroupHasCutIsRefused() {
    assertThat(rewritten(regex("^/(..).*$", "/$1"), "/%41x")).isNull();
    assertThat(rewritten(regex("^/(.)/(.*)$", "/$1$2"), "/%/2e./")).isNull();
    assertThat(rewritten(regex("^/x(.*)y(.*)$", "/$1$2/secret"), "/x.y.")).isNull();
  }

  @Test
  void resultIsBounded() {
    String target = "/" + "a".repeat(3000);
    RewriteConfig config = regex("^(.*)$", "$1".repeat(16));

    assertThat(rewritten(config, target)).isNull();
  }

  @Test
  void pathTooLongForTheExpressionIsRefusedAndNotKept() {
    assertThat(rewritten(regex("^/(a{900})?", "/x"), "/" + "a".repeat(8000))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "/x, /x?lang=a%20%26b&n=1",
    "/x?, /x?lang=a%20%26b&n=1",
    "/x?a=1, /x?a=1&lang=a%20%26b&n=1",
    "/x?%6Cang=1&b=2&lang&n=0, /x?b=2&n=0&lang=a%20%26b&n=1",
    "/x?drop=1&drop=2&dropped=3, /x?dropped=3&lang=a%20%26b&n=1",
  })
  void parametersAreRemovedReplacedAndAdded(String target, String result) {
    QueryEdits edits = new QueryEdits(List.of("drop"), Map.of("lang", "a &b"), Map.of("n", "1"));

    assertThat(rewritten(query(edits), target)).isEqualTo(result);
  }

  @Test
  void emptyQueryLeavesNoQuestionMark() {
    QueryEdits edits = new QueryEdits(List.of("a"), Map.of(), Map.of());

    assertThat(rewritten(query(edits), "/x?a=1&a=2")).isEqualTo("/x");
  }
}
