package io.lychgate.gateway.admin;

import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.util.TransportType;
import io.lychgate.gateway.loop.EventLoops;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The event loop of the admin plane: one thread, separate from those of the data path. */
final class AdminLoop extends EventLoops {

  AdminLoop(String threads) {
    super(1, new DefaultThreadFactory(threads, true), handlers());
  }

  /** Returns the transport that Armeria chooses, because Armeria opens its channels. */
  private static IoHandlerFactory handlers() {
    return Flags.transportType() == TransportType.EPOLL
        ? EpollIoHandler.newFactory()
        : NioIoHandler.newFactory();
  }
}
