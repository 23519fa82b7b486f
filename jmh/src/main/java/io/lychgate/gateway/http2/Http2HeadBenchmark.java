package io.lychgate.gateway.http2;

import io.lychgate.gateway.http.Http2InboundHeaders;
import io.lychgate.gateway.http.Http2OutboundHeaders;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.util.AsciiString;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of reading a request head from an HTTP/2 field section, and of writing the field section of a response. It is in the
 * package of those parts, which are package-private. The fields are those of a connection's later requests: all but one are in
 * the dynamic table (RFC 7541 section 2.3.2).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Http2HeadBenchmark {
  private static final int MAX_FIELD_BYTES = 32 * 1024;

  private final Http2HeadersDecoder decoder = Http2InboundHeaders.decoder(MAX_FIELD_BYTES);
  private final Http2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
  private final ByteBuf request = Unpooled.directBuffer();
  private final ByteBuf out = Unpooled.directBuffer(1024);
  private final AsciiString[] lengths = {new AsciiString("1024"), new AsciiString("77831")};
  private final Fields response = new Fields()
      .add(HttpHeaderNames.SERVER, new AsciiString("nginx"))
      .add(HttpHeaderNames.DATE, new AsciiString("Sat, 21 Nov 2026 09:43:27 GMT"))
      .add(HttpHeaderNames.CONTENT_TYPE, new AsciiString("text/html; charset=utf-8"))
      .add(HttpHeaderNames.LAST_MODIFIED, new AsciiString("Sat, 21 Nov 2026 09:00:00 GMT"))
      .add(HttpHeaderNames.VARY, new AsciiString("accept-encoding"))
      .add(HttpHeaderNames.CONTENT_LENGTH, new AsciiString("1024"));
  private int responses;

  /** Encodes a client's second section: it has only references, so the same bytes can be decoded repeatedly. */
  @Setup
  public void send() throws Http2Exception {
    Http2HeadersEncoder client = new DefaultHttp2HeadersEncoder();
    Http2Headers headers = new DefaultHttp2Headers()
        .method("GET")
        .scheme("https")
        .authority("www.example.com")
        .path("/products/lantern?colour=red&size=2")
        .add("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
        .add("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
        .add("accept-encoding", "gzip, deflate, br, zstd")
        .add("accept-language", "en-US,en;q=0.5")
        .add("cookie", "session=1f2e3d4c5b6a79880716253443526170");
    ByteBuf first = Unpooled.directBuffer();
    client.encodeHeaders(1, headers, first);
    decoder.decodeHeaders(1, first);
    first.release();
    client.encodeHeaders(3, headers, request);
  }

  @Benchmark
  public @Nullable RequestHead readRequestHead() throws Http2Exception {
    request.readerIndex(0);
    return Http2RequestHead.of(
        (Http2InboundHeaders) decoder.decodeHeaders(3, request), true, true, false);
  }

  @Benchmark
  public ByteBuf writeResponseHead() throws Http2Exception {
    response.set(HttpHeaderNames.CONTENT_LENGTH, lengths[responses++ & 1]);
    out.clear();
    encoder.encodeHeaders(3, Http2OutboundHeaders.response(200, response), out);
    return out;
  }
}
