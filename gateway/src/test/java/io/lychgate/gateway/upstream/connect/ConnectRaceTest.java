package io.lychgate.gateway.upstream.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.DescriptorBudget;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.DnsServer;
import io.lychgate.gateway.testkit.SilentServer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Connections to a name with addresses of both families, over real sockets and a real name server. */
final class ConnectRaceTest {
  private static final String APP = "app.test";
  private static final InetAddress IPV4 = NetUtil.createInetAddressFromIpAddressString("127.0.0.1");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration LONG_PAUSE = Duration.ofSeconds(2);

  /** Connections that are closed in one turn. */
  private static final int CLOSED = 32;

  private static final InetAddress IPV6 = NetUtil.createInetAddressFromIpAddressString("::1");

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = loops.next();
  private final DnsServer names = DnsServer.start();
  private final LoopClock clock = new LoopClock(loop, Ticker.system());
  private final DeadlineWheel deadlines = new DeadlineWheel(loop, clock).start();
  private final ServerAddresses addresses = new ServerAddresses(
      NioDatagramChannel.class,
      new DnsNameResolverBuilder()
          .queryTimeoutMillis(QUERY_TIMEOUT.toMillis())
          .nameServerProvider(new SequentialDnsServerAddressStreamProvider(names.address())));
  private final DescriptorBudget descriptors = DescriptorBudget.unlimited();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, IPV4);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    addresses.close();
    names.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  /** The result of a race. */
  private static final class Result implements ConnectRace.Finish {
    final CompletableFuture<Channel> channel = new CompletableFuture<>();
    final CompletableFuture<ExchangeFailure> failure = new CompletableFuture<>();
    final long begin = System.nanoTime();

    @Override
    public void connected(Channel connected) {
      channel.complete(connected);
    }

    @Override
    public void failed(ExchangeFailure failed) {
      failure.complete(failed);
    }

    @Override
    public void noDescriptor() {
      failure.completeExceptionally(new AssertionError("no descriptor"));
    }

    InetAddress winner() throws Exception {
      Channel connected = channel.get(10, TimeUnit.SECONDS);
      InetAddress address = ((InetSocketAddress) connected.remoteAddress()).getAddress();
      connected.close().sync();
      return address;
    }

    Duration time() {
      return Duration.ofNanos(System.nanoTime() - begin);
    }
  }

  private Result race() {
    return race(Limits.CONNECT, Limits.CONNECT_ATTEMPT);
  }

  /** Begins a race in which the next attempt takes so long to begin that a test notices it. */
  private Result raceWithLongPauses() {
    return race(PATIENCE, LONG_PAUSE);
  }

  /**
   * The events of a turn are known before the first of them is handled. Here the first handler closes connections whose events follow, and
   * new ones get their file descriptors.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void eventOfAClosedConnectionDoesNotEndTheAttemptThatHasItsDescriptor() throws Exception {
    EventLoopGroup polling = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    EventLoop turns = polling.next();
    LoopClock time = new LoopClock(turns, Ticker.system());
    DeadlineWheel wheel = new DeadlineWheel(turns, time).start();
    List<Channel> ending = new ArrayList<>();
    List<Socket> peers = new ArrayList<>();
    List<Result> results = new ArrayList<>();
    CountDownLatch handled = new CountDownLatch(1);
    try (ServerSocket closing = new ServerSocket(0, 200, IPV4)) {
      Bootstrap client = new Bootstrap()
          .group(turns)
          .channel(EpollSocketChannel.class)
          .handler(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {}
          });
      for (int i = 0; i <= CLOSED; i++) {
        ending.add(client.connect(closing.getLocalSocketAddress()).sync().channel());
        peers.add(closing.accept());
      }
      Channel first = ending.remove(0);
      first.pipeline().addLast(new ChannelInboundHandlerAdapter() {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
          ReferenceCountUtil.release(message);
          ending.forEach(Channel::close);
          for (int i = 0; i < 2 * CLOSED; i++) {
            Result result = new Result();
            results.add(result);
            new ConnectRace(
                    new ConnectRace.Means(
                        new ServerSockets(EpollSocketChannel.class, EpollDomainSocketChannel.class),
                        addresses),
                    new ConnectRace.Place(turns, wheel, LoopDescriptors.unlimited(turns)),
                    new ConnectRace.Goal(
                        APP,
                        "127.0.0.1",
                        closing.getLocalPort(),
                        List.of(closing.getLocalSocketAddress()),
                        PATIENCE),
                    result)
                .begin();
          }
          handled.countDown();
        }
      });
      CountDownLatch allSent = new CountDownLatch(1);
      turns.execute(() -> Await.latch(allSent));
      peers.get(0).getOutputStream().write(1);
      for (Socket peer : peers.subList(1, peers.size())) {
        peer.close();
      }
      allSent.countDown();
      Await.latch(handled);

      for (Result result : results) {
        assertThat(result.channel).succeedsWithin(PATIENCE);
      }
    } finally {
      for (Socket peer : peers) {
        peer.close();
      }
      polling.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  private Result race(Duration timeout, Duration pause) {
    Result result = new Result();
    loop.execute(() -> new ConnectRace(
            new ConnectRace.Means(
                new ServerSockets(NioSocketChannel.class, NioDomainSocketChannel.class), addresses),
            new ConnectRace.Place(loop, deadlines, new LoopDescriptors(descriptors, deadlines)),
            new ConnectRace.Goal(APP, APP, server.getLocalPort(), List.of(), timeout),
            pause,
            result)
        .begin());
    return result;
  }

  @Test
  void ipv6IsFirstIfBothWork() throws Exception {
    try (ServerSocket ipv6 = new ServerSocket(server.getLocalPort(), 50, IPV6)) {
      names.addresses(APP, 60, "127.0.0.1", "::1");

      assertThat(race().winner()).isEqualTo(IPV6);
      assertThat(ipv6.isBound()).isTrue();
    }
  }

  @Test
  void blackHoledFamilyCostsOnePauseAndIsRemembered() throws Exception {
    try (SilentServer hole = SilentServer.start(IPV6, server.getLocalPort())) {
      names.addresses(APP, 60, "127.0.0.1", "::1");

      Result first = raceWithLongPauses();
      assertThat(first.winner()).isEqualTo(IPV4);
      assertThat(first.time()).isBetween(LONG_PAUSE, LONG_PAUSE.multipliedBy(2));

      Result second = raceWithLongPauses();
      assertThat(second.winner()).isEqualTo(IPV4);
      assertThat(second.time()).isLessThan(LONG_PAUSE);
      assertThat(hole.port()).isEqualTo(server.getLocalPort());
    }
  }

  @Test
  void familyOfTheLastWinnerIsFirst() throws Exception {
    names.addresses(APP, 60, "127.0.0.1", "::1");
    assertThat(race().winner()).isEqualTo(IPV4);

    try (ServerSocket ipv6 = new ServerSocket(server.getLocalPort(), 50, IPV6)) {
      assertThat(race().winner()).isEqualTo(IPV4);
      assertThat(ipv6.isBound()).isTrue();
    }
  }

  @Test
  void shortTimeoutIsEnoughForTheAddressesAfterABlackHole() {
    try (SilentServer hole = SilentServer.start(IPV6, server.getLocalPort())) {
      names.addresses(APP, 60, "127.0.0.1", "::1");

      // A busy machine may need the time for itself.
      Await.until(() -> {
        Result result = race(Duration.ofMillis(240), Limits.CONNECT_ATTEMPT);
        assertThat(
                CompletableFuture.anyOf(result.channel, result.failure).get(10, TimeUnit.SECONDS))
            .isInstanceOf(Channel.class);
        assertThat(result.winner()).isEqualTo(IPV4);
      });
      assertThat(hole.port()).isEqualTo(server.getLocalPort());
    }
  }

  @Test
  void refusedAddressCostsNoPause() throws Exception {
    names.addresses(APP, 60, "127.0.0.1", "::1");

    Result result = raceWithLongPauses();

    assertThat(result.winner()).isEqualTo(IPV4);
    assertThat(result.time()).isLessThan(LONG_PAUSE);
  }

  @Test
  void losersAreClosed() throws Exception {
    try (SilentServer hole = SilentServer.start(IPV6, server.getLocalPort())) {
      names.addresses(APP, 60, "127.0.0.1", "::1");

      assertThat(race(Duration.ofHours(1), Limits.CONNECT_ATTEMPT).winner()).isEqualTo(IPV4);

      Await.until(() -> assertThat(descriptors.held(false)).isZero());
      assertThat(hole.port()).isEqualTo(server.getLocalPort());
    }
  }

  @Test
  void missingResponseForIpv6DelaysIpv4OnlyBriefly() throws Exception {
    names.addresses(APP, 60, "127.0.0.1").delay(APP, DnsRecordType.AAAA, Long.MAX_VALUE);

    Result result = race();

    // Sooner than the name server would be given up.
    assertThat(result.winner()).isEqualTo(IPV4);
    assertThat(result.time()).isLessThan(QUERY_TIMEOUT);
  }

  @Test
  void lastAddressesStayInUseWhileTheNameServerFails() throws Exception {
    names.addresses(APP, 1, "127.0.0.1");
    assertThat(race().winner()).isEqualTo(IPV4);

    names.fail(APP, DnsResponseCode.SERVFAIL);
    long asked = names.queries().size();
    Await.until(() -> {
      assertThat(race().winner()).isEqualTo(IPV4);
      assertThat((long) names.queries().size()).isGreaterThan(asked);
    });

    assertThat(race().winner()).isEqualTo(IPV4);
  }

  @Test
  void familyWhoseLookUpFailsKeepsItsAddresses() throws Exception {
    names.addresses(APP, 0, "127.0.0.1");
    assertThat(race().winner()).isEqualTo(IPV4);

    names.addresses(APP, 0, "::1").fail(APP, DnsRecordType.A, DnsResponseCode.SERVFAIL);

    assertThat(race().winner()).isEqualTo(IPV4);
    assertThat(race().winner()).isEqualTo(IPV4);
  }

  @Test
  void familyWhoseLookUpHasNoResponseKeepsItsAddresses() throws Exception {
    names.addresses(APP, 0, "127.0.0.1");
    assertThat(race().winner()).isEqualTo(IPV4);

    names.addresses(APP, 0, "::1").delay(APP, DnsRecordType.A, Long.MAX_VALUE);

    assertThat(race().winner()).isEqualTo(IPV4);
  }

  @Test
  void familyThatANameNoLongerHasIsNotUsed() throws Exception {
    names.addresses(APP, 0, "127.0.0.1");
    assertThat(race().winner()).isEqualTo(IPV4);

    names.addresses(APP, 0, "::1");

    assertThat(race().failure.get(10, TimeUnit.SECONDS).kind()).isEqualTo(Kind.CONNECTION_REFUSED);
  }

  @Test
  void nameOfTheUnspecifiedAddressHasNone() throws Exception {
    names.addresses(APP, 60, "0.0.0.0", "::");

    ExchangeFailure failure = race().failure.get(10, TimeUnit.SECONDS);

    assertThat(failure.kind()).isEqualTo(Kind.DNS_ERROR);
    assertThat(failure.detail()).contains(APP, "0.0.0.0");
  }

  @Test
  void unknownNameFailsAsOneOfDns() throws Exception {
    ExchangeFailure failure = race().failure.get(10, TimeUnit.SECONDS);

    assertThat(failure.kind()).isEqualTo(Kind.DNS_ERROR);
    assertThat(failure.detail()).contains(APP);
  }

  @Test
  void failureOfAllAddressesNamesTheirNumber() throws Exception {
    names.addresses(APP, 60, "127.0.0.1", "::1");
    server.close();

    ExchangeFailure failure = race().failure.get(10, TimeUnit.SECONDS);

    assertThat(failure.kind()).isEqualTo(Kind.CONNECTION_REFUSED);
    assertThat(failure.detail()).contains("none of 2 addresses accepts; the last: ");
  }
}
