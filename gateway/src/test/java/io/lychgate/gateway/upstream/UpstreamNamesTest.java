package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UpstreamNamesTest {
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  @AfterEach
  void close() {
    loops.shutdownGracefully();
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
    try (UpstreamNames names = new UpstreamNames(failsOnce)) {
      assertThatThrownBy(() -> names.getResolver(loops.next()))
          .hasRootCauseMessage("Too many open files");

      InetSocketAddress resolved = names
          .getResolver(loops.next())
          .resolve(InetSocketAddress.createUnresolved("localhost", 80))
          .get(10, TimeUnit.SECONDS);
      assertThat(resolved.getAddress().isLoopbackAddress()).isTrue();
      assertThat(attempts).hasValue(2);
    }
  }
}
