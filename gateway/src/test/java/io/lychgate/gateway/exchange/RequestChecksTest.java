package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that no protocol rejects and no server should get. */
final class RequestChecksTest {
  private static final LimitConfig LIMITS = LimitConfig.defaults();

  private static RequestHead head(String method, String authority, String path, long length) {
    return new RequestHead(AsciiString.cached(method), true, authority, path, new Fields(), length);
  }

  private static String check(RequestHead head, boolean isPromised) {
    ExchangeFailure failure = RequestChecks.check(head, LIMITS, isPromised);
    return failure == null ? "" : failure.kind().status() + "";
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "GET, /, ''",
    "PURGE, /a?b=/../%zz, ''",
    "OPTIONS, *, ''",
    "GET, *, 400",
    "'GE T', /, 400",
    "'', /, 400",
    "CONNECT, /, 501",
    "TRACE, /, 501",
    "GET, '', 400",
    "GET, a, 400",
    "GET, /a b, 400",
    "GET, /a\u007f, 400",
    "GET, /\u00e4, 400",
    "GET, /a#b, 400",
    "GET, /a%2, 400",
    "GET, /a%zz, 400",
    "GET, /a\\b, 400",
  })
  void methodsAndPaths(String method, String path, String status) {
    assertThat(check(head(method, "localhost", path, 0), false)).isEqualTo(status);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "localhost, ''",
    "a.example:8443, ''",
    "[::1]:443, ''",
    "'', 400",
    "user@host, 400",
    "host:, ''",
    "host:65536, 400",
    "host:x, 400",
    "[::1, 400",
    "a/b, 400",
  })
  void authorities(String authority, String status) {
    assertThat(check(head("GET", authority, "/", 0), false)).isEqualTo(status);
  }

  @Test
  void pathsOfOwnPromisesMayHaveOddBytes() {
    RequestHead odd = head("GET", "localhost", "/\u00e4#b", 0);

    assertThat(check(odd, true)).isEmpty();
    assertThat(check(odd, false)).isEqualTo("400");
  }

  @Test
  void lengthsAreLimited() {
    assertThat(check(head("POST", "a", "/", LIMITS.maxRequestBodyBytes()), false))
        .isEmpty();
    assertThat(check(head("POST", "a", "/", LIMITS.maxRequestBodyBytes() + 1), false))
        .isEqualTo("413");
    assertThat(check(head("POST", "a", "/", DecimalLength.MALFORMED), false)).isEqualTo("400");
    assertThat(check(head("GET", "a", "/" + "x".repeat(LIMITS.maxTargetBytes()), 0), false))
        .isEqualTo("414");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"100-continue, ''", "100-Continue, ''", "something, 417"})
  void onlyOneExpectationIsKnown(String value, String status) {
    RequestHead head = head("POST", "a", "/", 1);
    head.fields().add(AsciiString.cached("expect"), value);

    assertThat(check(head, false)).isEqualTo(status);
  }

  @Test
  void earlyRequestsAreRefusedByRoutesThatDoNotTakeThem() {
    assertThat(verdict("GET", false)).isNotNull();
    assertThat(verdict("POST", true)).isNotNull();
    assertThat(verdict("GET", true)).isNull();
  }

  private static @Nullable ExchangeFailure verdict(String method, boolean takesEarlyData) {
    RequestHead head = head(method, "a", "/", 0);
    head.fields().add(AsciiString.cached("early-data"), "1");
    return StepResult.failureOf(EarlyRequests.refusal(takesEarlyData), head);
  }
}
