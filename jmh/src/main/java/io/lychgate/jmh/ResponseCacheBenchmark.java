package io.lychgate.jmh;

import io.lychgate.gateway.cache.LoopCache;
import io.lychgate.gateway.cache.ResponseCache;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.ServedBy;
import io.lychgate.gateway.observe.Observatory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of a response from the response cache, without the cost of the protocol. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ResponseCacheBenchmark {
  private final ResponseStore store = new ResponseStore(64L * 1024 * 1024);
  private final DroppingSink sink = new DroppingSink();
  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final LoopClock clock = new LoopClock(ImmediateEventExecutor.INSTANCE, Ticker.system());
  private final LoopCache fills = new LoopCache(
      clock,
      new DeadlineWheel(loop, clock),
      new Observatory(List.of(ImmediateEventExecutor.INSTANCE), Ticker.system())
          .of(ImmediateEventExecutor.INSTANCE));
  private final ResponderFactory origin = (context, to) -> {
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, "text/css")
        .add(HttpHeaderNames.CACHE_CONTROL, "public, max-age=3600")
        .add(HttpHeaderNames.ETAG, "\"abc\"")
        .add(HttpHeaderNames.VARY, "accept-encoding")
        .add(HttpHeaderNames.CONTENT_ENCODING, "br")
        .add(HttpHeaderNames.CONTENT_LENGTH, "1024");
    to.head(new ResponseHead(200, fields), false);
    to.data(Unpooled.wrappedBuffer(new byte[1024]), true);
    to.flush();
    return NoResponder.INSTANCE;
  };
  private final ResponseCache cache =
      new ResponseCache(CachePolicy.defaults(), "assets", false, 0, store, origin, number -> fills);
  private final Visitor plain = new Visitor(request());
  private final Visitor unchanged = new Visitor(request());

  @Setup(Level.Trial)
  public void fill() {
    cache.respond(plain, sink);
    unchanged.request.fields().add(HttpHeaderNames.IF_NONE_MATCH, "\"abc\"");
  }

  @TearDown(Level.Trial)
  public void close() {
    store.close();
    loop.shutdownGracefully();
  }

  @Benchmark
  public Responder hit() {
    return cache.respond(plain, sink);
  }

  @Benchmark
  public Responder notModified() {
    return cache.respond(unchanged, sink);
  }

  private static RequestHead request() {
    Fields fields = new Fields()
        .add(
            HttpHeaderNames.USER_AGENT,
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
        .add(HttpHeaderNames.ACCEPT, "text/css,*/*;q=0.1")
        .add(HttpHeaderNames.ACCEPT_LANGUAGE, "en-GB,en;q=0.5")
        .add(HttpHeaderNames.ACCEPT_ENCODING, "gzip, deflate, br, zstd")
        .add(HttpHeaderNames.REFERER, "https://www.example.com/")
        .add(AsciiString.cached("sec-fetch-dest"), "style");
    return new RequestHead(
        AsciiString.cached("GET"),
        true,
        "www.example.com",
        new AsciiString("/assets/site.css"),
        fields,
        0);
  }

  /** A client without a connection. */
  private record Visitor(RequestHead request) implements RequestContext {
    @Override
    public boolean hasBody() {
      return false;
    }

    @Override
    public boolean isEarly() {
      return false;
    }

    @Override
    public boolean isTunnel() {
      return false;
    }

    @Override
    public String client() {
      return "192.0.2.1";
    }

    @Override
    public long clientHash() {
      return 1;
    }

    @Override
    public boolean hasMoreInput() {
      return false;
    }

    @Override
    public EventExecutor loop() {
      return ImmediateEventExecutor.INSTANCE;
    }

    @Override
    public int loopNumber() {
      return 0;
    }

    @Override
    public void prepareToForward() {}

    @Override
    public long nanosSoFar() {
      return 0;
    }

    @Override
    public void removeBodyLength() {}

    @Override
    public void servedBy(ServedBy server) {}
  }

  private static final class DroppingSink implements ResponseSink {
    @Override
    public void informational(ResponseHead head) {}

    @Override
    public void head(ResponseHead head, boolean end) {}

    @Override
    public void data(ByteBuf data, boolean end) {
      data.release();
    }

    @Override
    public void trailers(Fields trailers) {}

    @Override
    public void fail(ExchangeFailure failure) {
      throw new IllegalStateException(failure.detail());
    }

    @Override
    public boolean isWritable() {
      return true;
    }

    @Override
    public void requestConsumed(int bytes) {}

    @Override
    public void flush() {}
  }
}
