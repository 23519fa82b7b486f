package io.lychgate.gateway.respond;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.RouteAction.RedirectAction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets of redirects. A path of the request must never name another host. */
final class RedirectTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/a?b=c",
        "https://a",
        "http://a:80/b",
        "https://{host}{path}",
        "https://a/b{path}"
      })
  void targetsThatNameTheirHostAreAccepted(String to) {
    assertThat(RedirectAction.problemOf(to)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//a",
        "a",
        "{path}",
        "/{path}",
        "/a{path}",
        "/{host}",
        "ftp://a",
        "https://{port}",
        "https://a}",
        "https://{path}",
        "https://",
        "https://a@{path}",
        "https://a@b"
      })
  void targetsThatCouldNameAnotherHostAreRefused(String to) {
    assertThat(RedirectAction.problemOf(to)).startsWith(to + " (expected: ");
  }
}
