package io.lychgate.gateway.http1;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.loop.OwnTurns;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Http1Wire;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
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
 * Measures the cost of reading the head of a client's request over HTTP/1.1, and of writing the head of a response. The class is in
 * the package of those parts, which are package-private.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Http1HeadBenchmark {
  private static final byte[] REQUEST = """
      GET /products/lantern?colour=red&size=2 HTTP/1.1\r
      Host: www.example.com\r
      User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r
      Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r
      Accept-Language: en-US,en;q=0.5\r
      Accept-Encoding: gzip, deflate, br, zstd\r
      Cookie: session=1f2e3d4c5b6a79880716253443526170\r
      \r
      """.getBytes(StandardCharsets.US_ASCII);

  private static final LimitConfig LIMITS = LimitConfig.defaults();

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new StrictRequestDecoder(LIMITS, new Taking(), new OwnTurns()));
  private final ResponseHead response = new ResponseHead(
      200,
      new Fields()
          .add(HttpHeaderNames.SERVER, new AsciiString("nginx"))
          .add(HttpHeaderNames.DATE, new AsciiString("Sat, 21 Nov 2026 09:43:27 GMT"))
          .add(HttpHeaderNames.CONTENT_TYPE, new AsciiString("text/html; charset=utf-8"))
          .add(HttpHeaderNames.LAST_MODIFIED, new AsciiString("Sat, 21 Nov 2026 09:00:00 GMT"))
          .add(HttpHeaderNames.VARY, new AsciiString("accept-encoding"))
          .add(HttpHeaderNames.CONTENT_LENGTH, new AsciiString("1024")));
  private final ByteBuf out = Unpooled.directBuffer(1024);

  @Benchmark
  public RequestHead readRequestHead() {
    channel.writeInbound(Unpooled.wrappedBuffer(REQUEST));
    HttpRequest head = channel.readInbound();
    var unused = ReferenceCountUtil.release(channel.readInbound());
    return Objects.requireNonNull(
        Http1RequestHead.of(head, true, LIMITS.maxHeaderCount()).head());
  }

  @Benchmark
  public ByteBuf writeResponseHead() {
    out.clear();
    Http1Wire.writeResponseHead(out, response);
    return out;
  }

  /** Takes each request at once. */
  private static final class Taking implements StrictRequestDecoder.Reader {
    @Override
    public void headBegun() {}

    @Override
    public boolean isHoldingRequest() {
      return false;
    }
  }
}
