package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class Http2InboundHeadersTest {
  private static final long MAX_BYTES = 8192;

  @Test
  void keepsWhatTheDecoderReads() throws Exception {
    Http2InboundHeaders headers =
        decode(get().add("accept", "a").add("x-own", "b").add("accept", "c"));

    assertThat(headers.method()).hasToString("GET");
    assertThat(headers.scheme()).hasToString("https");
    assertThat(headers.authority()).hasToString("example.org");
    assertThat(headers.path()).hasToString("/");
    assertThat(headers.fields()).hasToString("accept: a\nx-own: b\naccept: c\n");
    assertThat(headers).hasSize(7);
  }

  @Test
  void usesOneObjectForEachKnownName() throws Exception {
    Http2InboundHeaders headers = decode(get().add("user-agent", "a"));

    assertThat((Object) headers.fields().name(0)).isSameAs(HttpHeaderNames.USER_AGENT);
  }

  @Test
  void returnsPseudoHeadersFirst() throws Exception {
    assertThat(decode(get().add("accept", "a")))
        .extracting(Map.Entry::getKey)
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(":method", ":scheme", ":authority", ":path", "accept")
        .last()
        .isEqualTo("accept");
  }

  @Test
  void writesAContentLengthOnce() throws Exception {
    Http2InboundHeaders headers =
        decode(get().add("content-length", "0012").add("content-length", "12"));

    headers.setLong(HttpHeaderNames.CONTENT_LENGTH, 12);

    assertThat(headers.getAll(HttpHeaderNames.CONTENT_LENGTH)).containsExactly("12");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "12, 12", "0012, 12", "00, 0"})
  void writesAContentLengthInItsShortestForm(String written, String shortest) throws Exception {
    Http2InboundHeaders headers = decode(get().add("content-length", written));

    headers.setLong(HttpHeaderNames.CONTENT_LENGTH, Long.parseLong(written));

    assertThat(headers.get(HttpHeaderNames.CONTENT_LENGTH)).hasToString(shortest);
  }

  /** Headers of the gateway reject exactly the fields that Netty's own headers reject. */
  @ParameterizedTest
  @MethodSource("sections")
  void rejectsWhatTheHeadersOfNettyReject(Http2Headers section) throws Exception {
    boolean isRefused = isRefused(new DefaultHttp2HeadersDecoder(true, true, MAX_BYTES), section);

    assertThat(isRefused(Http2InboundHeaders.decoder(MAX_BYTES), section)).isEqualTo(isRefused);
  }

  static Stream<Http2Headers> sections() {
    return Stream.of(
        get(),
        get().add("x", ""),
        get().add("", "x"),
        get().add("Accept", "upper case of a known name"),
        get().add("X-Own", "upper case"),
        get().add("x own", "space"),
        get().add("x\u0000", "nul"),
        get().add("x:", "colon"),
        get().add("accept", "line\r\nfeed"),
        get().add("accept", "nul\u0000"),
        get().add("accept", " spaces "),
        get().add("connection", "close"),
        get().add("transfer-encoding", "chunked"),
        get().add("te", "trailers"),
        get().add("te", "gzip"),
        get().add("x-long", "v".repeat((int) MAX_BYTES)),
        get().add(":method", "POST"),
        get().add(":path", ""),
        get().add(":unknown", "x"),
        get().add(":status", "200"),
        get().add(":protocol", "websocket"));
  }

  @Test
  void receivedHeadersAreReadOnly() throws Exception {
    Http2InboundHeaders headers = decode(get());

    assertThatThrownBy(() -> headers.path("/other"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static Http2Headers get() {
    return section()
        .add(":method", "GET")
        .add(":scheme", "https")
        .add(":authority", "example.org")
        .add(":path", "/");
  }

  /** Adds fields in the order of the calls, unchecked. */
  private static Http2Headers section() {
    return new DefaultHttp2Headers(false);
  }

  private static Http2InboundHeaders decode(Http2Headers section) throws Exception {
    return (Http2InboundHeaders) decode(Http2InboundHeaders.decoder(MAX_BYTES), section);
  }

  private static Http2Headers decode(Http2HeadersDecoder decoder, Http2Headers section)
      throws Exception {
    ByteBuf block = Unpooled.buffer();
    try {
      new DefaultHttp2HeadersEncoder().encodeHeaders(3, section, block);
      return decoder.decodeHeaders(3, block);
    } finally {
      block.release();
    }
  }

  private static boolean isRefused(Http2HeadersDecoder decoder, Http2Headers section)
      throws Exception {
    try {
      decode(decoder, section);
      return false;
    } catch (Http2Exception e) {
      assertThat(e).isInstanceOf(Http2Exception.StreamException.class);
      return true;
    }
  }
}
