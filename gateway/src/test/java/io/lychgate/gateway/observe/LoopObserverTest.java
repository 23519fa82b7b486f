package io.lychgate.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.count.ProtocolCount;
import io.lychgate.gateway.observe.count.StatusClass;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopObserverTest {
  private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.1", 51234);
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final Observatory observatory = new Observatory(group, new FakeTicker());
  private final int listener = observatory.listeners().numberOf("public");
  private final int site = observatory.sites().numberOf("www.example.com");
  private final int route = observatory.routes().numberOf("assets");

  @AfterEach
  void stop() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void sumsTheCountersOfAllLoops() throws Exception {
    for (LoopObserver loop : observatory.loops()) {
      on(loop, () -> {
        ConnectionRecord connection = loop.connectionOpened(listener, WireProtocol.HTTP_2, PEER);
        int place = loop.exchangeStarted(connection, "www.example.com");
        loop.bytes(connection, site, 10, 0);
        loop.exchangeEnded(connection, place, route, 200, 1_000_000);
        return connection;
      });
    }

    assertThat(observatory.open(WireProtocol.HTTP_2)).isEqualTo(2);
    assertThat(observatory.sum(
            loop -> loop.requests(route, WireProtocol.HTTP_2, StatusClass.SUCCESSFUL)))
        .isEqualTo(2);
    assertThat(observatory.sum(Measure.BYTES_IN, WireProtocol.HTTP_2)).isEqualTo(20);
    assertThat(observatory.durations(WireProtocol.HTTP_2).count()).isEqualTo(2);
  }

  @Test
  void keepsTheEquivalentOfClosedConnections() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    on(loop, () -> {
      ConnectionRecord connection = loop.connectionOpened(listener, WireProtocol.HTTP_2, PEER);
      for (int i = 0; i < 9; i++) {
        loop.exchangeStarted(connection, "www.example.com");
      }
      loop.exchangeStarted(connection, "static.example.com");
      loop.connectionClosed(connection);
      loop.connectionClosed(connection);
      return connection;
    });

    assertThat(observatory.opened(WireProtocol.HTTP_2)).isEqualTo(1);
    assertThat(observatory.open(WireProtocol.HTTP_2)).isZero();
    assertThat(observatory.sum(Measure.H1_EQUIVALENT, WireProtocol.HTTP_2)).isEqualTo(7);
    assertThat(observatory.sum(ProtocolCount.H1_EQUIVALENT_CLOSED, WireProtocol.HTTP_2))
        .isEqualTo(7);
    assertThat(observatory.sum(ProtocolCount.EXCHANGES_ENDED, WireProtocol.HTTP_2))
        .isEqualTo(10);
  }

  @Test
  void countsAnHttp1ConnectionAsOne() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    ConnectionRecord connection = on(loop, () -> {
      ConnectionRecord opened = loop.connectionOpened(listener, WireProtocol.HTTP_1_1, PEER);
      loop.exchangeStarted(opened, "a");
      loop.exchangeStarted(opened, "b");
      return opened;
    });

    assertThat(connection.h1Equivalent()).isEqualTo(1);
  }

  @Test
  void acceptsRoutesAddedLater() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    for (int i = 0; i < 500; i++) {
      observatory.routes().numberOf("route" + i);
    }
    int last = observatory.routes().numberOf("route499");
    on(loop, () -> {
      ConnectionRecord connection = loop.connectionOpened(listener, WireProtocol.HTTP_3, PEER);
      int place = loop.exchangeStarted(connection, "a");
      loop.exchangeEnded(connection, place, last, 0, 5);
      return connection;
    });

    assertThat(loop.requests(last, WireProtocol.HTTP_3, StatusClass.ABORTED)).isEqualTo(1);
    assertThat(loop.requests(last + 1, WireProtocol.HTTP_3, StatusClass.ABORTED))
        .isZero();
  }

  @Test
  void collectsEveryLiveConnectionOnce() throws Exception {
    LiveConnections live = new LiveConnections(observatory);
    for (LoopObserver loop : observatory.loops()) {
      on(loop, () -> {
        for (int i = 0; i < 1000; i++) {
          ConnectionRecord connection = loop.connectionOpened(listener, WireProtocol.HTTP_2, PEER);
          if (i % 2 == 0) {
            loop.connectionClosed(connection);
          }
        }
        return "opened";
      });
    }

    List<ConnectionView> all = live.collect().get(5, TimeUnit.SECONDS);

    assertThat(all).hasSize(1000);
    assertThat(all).extracting(ConnectionView::id).doesNotHaveDuplicates();
    assertThat(all.get(0).listener()).isEqualTo("public");
  }

  @Test
  void collectsNothingFromALoopThatIsShutDown() throws Exception {
    stop();

    assertThat(new LiveConnections(observatory).collect().get(5, TimeUnit.SECONDS))
        .isEmpty();
  }

  @Test
  void measuresTheCpuTimeOfLoops() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    on(loop, () -> {
      long end = loop.cpuNanos() + 3_000_000;
      while (loop.cpuNanos() < end) {
        Thread.onSpinWait();
      }
      return "spun";
    });

    Await.until(() -> assertThat(loop.cpu().total()).isGreaterThan(3_000_000));
  }

  @Test
  void samplesTheCostOfRequests() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    on(loop, () -> {
      for (int cycle = 0; cycle < 610; cycle++) {
        long started = loop.cycleStarted();
        loop.cycleEnded(started, listener, WireProtocol.HTTP_2, 3);
      }
      return "sampled";
    });

    assertThat(observatory.sum(Measure.SAMPLED_REQUESTS, WireProtocol.HTTP_2)).isEqualTo(30);
    assertThat(observatory.sum(Measure.SAMPLED_NANOS, WireProtocol.HTTP_2)).isPositive();
  }

  @Test
  void rejectsAnUnknownLoop() {
    EventExecutor stranger = ImmediateEventExecutor.INSTANCE;

    assertThatIllegalArgumentException().isThrownBy(() -> observatory.of(stranger));
  }

  private static <T> T on(LoopObserver loop, Callable<T> task) throws Exception {
    return loop.loop().submit(task).get(5, TimeUnit.SECONDS);
  }
}
