package io.lychgate.gateway.loop;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Event loops that close all of their channels before they end.
 *
 * <p>A loop of Netty closes its channels in a turn that begins after the shutdown. If tasks run when the shutdown begins and there
 * is no quiet period, that turn is the last one: descriptors and the memory of TLS engines would be left.
 */
public class EventLoops extends MultiThreadIoEventLoopGroup {
  /** Time after which the loops end even if tasks still come. */
  private static final long PATIENCE_SECONDS = 2;

  public EventLoops(int count, ThreadFactory threads, IoHandlerFactory handlers) {
    super(count, threads, handlers);
  }

  /** Shuts down without a quiet period. Netty's default waits two seconds for more tasks. Here there are none. */
  @Override
  public final Future<?> shutdownGracefully() {
    return shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  protected final IoEventLoop newChild(
      Executor executor, IoHandlerFactory handlers, Object... unused) {
    return new ClosingLoop(this, executor, handlers);
  }

  private static final class ClosingLoop extends SingleThreadIoEventLoop {
    ClosingLoop(EventLoops parent, Executor executor, IoHandlerFactory handlers) {
      super(parent, executor, handlers);
    }

    @Override
    protected void run() {
      super.run();
      // Tasks are still accepted, so that a closed channel can leave its loop.
      ioHandler().prepareToDestroy();
    }
  }
}
