package io.lychgate.gateway.upstream.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class UpstreamNamesTest {
  private static final int NAMES = 8;

  /** RFC 1035 section 4.1.1: a response with recursion available, one question and one respond. */
  private static final byte[] HEAD = {(byte) 0x81, (byte) 0x80, 0, 1, 0, 1, 0, 0, 0, 0};

  /** A pointer to the question's name, type A, class IN, 60 s, 127.0.0.1. */
  private static final byte[] ANSWER = {(byte) 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1
  };

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Set<Integer> ports = ConcurrentHashMap.newKeySet();
  private DatagramSocket server;

  @BeforeEach
  void startNameServer() throws IOException {
    server = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    new Thread(this::respond, "name server").start();
  }

  @AfterEach
  void close() {
    server.close();
    loops.shutdownGracefully();
  }

  private UpstreamNames names(ChannelFactory<DatagramChannel> sockets) {
    return new UpstreamNames(
        new DnsNameResolverBuilder()
            .resolvedAddressTypes(ResolvedAddressTypes.IPV4_ONLY)
            .nameServerProvider(new SingletonDnsServerAddressStreamProvider(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()))),
        sockets);
  }

  private static InetSocketAddress resolve(UpstreamNames names, EventLoop loop, String name)
      throws Exception {
    return names
        .getResolver(loop)
        .resolve(InetSocketAddress.createUnresolved(name, 80))
        .get(15, TimeUnit.SECONDS);
  }

  @Test
  void resolvesAgainAfterItsSocketCouldNotBeCreated() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    ChannelFactory<DatagramChannel> failsOnce = () -> {
      if (attempts.getAndIncrement() == 0) {
        throw new ChannelException("Too many open files");
      }
      return new NioDatagramChannel();
    };
    try (UpstreamNames names = names(failsOnce)) {
      EventLoop loop = loops.next();
      assertThatThrownBy(() -> resolve(names, loop, "server.example."))
          .hasRootCauseMessage("Too many open files");

      assertThat(resolve(names, loop, "server.example.").getAddress().isLoopbackAddress())
          .isTrue();
    }
  }

  @Test
  void eachResolutionHasItsOwnPort() throws Exception {
    try (UpstreamNames names = names(NioDatagramChannel::new)) {
      EventLoop loop = loops.next();
      for (int i = 0; i < NAMES; i++) {
        assertThat(resolve(names, loop, "name" + i + ".example.").getAddress())
            .isEqualTo(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
      }
    }

    // The kernel may assign a port twice.
    assertThat(ports).hasSizeGreaterThan(NAMES / 2);
  }

  private void respond() {
    try {
      while (true) {
        DatagramPacket query = new DatagramPacket(new byte[512], 512);
        server.receive(query);
        ports.add(query.getPort());
        server.send(response(query));
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  /** Returns the question as received, without the pseudo-record behind it (RFC 6891). */
  private static DatagramPacket response(DatagramPacket query) {
    byte[] asked = query.getData();
    int end = 12;
    while (asked[end] != 0) {
      end += asked[end] + 1;
    }
    end += 5;
    byte[] response = new byte[end + ANSWER.length];
    System.arraycopy(asked, 0, response, 0, end);
    System.arraycopy(HEAD, 0, response, 2, HEAD.length);
    System.arraycopy(ANSWER, 0, response, end, ANSWER.length);
    return new DatagramPacket(response, response.length, query.getSocketAddress());
  }
}
