package io.lychgate.gateway.admin.signon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReturnTargetTest {
  @ParameterizedTest
  @ValueSource(strings = {"/", "/manifests?q=a%20b", "/manifests/shop/edit#rules"})
  void pageOfTheDashboardIsKept(String target) {
    assertThat(ReturnTarget.orRoot(target)).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "manifests",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "/\t/evil.example",
        "/a\r\nSet-Cookie: a=b",
        "/a b",
        "/\u00e4",
        "/api/v1/session"
      })
  void otherTargetsBecomeTheStartPage(String target) {
    assertThat(ReturnTarget.orRoot(target)).isEqualTo("/");
  }
}
