package io.lychgate.jmh;

import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.observe.log.AccessLog;
import io.lychgate.gateway.observe.log.LoopAccessLog;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.Warmup;

/** Cost to the event loop of counting one exchange, and of writing its line of the access log. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ObserverBenchmark {
  private final Observatory observatory =
      new Observatory(List.of(ImmediateEventExecutor.INSTANCE), Ticker.system());
  private final LoopObserver observer = observatory.loops().get(0);
  private final ConnectionRecord connection =
      observer.connectionOpened(1, WireProtocol.HTTP_2, new InetSocketAddress("192.0.2.1", 51234));
  private final AsciiString authority = new AsciiString("www.example.com");
  private final AsciiString path = new AsciiString("/products/lantern?colour=red&size=2");
  /** A loop whose timers never fire: the writer gets full buffers only. */
  private final EventLoop loop = new EmbeddedChannel().eventLoop();

  private LoopAccessLog log = AccessLog.off().forLoop(loop);

  @Setup(Level.Trial)
  public void open() throws IOException {
    log = AccessLog.file(Path.of("/dev/null"), observatory.skipReasons(), true).forLoop(loop);
  }

  /** Start of the exchange, its site, first byte, bytes in both directions, end with its duration. */
  @Benchmark
  public void exchange() {
    int place = observer.exchangeStarted(connection, authority);
    observer.siteFound(connection, 2);
    observer.firstByte(connection, 2, 120_000);
    observer.bytes(connection, 2, 100, 1024);
    observer.requestEnded(connection, 2, 200, true);
    observer.exchangeEnded(connection, place, 3, 200, 150_000);
  }

  @Benchmark
  public void line() {
    log.entry()
        .time(System.currentTimeMillis())
        .connection(connection)
        .tlsVersion("TLSv1.3")
        .request("GET", authority, path)
        .response(200, 1024, 150_000)
        .route("pages")
        .upstream("app", 120_000)
        .revision(12);
    log.write();
  }
}
