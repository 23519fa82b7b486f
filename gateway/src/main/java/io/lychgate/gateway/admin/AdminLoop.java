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

/** The event loop of the admin plane: one thread, apart from those of the data path. */
final class AdminLoop extends MultiThreadIoEventLoopGroup {

  AdminLoop(String threads) {
    super(1, new DefaultThreadFactory(threads, true), handlers());
  }

  /** Nothing comes any more when Armeria calls this; Netty's default would wait two seconds to be sure. */
  @Override
  public Future<?> shutdownGracefully() {
    return shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  /** As Armeria chooses, since it opens channels of that kind. */
  private static IoHandlerFactory handlers() {
    return Flags.transportType() == TransportType.EPOLL
        ? EpollIoHandler.newFactory()
        : NioIoHandler.newFactory();
  }
}
