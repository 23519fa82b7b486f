package io.lychgate.gateway.admin;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.TransportType;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The event loop of the admin plane: one thread, separate from those of the data path. */
final class AdminLoop extends MultiThreadIoEventLoopGroup {

  AdminLoop(String threads) {
    super(1, new DefaultThreadFactory(threads, true), handlers());
  }

  /** Shuts down without a quiet period. Armeria submits no tasks after this call; Netty's default waits two seconds for them. */
  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  /** Returns the transport that Armeria chooses, because Armeria opens its channels. */
  private static IoHandlerFactory handlers() {
    return Flags.transportType() == TransportType.EPOLL
        ? EpollIoHandler.newFactory()
        : NioIoHandler.newFactory();
  }
}
