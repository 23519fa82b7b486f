package io.lychgate.gateway.listen.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class KernelCongestionTest {
  @Test
  void connectionUsesWhatTheKernelAllows() throws Exception {
    Assumptions.assumeTrue(Epoll.isAvailable(), "no epoll");
    Set<String> allowed = KernelCongestion.allowed();
    Assumptions.assumeFalse(allowed.isEmpty(), "no list of the kernel");
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Channel channel = new Bootstrap()
          .group(loops)
          .channel(EpollSocketChannel.class)
          .handler(new ChannelInboundHandlerAdapter())
          .connect(server.getInetAddress(), server.getLocalPort())
          .sync()
          .channel();
      for (String name : allowed) {
        KernelCongestion.set(channel, name);
        assertThat(KernelCongestion.of(channel)).isEqualTo(name);
      }
      String last = KernelCongestion.of(channel);
      KernelCongestion.set(channel, "no_such_one");
      assertThat(KernelCongestion.of(channel)).as("unknown to the kernel").isEqualTo(last);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
