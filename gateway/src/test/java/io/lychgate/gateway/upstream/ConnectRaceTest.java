package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.DnsServer;
import io.lychgate.gateway.testkit.SilentServer;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections to a name with addresses of both families, over real sockets and a real name server. */
final class ConnectRaceTest {
  private static final String APP = "app.test";
  private static final InetAddress IPV4 = NetUtil.createInetAddressFromIpAddressString("127.0.0.1");
  private static final InetAddress IPV6 = NetUtil.createInetAddressFromIpAddressString("::1");

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = loops.next();
  private final DnsServer names = DnsServer.start();
  private final LoopClock clock = new LoopClock(loop, Ticker.system());
  private final UpstreamLoop parts = new UpstreamLoop(
      loop,
      new DeadlineWheel(loop, clock).start(),
      new FlushQueue(loop, clock),
      LoopDescriptors.unlimited(loop),
      new TurnShares(loop, clock),
      new Observatory(List.of(loop), Ticker.system()).of(loop));
  private final ServerAddresses addresses = new ServerAddresses(
      NioDatagramChannel.class,
      new DnsNameResolverBuilder()
          .queryTimeoutMillis(2000)
          .nameServerProvider(new SequentialDnsServerAddressStreamProvider(names.address())));
  private ServerSocket server;
  private int named;

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
    volatile long end;

    @Override
    public void connected(Channel connected) {
      end = System.nanoTime();
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

    /** Returns the time that the winner took. Call it after {@link #winner}. */
    long millis() {
      return TimeUnit.NANOSECONDS.toMillis(end - begin);
    }
  }

  private Result race() {
    return race(APP, Limits.CONNECT);
  }

  /** Returns a name with an address of each family, to which nothing has connected so far. */
  private String newName() {
    String name = ++named + "." + APP;
    names.addresses(name, 60, "127.0.0.1", "::1");
    return name;
  }

  /** Races to new names until one race takes less than this. A busy machine only adds to the time of a race. */
  private void assertIpv4WinsWithin(long millis, Supplier<String> name) {
    Await.until(() -> {
      Result result = race(name.get(), Limits.CONNECT);
      assertThat(result.winner()).isEqualTo(IPV4);
      assertThat(result.millis()).isLessThan(millis);
    });
  }

  private Result race(String name, Duration connectTimeout) {
    ServerConfig app = new ServerConfig(ServerConfig.Scheme.HTTP, name, server.getLocalPort());
    UpstreamConfig upstream = UpstreamConfig.builder("app")
        .servers(List.of(app))
        .connectTimeout(connectTimeout)
        .build();
    UpstreamSite site = new UpstreamSite(upstream, parts, new UpstreamCounts(parts.observer(), 0));
    Result result = new Result();
    loop.execute(() -> new ConnectRace(
            site,
            Endpoint.of(app),
            new ServerSockets(NioSocketChannel.class, NioDomainSocketChannel.class),
            addresses,
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
  void blackHoledFamilyCostsOneQuarterOfASecond() throws Exception {
    try (SilentServer hole = SilentServer.start(IPV6, server.getLocalPort())) {
      Result first = race(newName(), Limits.CONNECT);
      assertThat(first.winner()).isEqualTo(IPV4);
      assertThat(first.millis()).isGreaterThanOrEqualTo(240);

      assertIpv4WinsWithin(400, this::newName);
      assertThat(hole.port()).isEqualTo(server.getLocalPort());
    }
  }

  @Test
  void familyOfTheLastWinnerIsFirst() throws Exception {
    String name = newName();
    assertThat(race(name, Limits.CONNECT).winner()).isEqualTo(IPV4);

    try (ServerSocket ipv6 = new ServerSocket(server.getLocalPort(), 50, IPV6)) {
      assertThat(race(name, Limits.CONNECT).winner()).isEqualTo(IPV4);
      assertThat(race(newName(), Limits.CONNECT).winner()).isEqualTo(IPV6);
      assertThat(ipv6.isBound()).isTrue();
    }
  }

  @Test
  void shortTimeoutIsEnoughForTheAddressesAfterABlackHole() {
    try (SilentServer hole = SilentServer.start(IPV6, server.getLocalPort())) {
      // A busy machine may need the time for itself.
      Await.until(() -> {
        Result result = race(newName(), Duration.ofMillis(240));
        assertThat(
                CompletableFuture.anyOf(result.channel, result.failure).get(10, TimeUnit.SECONDS))
            .isInstanceOf(Channel.class);
        assertThat(result.winner()).isEqualTo(IPV4);
      });
      assertThat(hole.port()).isEqualTo(server.getLocalPort());
    }
  }

  @Test
  void refusedAddressCostsNoPause() {
    assertIpv4WinsWithin(240, this::newName);
  }

  @Test
  void losersAreClosed() throws Exception {
    try (ServerSocket ipv6 = new ServerSocket(server.getLocalPort(), 50, IPV6)) {
      names.addresses(APP, 60, "127.0.0.1", "::1").delay(APP, DnsRecordType.AAAA, 200);

      assertThat(race().winner()).isEqualTo(IPV4);

      ipv6.setSoTimeout(300);
      assertThat(ipv6.isBound()).isTrue();
      assertThat(server.accept().getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void missingResponseForIpv6DelaysIpv4OnlyBriefly() {
    assertIpv4WinsWithin(500, () -> {
      String name = newName();
      names.addresses(name, 60, "127.0.0.1").delay(name, DnsRecordType.AAAA, Long.MAX_VALUE);
      return name;
    });
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
