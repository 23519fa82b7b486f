package io.lychgate.jmh;

import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.config.policy.CompressPolicy.Secrets;
import io.lychgate.gateway.filter.compress.Compression;
import io.lychgate.gateway.filter.compress.LoopCoders;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.Observatory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Time of an event loop for one compressed response, from its head to its end, and the bytes that leave. The body is JSON. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class CompressBenchmark {
  /** A coding and its level; {@code none} is the filter for a client that accepts no coding. */
  @Param({"none", "gzip:1", "gzip:5", "gzip:9", "br:1", "br:4", "br:6", "zstd:1", "zstd:3", "zstd:9"
  })
  public String coding = "";

  /** Bytes of the body. */
  @Param({"4096", "65536"})
  public int size;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Counting sink = new Counting();
  private final LoopCoders coders = coders(channel.eventLoop());
  private Compression filter = filter(ContentCoding.GZIP, 1);
  private AsciiString accepted = AsciiString.EMPTY_STRING;
  private AsciiString length = AsciiString.EMPTY_STRING;
  private ByteBuf body = Unpooled.EMPTY_BUFFER;

  /** The bytes of the last response. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Sent {
    public long bytes;
  }

  private static LoopCoders coders(EventLoop loop) {
    LoopClock clock = new LoopClock(loop, Ticker.system());
    return new LoopCoders(
        loop,
        clock,
        new FlushQueue(loop, clock),
        new Observatory(List.of(ImmediateEventExecutor.INSTANCE), Ticker.system())
            .loops()
            .get(0));
  }

  private Compression filter(ContentCoding coding, int level) {
    CompressPolicy policy = new CompressPolicy(
        List.of(coding),
        CompressPolicy.DEFAULT_TYPES,
        CompressPolicy.DEFAULT_MIN_SIZE,
        Map.of(coding, level),
        Secrets.CROSS_SITE,
        true,
        false,
        Map.of());
    return new Compression(policy, true, 0, loop -> coders);
  }

  @Setup(Level.Trial)
  public void open() throws IOException {
    String[] parts = coding.split(":", -1);
    accepted = AsciiString.of(parts[0]);
    if (parts.length == 2) {
      filter = filter(ContentCoding.of(parts[0]), Integer.parseInt(parts[1]));
    }
    try (InputStream json = Objects.requireNonNull(
        Compression.class.getResourceAsStream("/schema/gateway.schema.json"))) {
      body = Unpooled.directBuffer(size).writeBytes(json.readNBytes(size));
    }
    length = AsciiString.of(Integer.toString(size));
  }

  @TearDown(Level.Trial)
  public void close() {
    coders.close();
    body.release();
  }

  @Benchmark
  public void response(Sent sent) {
    RequestHead request = new RequestHead(
        AsciiString.of("GET"),
        true,
        "www.example.com",
        "/",
        new Fields().add(HttpHeaderNames.ACCEPT_ENCODING, accepted),
        0);
    ResponseSink response = Objects.requireNonNull(filter.wrap(new DetachedRequest(request), sink));
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, "application/json")
        .add(HttpHeaderNames.CONTENT_LENGTH, length);
    sink.bytes = 0;
    response.head(new ResponseHead(200, fields), false);
    response.data(body.retainedDuplicate(), true);
    while (!sink.isEnded) {
      channel.runPendingTasks();
      channel.runScheduledPendingTasks();
    }
    channel.runPendingTasks();
    sink.isEnded = false;
    sent.bytes = sink.bytes;
  }

  /** Counts the bytes of the bodies. */
  private static final class Counting extends DroppedResponse {
    private long bytes;
    private boolean isEnded;

    @Override
    public void data(ByteBuf data, boolean end) {
      bytes += data.readableBytes();
      isEnded = end;
      super.data(data, end);
    }
  }
}
