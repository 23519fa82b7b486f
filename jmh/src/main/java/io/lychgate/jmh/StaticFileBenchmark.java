package io.lychgate.jmh;

import io.lychgate.gateway.config.site.RouteAction.StaticAction;
import io.lychgate.gateway.files.FileServer;
import io.lychgate.gateway.files.LoopFiles;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.channel.DefaultEventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Cost of a response from the files in memory, without the cost of the protocol. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class StaticFileBenchmark {
  private final FirstTag sink = new FirstTag();
  private final FileServer server = new FileServer(Ticker.system());
  private final LoopFiles files = server.forLoop(
      ImmediateEventExecutor.INSTANCE,
      Ticker.system(),
      LoopDescriptors.unlimited(new DefaultEventLoop()));
  private StaticAction action = StaticAction.of(Path.of(""));
  private RequestHead plain = request();
  private RequestHead unchanged = request();

  @Setup(Level.Trial)
  public void write() throws IOException, InterruptedException {
    Path root = Files.createTempDirectory("static-file-benchmark");
    Files.createDirectory(root.resolve("assets"));
    Files.write(root.resolve("assets/site.css"), new byte[1024]);
    Files.write(root.resolve("assets/site.css.br"), new byte[400]);
    action = new StaticAction(root, "index.html", "public, max-age=3600");
    files.respond(action, plain, sink);
    while (sink.tag.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    unchanged = request();
    unchanged.fields().add(HttpHeaderNames.IF_NONE_MATCH, sink.tag);
  }

  @TearDown(Level.Trial)
  public void close() {
    server.close();
  }

  @Benchmark
  public Responder hit() {
    return files.respond(action, plain, sink);
  }

  @Benchmark
  public Responder notModified() {
    return files.respond(action, unchanged, sink);
  }

  private static RequestHead request() {
    RequestHead request = DetachedRequest.styleSheet();
    request
        .fields()
        .add(AsciiString.cached("sec-fetch-mode"), "no-cors")
        .add(AsciiString.cached("sec-fetch-site"), "same-origin")
        .add(AsciiString.cached("priority"), "u=2");
    return request;
  }

  /** Keeps the entity tag of the first response. */
  private static final class FirstTag extends DroppedResponse {
    private volatile String tag = "";

    @Override
    public void head(ResponseHead head, boolean end) {
      CharSequence etag = head.fields().get(HttpHeaderNames.ETAG);
      if (tag.isEmpty() && etag != null) {
        tag = etag.toString();
      }
    }
  }
}
