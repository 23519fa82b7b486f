package io.lychgate.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lychgate.gateway.observe.census.BrowserFamily;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
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
import java.util.Map;
import java.util.Objects;
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
  void partyCountsTheEquivalentOfItsOwnAuthorities() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    int[] counted = new int[1];
    Http1Share party = more -> counted[0] += more;
    on(loop, () -> {
      ConnectionRecord connection = loop.connectionOpened(listener, WireProtocol.HTTP_2, PEER);
      loop.exchangeStarted(connection, "other.example.com");
      int place = loop.exchangeStarted(connection, "www.example.com");
      connection.equivalentAlsoTo(party, place);
      connection.equivalentAlsoTo(party, place);
      loop.exchangeStarted(connection, "www.example.com");
      loop.exchangeStarted(connection, "other.example.com");
      assertThat(connection.h1Equivalent()).isEqualTo(4);
      return connection;
    });

    assertThat(counted[0]).isEqualTo(2);
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
  void countsAConnectionForTheSiteOfItsFirstRequest() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    int second = observatory.sites().numberOf("other.example.com");
    on(loop, () -> {
      ConnectionRecord connection = loop.connectionOpened(listener, WireProtocol.HTTP_2, PEER);
      loop.handshake(connection, true, false, 5);
      loop.fieldsIn(connection, 400, 40);
      for (int i = 0; i < 3; i++) {
        loop.exchangeStarted(connection, "www.example.com");
        loop.siteFound(connection, i == 0 ? site : second);
      }
      loop.pageView(connection, site, BrowserFamily.FIREFOX);
      loop.requestEnded(connection, site, 404, true);
      loop.requestEnded(connection, second, 503, true);
      loop.requestEnded(connection, second, 200, false);
      loop.firstByte(connection, second, 5_000_000);
      connection.closing(CloseReason.IDLE);
      connection.closing(CloseReason.DRAIN);
      loop.connectionClosed(connection);
      return connection;
    });

    Map<Part, Tally> parts = new CensusTaker(observatory).take().parts();
    Tally first = tally(parts, Scope.SITE, "www.example.com");
    Tally other = tally(parts, Scope.SITE, "other.example.com");
    Tally all = tally(parts, Scope.ALL, "");
    assertThat(first.get(Measure.OPENED)).isEqualTo(1);
    assertThat(first.get(Measure.H1_EQUIVALENT)).isEqualTo(3);
    assertThat(first.get(Measure.HANDSHAKES_RESUMED)).isEqualTo(1);
    assertThat(first.get(Measure.FIELDS_IN_PLAIN)).isEqualTo(400);
    assertThat(first.get(Measure.FIELDS_IN_CODED)).isEqualTo(40);
    assertThat(first.get(Measure.CLOSED_IDLE)).isEqualTo(1);
    assertThat(first.get(Measure.REQUESTS)).isEqualTo(1);
    assertThat(first.get(Measure.PAGE_VIEWS)).isEqualTo(1);
    assertThat(first.get(Measure.CLIENT_ERRORS)).isEqualTo(1);
    assertThat(other.get(Measure.OPENED)).isZero();
    assertThat(other.get(Measure.REQUESTS)).isEqualTo(2);
    assertThat(other.get(Measure.SERVER_ERRORS)).isEqualTo(1);
    assertThat(other.get(Measure.ABORTED)).isEqualTo(1);
    assertThat(SpreadBuckets.quantile(other.spread(Spread.FIRST_BYTE), 0.5))
        .isBetween(5_000L, 5_625L);
    assertThat(all.get(Measure.REQUESTS)).isEqualTo(3);
    assertThat(all.get(Measure.VIEWS_FIREFOX)).isEqualTo(1);
    assertThat(all.get(Measure.CLOSED_IDLE)).isEqualTo(1);
    assertThat(all.get(Measure.CLOSED_BY_DRAIN)).isZero();
    assertThat(all.spread(Spread.CONNECTION_REQUESTS)[3]).isEqualTo(1);
    assertThat(tally(parts, Scope.LISTENER, "public").get(Measure.OPENED)).isEqualTo(1);
  }

  private static Tally tally(Map<Part, Tally> parts, Scope scope, String name) {
    return Objects.requireNonNull(parts.get(new Part(scope, name, "h2")), name);
  }

  @Test
  void aConnectionWithEarlyDataIsOpenedByItsHandshake() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    on(loop, () -> {
      ConnectionRecord failed = loop.connectionEarly(listener, WireProtocol.HTTP_2, PEER);
      loop.exchangeStarted(failed, "www.example.com");
      loop.siteFound(failed, site);
      loop.connectionClosed(failed);
      ConnectionRecord complete = loop.connectionEarly(listener, WireProtocol.HTTP_2, PEER);
      for (int i = 0; i < 3; i++) {
        loop.exchangeStarted(complete, "www.example.com");
        loop.siteFound(complete, site);
      }
      loop.handshake(complete, true, true, 5);
      return complete;
    });

    Map<Part, Tally> parts = new CensusTaker(observatory).take().parts();
    for (Tally tally :
        List.of(tally(parts, Scope.ALL, ""), tally(parts, Scope.SITE, "www.example.com"))) {
      assertThat(tally.get(Measure.OPENED)).isEqualTo(1);
      assertThat(tally.get(Measure.H1_EQUIVALENT)).isEqualTo(3);
      assertThat(tally.get(Measure.HANDSHAKES_EARLY)).isEqualTo(1);
      assertThat(tally.get(Measure.CLOSED_BY_CLIENT)).isZero();
      assertThat(tally.get(Measure.REQUESTS)).isEqualTo(4);
    }
    assertThat(observatory.open(WireProtocol.HTTP_2)).isEqualTo(1);
  }

  @Test
  void aPromisedRequestIsNoRequestOfTheClient() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    on(loop, () -> {
      ConnectionRecord connection = loop.connectionOpened(listener, WireProtocol.HTTP_2, PEER);
      loop.exchangeStarted(connection, "www.example.com");
      loop.promiseStarted(connection, "www.example.com");
      return connection;
    });

    assertThat(observatory.sum(Measure.REQUESTS, WireProtocol.HTTP_2)).isEqualTo(1);
    assertThat(observatory.inFlight(WireProtocol.HTTP_2)).isEqualTo(2);
  }

  @Test
  void samplesOneHeaderSectionIn17OfEachDirection() throws Exception {
    LoopObserver loop = observatory.loops().get(0);
    int[] sampled = new int[2];
    on(loop, () -> {
      for (int message = 0; message < 170; message++) {
        sampled[0] += loop.samplesFieldsIn() ? 1 : 0;
        sampled[1] += loop.samplesFieldsOut() ? 1 : 0;
      }
      return sampled;
    });

    assertThat(sampled).containsExactly(10, 10);
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
