package io.lychgate.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.message.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Http2RequestHeadTest {
  @ParameterizedTest
  @CsvSource({"example.org, true", "EXAMPLE.org, true", "other.example, false"})
  void acceptsAHostEqualToTheAuthority(String host, boolean isTaken) throws Exception {
    RequestHead head =
        Http2RequestHead.of(decode(get().add("host", host).add("accept", "a")), true, true, false);

    assertThat(head != null).isEqualTo(isTaken);
    if (head != null) {
      assertThat(head.fields()).hasToString("accept: a\n");
    }
  }

  @Test
  void rejectsASecondHost() throws Exception {
    Http2InboundHeaders headers =
        decode(get().add("host", "example.org").add("host", "example.org"));

    assertThat(Http2RequestHead.of(headers, true, true, false)).isNull();
  }

  private static Http2Headers get() {
    return new DefaultHttp2Headers(false)
        .add(":method", "GET")
        .add(":scheme", "https")
        .add(":authority", "example.org")
        .add(":path", "/");
  }

  private static Http2InboundHeaders decode(Http2Headers section) throws Exception {
    ByteBuf block = Unpooled.buffer();
    try {
      new DefaultHttp2HeadersEncoder().encodeHeaders(3, section, block);
      return (Http2InboundHeaders) Http2InboundHeaders.decoder(8192).decodeHeaders(3, block);
    } finally {
      block.release();
    }
  }
}
