package io.lychgate.gateway.listen.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.PassthroughConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.listen.socket.Transport;
import io.lychgate.gateway.loop.DescriptorBudget;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.DnsServer;
import io.lychgate.gateway.testkit.LoneLoop;
import io.lychgate.gateway.testkit.SilentServer;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.lychgate.gateway.upstream.connect.ServerAddresses;
import io.lychgate.gateway.upstream.connect.ServerSockets;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that are passed on to a server with a name, over real sockets and a real name server. */
final class PassthroughTest {
  private static final String SERVER = "server.test";
  private static final int PATIENCE_MILLIS = 10_000;

  private final Transport transport = Transport.ofThisMachine();
  private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, transport.ioHandlers());
  private final EventLoop loop = loops.next();
  private final DnsServer names = DnsServer.start();
  private final DescriptorBudget descriptors = DescriptorBudget.unlimited();
  private final ServerAddresses addresses = new ServerAddresses(
      transport.datagramChannel(),
      new DnsNameResolverBuilder()
          .nameServerProvider(new SequentialDnsServerAddressStreamProvider(names.address())));
  private final ConnectRace.Means connecting = new ConnectRace.Means(
      new ServerSockets(transport.clientChannel(), transport.unixChannel()), addresses);

  @AfterEach
  void close() {
    addresses.close();
    names.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    descriptors.close();
  }

  /** Connects a client whose connection is passed on to a port of the name. */
  private Socket connect(int port) throws Exception {
    PassthroughConfig config = new PassthroughConfig(
        List.of(HostPattern.of("site.test")),
        List.of(new PassthroughConfig.Server(SERVER, port)),
        null,
        Duration.ofMinutes(1),
        Duration.ofMinutes(1));
    LoopContext context =
        LoneLoop.of(loop, new Observatory(List.of(loop), Ticker.system()), descriptors, () -> {
          throw new AssertionError("a snapshot");
        });
    Channel listening = new ServerBootstrap()
        .group(loops)
        .channel(transport.serverChannel())
        .childHandler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel client) {
            Passthrough passed = new Passthrough(
                context,
                connecting,
                new PassthroughNames.Target(config),
                Duration.ofSeconds(1),
                new Passthrough.Visitor("site.test", client.remoteAddress()));
            client.pipeline().addLast(passed.handler());
            passed.begin();
          }
        })
        .bind(InetAddress.getLoopbackAddress(), 0)
        .sync()
        .channel();
    InetSocketAddress at = (InetSocketAddress) listening.localAddress();
    Socket client = new Socket(at.getAddress(), at.getPort());
    client.setSoTimeout(PATIENCE_MILLIS);
    return client;
  }

  private static ServerSocket listen() throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server.setSoTimeout(PATIENCE_MILLIS);
    return server;
  }

  @Test
  void addressThatRefusesIsFollowedByTheNextOne() throws Exception {
    names.addresses(SERVER, 60, "127.0.0.2", "127.0.0.3", "127.0.0.1");
    try (ServerSocket server = listen();
        Socket client = connect(server.getLocalPort());
        Socket accepted = server.accept()) {
      client.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
      assertThat(accepted.getInputStream().readNBytes(5)).asString().isEqualTo("hello");

      accepted.getOutputStream().write("and back".getBytes(StandardCharsets.US_ASCII));
      assertThat(client.getInputStream().readNBytes(8)).asString().isEqualTo("and back");
    }
  }

  @Test
  void clientThatResetsEndsTheAttemptsToConnect() throws Exception {
    try (SilentServer server = SilentServer.start()) {
      names.addresses(SERVER, 60, "127.0.0.1");
      Socket client = connect(server.port());
      Await.until(() -> assertThat(descriptors.held(false)).isOne());

      client.setSoLinger(true, 0);
      client.close();

      Await.until(() -> assertThat(descriptors.held(false)).isZero());
    }
  }
}
