package io.lychgate.gateway.respond;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.site.RouteAction.RedirectAction;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(RedirectAction.problemOf(to, 0)).isEmpty();
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
        "https://a@b",
        "/a$1",
      })
  void targetsThatCouldNameAnotherHostAreRefused(String to) {
    assertThat(RedirectAction.problemOf(to, 0)).startsWith(to + " (expected: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://a$1", "https://a$1/x", "https://$1/x", "http://a:$1/"})
  void groupsNeverNameAHost(String to) {
    assertThat(RedirectAction.problemOf(to, 1)).startsWith(to + " (expected: $1 to $9 behind");
  }

  @ParameterizedTest
  @CsvSource({
    "/new/$1, ^/old/(.*)$, /old/a/b, /new/a/b",
    "/$1, ^/go(.*)$, /go/evil.example, /evil.example",
    "/$1$2, ^/(.)(.*)$, //evil.example, /evil.example",
    "/\\$1, ^/go/(.*)$, /go/evil.example, /evil.example",
    "https://a/$1, ^/go(.*)$, /go/evil.example, https://a//evil.example",
    "https://a/?p=$1&{query}, ^/p/([0-9]+)$, /p/7?x=1, https://a/?p=7&x=1",
    "/x?{query}, ^/y, /y, /x",
    "/x?{query}, ^/y, /y?a=b, /x?a=b",
    "https://{host}/$1, ^/(.*)$, /{path}$1, https://a.example/{path}$1",
    "/$$1, ^/(.*)$, /a, /$1",
  })
  void locationHasTheGroupsOfTheRoute(String to, String regex, String target, String location) {
    BoundedRegex expression = Objects.requireNonNull(BoundedRegex.compile(regex).regex());
    assertThat(RedirectAction.problemOf(to, expression.groupCount())).isEmpty();
    Redirect redirect = new Redirect(new RedirectAction(to, 307, expression));

    assertThat(redirect.location(request(target))).isEqualTo(location);
  }

  @Test
  void locationIsBounded() {
    BoundedRegex expression =
        Objects.requireNonNull(BoundedRegex.compile("^(.*)$").regex());
    Redirect redirect = new Redirect(new RedirectAction("/$1$1$1$1", 307, expression));

    assertThat(redirect.location(request("/" + "a".repeat(4000)))).isNull();
  }

  private static RequestHead request(String target) {
    return new RequestHead(
        AsciiString.of("GET"), false, "A.example:8080", target, new Fields(0), 0);
  }
}
