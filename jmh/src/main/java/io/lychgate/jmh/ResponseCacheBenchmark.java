package io.lychgate.jmh;

import io.lychgate.gateway.cache.LoopCache;
import io.lychgate.gateway.cache.ResponseCache;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.Observatory;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
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
  private final DroppedResponse sink = new DroppedResponse();
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
  private final DetachedRequest plain = new DetachedRequest(DetachedRequest.styleSheet());
  private final DetachedRequest unchanged = new DetachedRequest(DetachedRequest.styleSheet());

  @Setup(Level.Trial)
  public void fill() {
    cache.respond(plain, sink);
    unchanged.request().fields().add(HttpHeaderNames.IF_NONE_MATCH, "\"abc\"");
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
}
