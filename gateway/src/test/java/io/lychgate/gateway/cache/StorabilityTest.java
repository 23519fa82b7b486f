package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StorabilityTest {
  private static final long NOW = 1_800_000_000;
  private static final Storability.Request PLAIN = new Storability.Request(false, false);
  private static final CachePolicy DEFAULT = CachePolicy.defaults();
  private static final CachePolicy LENIENT = new CachePolicy(
      Duration.ofSeconds(60),
      false,
      CachePolicy.Key.DEFAULT,
      true,
      Set.of(),
      1000,
      true,
      true,
      Duration.ZERO,
      Duration.ZERO,
      true,
      "surrogate-key");

  private static Storability of(
      CachePolicy policy, Storability.Request request, int status, String fields) {
    Fields all = new Fields();
    for (String field : fields.split("; ", -1)) {
      String[] pair = field.split(": ", 2);
      all.add(FieldNames.canonical(pair[0]), pair[1]);
    }
    return Storability.of(
        policy, request, new ResponseHead(status, all), SharedFreshness.of(all, NOW, 0), 1000);
  }

  @ParameterizedTest
  @CsvSource({
    "STORED, 200, cache-control: max-age=60",
    "STORED, 302, cache-control: max-age=60",
    "STORED, 503, cache-control: max-age=60",
    "STATUS, 206, cache-control: max-age=60",
    "DIRECTIVE, 200, 'cache-control: private, max-age=60'",
    "DIRECTIVE, 200, 'cache-control: no-store, max-age=60'",
    "STORED, 200, 'cache-control: no-store, must-understand, max-age=60'",
    "STORED, 200, 'cache-control: private=\"x-user\", max-age=60'",
    "SET_COOKIE, 200, cache-control: max-age=60; set-cookie: a=b",
    "VARIES, 200, 'cache-control: max-age=60; vary: accept, *'",
    "TOO_LARGE, 200, cache-control: max-age=60; content-length: 1001",
    "NO_LIFETIME, 200, etag: \"a\"",
    "NO_LIFETIME, 200, 'last-modified: Sun, 06 Nov 1994 08:49:37 GMT'",
    "STALE, 200, cache-control: max-age=0",
    "STALE, 200, cache-control: max-age=60; age: 60",
    "STORED, 200, cache-control: max-age=0; etag: \"a\"",
    "STORED, 200, cache-control: no-cache; etag: \"a\"",
    "STORED, 200, 'cache-control: max-age=0, stale-if-error=9'",
    "DIRECTIVE, 200, cache-control: max-age=60; cdn-cache-control: no-store",
    "STORED, 200, cache-control: no-store; cdn-cache-control: max-age=60"
  })
  void decidesByTheResponse(Storability expected, int status, String fields) {
    assertThat(of(DEFAULT, PLAIN, status, fields)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "CREDENTIALS, true, false, max-age=60",
    "STORED, true, false, 'public, max-age=60'",
    "STORED, true, false, s-maxage=60",
    "STORED, true, false, 'must-revalidate, max-age=60'",
    "COOKIES, false, true, max-age=60",
    "COOKIES, false, true, 'must-revalidate, max-age=60'",
    "STORED, false, true, 'public, max-age=60'",
    "STORED, false, true, s-maxage=60"
  })
  void responseToOneUserIsStoredOnlyIfItSaysSo(
      Storability expected, boolean hasCredentials, boolean hasCookies, String control) {
    Storability.Request request = new Storability.Request(hasCredentials, hasCookies);
    assertThat(of(DEFAULT, request, 200, "cache-control: " + control)).isEqualTo(expected);
  }

  @Test
  void policyMayAllowMore() {
    assertThat(of(LENIENT, new Storability.Request(true, false), 200, "set-cookie: a=b"))
        .isEqualTo(Storability.STORED);
    assertThat(of(LENIENT, PLAIN, 404, "x-any: 1")).isEqualTo(Storability.STORED);
    assertThat(of(LENIENT, PLAIN, 200, "cache-control: private")).isEqualTo(Storability.DIRECTIVE);
  }

  @ParameterizedTest
  @CsvSource({"302", "400", "405", "414", "431", "500", "501"})
  void lifetimeOfThePolicyIsNotForStatusesThatAClientCanCause(int status) {
    assertThat(of(LENIENT, PLAIN, status, "x-any: 1")).isEqualTo(Storability.NO_LIFETIME);
  }
}
