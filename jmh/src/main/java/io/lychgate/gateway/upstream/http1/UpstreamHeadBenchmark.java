package io.lychgate.gateway.upstream.http1;

import io.lychgate.gateway.loop.OwnTurns;
import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Http1Wire;
import io.lychgate.gateway.message.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of reading the head of an upstream's response into {@link Fields}, and of writing a request's head for it. It is in the
 * package of those parts, which are package-private.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UpstreamHeadBenchmark {
  private static final byte[] RESPONSE = """
      HTTP/1.1 200 OK\r
      Server: nginx\r
      Date: Sat, 21 Nov 2026 09:43:27 GMT\r
      Content-Type: text/plain\r
      Content-Length: 0\r
      Last-Modified: Sat, 21 Nov 2026 09:00:00 GMT\r
      Connection: keep-alive\r
      \r
      """.getBytes(StandardCharsets.US_ASCII);

  private static final int MAX_HEADER_BYTES = 64 * 1024;

  private final EmbeddedChannel channel = new EmbeddedChannel(
      new Http1ResponseDecoder(MAX_HEADER_BYTES, new AnyResponse(), new OwnTurns()));
  private final RequestHead request = new RequestHead(
      HttpMethod.GET.asciiName(),
      true,
      new AsciiString("www.example.com"),
      new AsciiString("/products/lantern?colour=red&size=2"),
      new Fields()
          .add(HttpHeaderNames.ACCEPT, new AsciiString("*/*"))
          .add(HttpHeaderNames.USER_AGENT, new AsciiString("h2load nghttp2/1.52.0"))
          .add(HttpHeaderNames.ACCEPT_ENCODING, new AsciiString("gzip, deflate, br"))
          .add(HttpHeaderNames.VIA, new AsciiString("2 lychgate")),
      0);
  private final ByteBuf out = Unpooled.directBuffer(1024);

  @Benchmark
  public Fields readResponseHead() {
    channel.writeInbound(Unpooled.wrappedBuffer(RESPONSE));
    HttpResponse head = channel.readInbound();
    var unused = ReferenceCountUtil.release(channel.readInbound());
    return FieldHeaders.of(head.headers());
  }

  @Benchmark
  public ByteBuf writeRequestHead() {
    out.clear();
    Http1Wire.writeRequestHead(out, request, request.authority());
    return out;
  }

  /** Treats every byte as part of a response. */
  private static final class AnyResponse implements Http1ResponseDecoder.Expectation {
    @Override
    public void received(int bytes) {}

    @Override
    public boolean isAwaitingBytes() {
      return true;
    }

    @Override
    public boolean isResponseToHead() {
      return false;
    }

    @Override
    public void surplus() {
      throw new IllegalStateException("bytes: surplus (expected: a response)");
    }
  }
}
