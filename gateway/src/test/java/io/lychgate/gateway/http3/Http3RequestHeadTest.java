package io.lychgate.gateway.http3;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.Http3Headers;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Http3RequestHeadTest {
  @Test
  void readsAllFieldsOfARequest() {
    Http3Headers headers = get().add("cookie", "a=b").add("accept", "*/*").add("cookie", "c=d");

    RequestHead head = Objects.requireNonNull(Http3RequestHead.of(headers, false, false));

    assertThat(head).hasToString("GET /x?y (example.com)");
    assertThat(head.isSecure()).isTrue();
    assertThat(head.fields()).hasToString("cookie: a=b\naccept: */*\ncookie: c=d\n");
    assertThat(head.contentLength()).isEqualTo(RequestHead.UNKNOWN_LENGTH);
    assertThat(Objects.requireNonNull(Http3RequestHead.of(get(), true, false)).contentLength())
        .isZero();
  }

  @Test
  void usesTheHostWithoutAnAuthority() {
    Http3Headers headers = get().add("host", "other.example");
    headers.remove(":authority");

    RequestHead head = Objects.requireNonNull(Http3RequestHead.of(headers, true, false));

    assertThat(head.authority()).hasToString("other.example");
    assertThat(head.fields().size()).isZero();
  }

  @Test
  void acceptsTheSameHostTwice() {
    assertThat(Http3RequestHead.of(get().add("host", "EXAMPLE.com"), true, false))
        .isNotNull();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "connection|keep-alive",
        "keep-alive|timeout=5",
        "proxy-connection|close",
        "transfer-encoding|chunked",
        "upgrade|h2c",
        "te|gzip",
        "X-Upper|a",
        "host|other.example",
        ":protocol|websocket",
        ":status|200",
      })
  void rejectsFieldsForbiddenInARequest(String name, String value) {
    assertThat(Http3RequestHead.of(get().add(name, value), true, false)).isNull();
  }

  @ParameterizedTest
  @CsvSource({":method", ":scheme", ":path", ":authority"})
  void rejectsARequestWithoutAPseudoHeader(String missing) {
    Http3Headers headers = get();
    headers.remove(missing);

    assertThat(Http3RequestHead.of(headers, true, false)).isNull();
  }

  @Test
  void rejectsLineBreaksInValues() {
    assertThat(Http3RequestHead.of(get().add("x", "a\r\nb"), true, false)).isNull();
    assertThat(Http3RequestHead.of(get().path("/x\nhost: y"), true, false)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "HTTPS", "ftp", "https ", "", "h"})
  void rejectsARequestForAnotherScheme(String scheme) {
    assertThat(Http3RequestHead.of(get().scheme(scheme), true, false)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"content-length", "host", "authorization", "x-forwarded-for", "a_b"})
  void rejectsForbiddenTrailers(String name) {
    Http3Headers trailers = new DefaultHttp3Headers(false).add("checksum", "1").add(name, "1");

    assertThat(Http3RequestHead.trailers(trailers)).isNull();
  }

  @Test
  void readsTrailersAndRejectsPseudoHeadersInThem() {
    Http3Headers trailers = new DefaultHttp3Headers(false).add("checksum", "1");

    assertThat(Http3RequestHead.trailers(trailers)).hasToString("checksum: 1\n");
    assertThat(Http3RequestHead.trailers(trailers.path("/"))).isNull();
  }

  private static Http3Headers get() {
    return new DefaultHttp3Headers(false)
        .method("GET")
        .scheme("https")
        .authority("example.com")
        .path("/x?y");
  }
}
