package io.lychgate.gateway.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A decoded head of HTTP/1.1 as the head of a request, or the reason why it is none. */
final class Http1RequestHeadTest {
  private static final int MAX_FIELDS = 4;

  private static HttpRequest request(HttpVersion version, String target, String... fields) {
    HttpRequest request =
        new DefaultHttpRequest(version, HttpMethod.GET, target, FieldHeaders.heads());
    for (int i = 0; i < fields.length; i += 2) {
      request.headers().add(fields[i], fields[i + 1]);
    }
    return request;
  }

  private static HttpRequest request(String target, String... fields) {
    return request(HttpVersion.HTTP_1_1, target, fields);
  }

  private static RequestHead read(HttpRequest request, boolean isSecure) {
    RequestHead head = Http1RequestHead.of(request, isSecure, MAX_FIELDS).head();
    if (head == null) {
      throw new AssertionError("no head");
    }
    return head;
  }

  private static @Nullable Kind failure(HttpRequest request) {
    ExchangeFailure failure = Http1RequestHead.of(request, false, MAX_FIELDS).failure();
    return failure == null ? null : failure.kind();
  }

  @Test
  void authorityIsTheHostField() {
    RequestHead head = read(request("/a?b", "Host", "a.example"), true);

    assertThat(head.authority()).hasToString("a.example");
    assertThat(head.path()).hasToString("/a?b");
    assertThat(head.isSecure()).isTrue();
    assertThat(head.fields().contains(HttpHeaderNames.HOST)).isFalse();
    assertThat(head.contentLength()).isZero();
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource({
    "http://b.example/x?y, b.example, /x?y",
    "HTTP://b.example:8080/, b.example:8080, /",
    "http://b.example, b.example, /",
    "http://b.example?q, b.example, /?q",
    "http://b.example?/q, b.example, /?/q",
  })
  void authorityOfAnAbsoluteTargetReplacesTheHostField(
      String target, String authority, String path) {
    RequestHead head = read(request(target, "Host", "a.example"), false);

    assertThat(head.authority()).hasToString(authority);
    assertThat(head.path()).hasToString(path);
  }

  @Test
  void requestOfHttp10NeedsNoHostWithAnAbsoluteTargetAndUpgradesNothing() {
    RequestHead head =
        read(request(HttpVersion.HTTP_1_0, "http://b.example/", "Upgrade", "websocket"), false);

    assertThat(head.authority()).hasToString("b.example");
    assertThat(head.fields().contains(HttpHeaderNames.UPGRADE)).isFalse();
    assertThat(failure(request(HttpVersion.HTTP_1_0, "/"))).isEqualTo(Kind.BAD_REQUEST);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "Content-Length, 12, 12",
    "Transfer-Encoding, chunked, -1",
    "Transfer-Encoding, Chunked, -1",
    "X-Other, 12, 0"
  })
  void lengthOfTheBodyFollowsFromTheFields(String name, String value, long length) {
    assertThat(read(request("/", "Host", "a.example", name, value), false).contentLength())
        .isEqualTo(length);
  }

  static Stream<Arguments> malformed() {
    HttpRequest longLine = request("/", "Host", "a.example");
    longLine.setDecoderResult(DecoderResult.failure(new TooLongHttpLineException()));
    HttpRequest longFields = request("/", "Host", "a.example");
    longFields.setDecoderResult(DecoderResult.failure(new TooLongHttpHeaderException()));
    HttpRequest broken = request("/", "Host", "a.example");
    broken.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("a NUL")));
    return Stream.of(
        Arguments.of("no Host", request("/"), Kind.BAD_REQUEST),
        Arguments.of("no Host beside an authority", request("http://b/"), Kind.BAD_REQUEST),
        Arguments.of("two Hosts", request("/", "Host", "a", "Host", "a"), Kind.BAD_REQUEST),
        Arguments.of("other scheme", request("https://a/", "Host", "a"), Kind.BAD_REQUEST),
        Arguments.of(
            "two codings",
            request("/", "Host", "a", "Transfer-Encoding", "gzip, chunked"),
            Kind.NOT_IMPLEMENTED),
        Arguments.of(
            "too many fields",
            request("/", "Host", "a", "b", "1", "c", "2", "d", "3", "e", "4"),
            Kind.FIELDS_TOO_LARGE),
        Arguments.of(
            "HTTP/2.0",
            request(HttpVersion.valueOf("HTTP/2.0"), "/", "Host", "a"),
            Kind.VERSION_NOT_SUPPORTED),
        Arguments.of(
            "HTTP/1.2",
            request(HttpVersion.valueOf("HTTP/1.2"), "/", "Host", "a"),
            Kind.VERSION_NOT_SUPPORTED),
        Arguments.of("long line", longLine, Kind.URI_TOO_LONG),
        Arguments.of("long fields", longFields, Kind.FIELDS_TOO_LARGE),
        Arguments.of("broken", broken, Kind.BAD_REQUEST));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void malformedHeadIsAFailureWithItsStatus(String name, HttpRequest request, Kind kind) {
    assertThat(failure(request)).as(name).isEqualTo(kind);
    assertThat(Http1RequestHead.of(request, false, MAX_FIELDS).head()).isNull();
  }
}
