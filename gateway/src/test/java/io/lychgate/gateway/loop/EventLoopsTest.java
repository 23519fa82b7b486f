package io.lychgate.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class EventLoopsTest {
  @Test
  void channelsOfEpollAreClosedThoughTheShutdownBeginsDuringATask() throws Exception {
    closesDuringATask(EpollIoHandler.newFactory(), EpollDatagramChannel.class);
  }

  @Test
  void channelsOfASelectorAreClosedThoughTheShutdownBeginsDuringATask() throws Exception {
    closesDuringATask(NioIoHandler.newFactory(), NioDatagramChannel.class);
  }

  private static void closesDuringATask(
      IoHandlerFactory handlers, Class<? extends DatagramChannel> type) throws Exception {
    EventLoops loops = new EventLoops(1, new DefaultThreadFactory("loop"), handlers);
    Removal removal = new Removal();
    Channel channel = new Bootstrap()
        .group(loops)
        .channel(type)
        .handler(removal)
        .bind(InetAddress.getLoopbackAddress(), 0)
        .sync()
        .channel();
    CountDownLatch hasBegun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Future<Boolean> task = loops.submit(() -> {
      hasBegun.countDown();
      return mayEnd.await(30, TimeUnit.SECONDS);
    });
    hasBegun.await();

    Future<?> end = loops.shutdownGracefully();
    mayEnd.countDown();

    end.sync();
    assertThat(task.getNow()).isTrue();
    assertThat(channel.isOpen()).isFalse();
    assertThat(channel.isRegistered()).isFalse();
    assertThat(removal.isRemoved).isTrue();
  }

  /** Handlers free what they hold when they are removed. */
  private static final class Removal extends ChannelInboundHandlerAdapter {
    private volatile boolean isRemoved;

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
      isRemoved = true;
    }
  }
}
