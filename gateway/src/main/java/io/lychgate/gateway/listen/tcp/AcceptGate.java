package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.observe.LoopObserver;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.unix.Errors.NativeIoException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Precedes Netty's acceptor in the pipeline of one listening socket. Stops accepting while there are no file descriptors, so that
 * new connections wait in the kernel's backlog, and then resumes by itself. Event loop only.
 */
final class AcceptGate extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptGate.class);

  // errno(3) on Linux; Netty returns them negative.
  private static final int ENOMEM = -12;
  private static final int ENFILE = -23;
  private static final int EMFILE = -24;
  private static final int ENOBUFS = -105;
  private static final Set<Integer> SHORTAGES = Set.of(ENOMEM, ENFILE, EMFILE, ENOBUFS);

  private final LoopDescriptors descriptors;
  private final LoopObserver observer;
  private final int listener;
  private boolean failedBefore;

  /** @param listener number of the listener in counters */
  AcceptGate(LoopDescriptors descriptors, LoopObserver observer, int listener) {
    this.descriptors = descriptors;
    this.observer = observer;
    this.listener = listener;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    failedBefore = false;
    if (!descriptors.hasRoom(Use.CLIENT)) {
      descriptors.pause(ctx.channel());
      if (!descriptors.mayOverdraw()) {
        descriptors.refused(Use.CLIENT);
        ConnectionAccount.refused(observer, listener);
        // The channel is not registered yet: this only closes its socket.
        ((Channel) message).unsafe().closeForcibly();
        return;
      }
    }
    ctx.fireChannelRead(message);
  }

  /**
   * Handles a failed accept. Netty's acceptor must not see it: it would stop accepting for a second, even if a client's reset was
   * the cause.
   */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (isShortage(cause)) {
      descriptors.exhausted();
      descriptors.pause(ctx.channel());
    } else {
      LOG.debug("accept failed: {}", cause.toString());
      if (failedBefore) {
        descriptors.pause(ctx.channel());
      }
    }
    failedBefore = true;
  }

  // Not in a separate class: loading a class from a folder takes a file descriptor.
  private static boolean isShortage(Throwable cause) {
    if (cause instanceof NativeIoException error) {
      return SHORTAGES.contains(error.expectedErr());
    }
    String message = cause.getMessage();
    // The JDK's sockets only provide the text of strerror(3).
    return message != null && message.contains("Too many open files");
  }
}
