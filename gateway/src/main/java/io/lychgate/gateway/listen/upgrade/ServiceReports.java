package io.lychgate.gateway.listen.upgrade;

import io.lychgate.gateway.loop.EventLoops;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the state of the process to systemd (sd_notify(3)), if it asks for that. */
public final class ServiceReports {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceReports.class);
  private static final long PATIENCE_MILLIS = 2000;

  private final @Nullable String socket;

  /** @param socket value of NOTIFY_SOCKET; null if no service manager waits */
  public ServiceReports(@Nullable String socket) {
    this.socket = socket;
  }

  /** Reports that the gateway serves, and that this process is the main one of its service. */
  public void ready(long process) {
    send("READY=1\nMAINPID=" + process);
  }

  /** Reports that another process of the service is the main one now. */
  public void succeededBy(long process) {
    send("MAINPID=" + process);
  }

  public void stopping() {
    send("STOPPING=1");
  }

  private void send(String state) {
    if (socket == null || socket.isEmpty() || !Epoll.isAvailable()) {
      return;
    }
    // A name that begins with @ is in the abstract namespace.
    String path = socket.startsWith("@") ? "\0" + socket.substring(1) : socket;
    EventLoopGroup group = new EventLoops(
        1, new DefaultThreadFactory("lychgate-notify", true), EpollIoHandler.newFactory());
    try {
      // The kernel takes no datagram of an unconnected socket here.
      Channel channel = new Bootstrap()
          .group(group)
          .channel(EpollDomainDatagramChannel.class)
          .handler(new Nothing())
          .connect(new DomainSocketAddress(path))
          .syncUninterruptibly()
          .channel();
      boolean isSent = channel
          .writeAndFlush(Unpooled.copiedBuffer(state, StandardCharsets.UTF_8))
          .awaitUninterruptibly(PATIENCE_MILLIS);
      if (!isSent) {
        LOG.warn("systemd: {} not sent to {}", state, socket);
      }
      channel.close().awaitUninterruptibly(PATIENCE_MILLIS);
    } catch (RuntimeException e) {
      LOG.warn("systemd: {} not sent to {}: {}", state, socket, e.toString());
    } finally {
      group.shutdownGracefully().awaitUninterruptibly(PATIENCE_MILLIS);
    }
  }

  @ChannelHandler.Sharable
  private static final class Nothing extends ChannelHandlerAdapter {}
}
