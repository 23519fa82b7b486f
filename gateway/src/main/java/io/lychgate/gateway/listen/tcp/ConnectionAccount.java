package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.listen.socket.ReadCycles;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * Counts one accepted TCP connection exactly once: as opened and later as closed, or as failed before its protocol was known. First
 * in the pipeline, so that it sees a reset before and a close after all others. Event loop only.
 */
final class ConnectionAccount extends ReadCycles {
  private final LoopObserver observer;
  private final int listener;
  private final Channel channel;
  private @Nullable ConnectionRecord record;
  private @Nullable FailureReason failure;
  private boolean hasEnded;

  /** True if the connection is passed on without termination, so that it has no protocol here. */
  private boolean isPassedThrough;

  /** True while the gateway closes the connection only to refuse it. */
  private boolean refusesOnClose;

  /** The client: the peer of the socket, or the one that a proxy has named. */
  private SocketAddress client;

  private ConnectionAccount(LoopObserver observer, LoopClock clock, int listener, Channel channel) {
    super(observer, clock, listener);
    this.observer = observer;
    this.listener = listener;
    this.channel = channel;
    this.client = channel.remoteAddress();
  }

  /** Counts a connection that the kernel has handed over. */
  static ConnectionAccount accepted(
      LoopObserver observer, LoopClock clock, int listener, Channel channel) {
    ConnectionAccount account = new ConnectionAccount(observer, clock, listener, channel);
    account.observer.accepted(listener);
    channel.closeFuture().addListener(closed -> account.ended());
    return account;
  }

  /** Counts a connection that gets no pipeline. */
  static void refused(LoopObserver observer, int listener) {
    observer.accepted(listener);
    observer.handshakeFailed(listener, FailureReason.REFUSED);
  }

  /** Records a cause for which the protocol will stay unknown. Only the first one counts. */
  void failing(FailureReason reason) {
    if (failure == null) {
      failure = reason;
    }
  }

  /** Sets the client that the proxy at the other end of the socket has named. */
  void client(SocketAddress address) {
    client = address;
  }

  /** Returns the client's address. */
  SocketAddress client() {
    return client;
  }

  /** Counts the connection neither as opened nor as failed. */
  void passedThrough() {
    isPassedThrough = true;
  }

  /** Sets the meaning of a close by the gateway before the protocol is known: a refusal, or an error of TLS. */
  void refusesOnClose(boolean isRefusal) {
    refusesOnClose = isRefusal;
  }

  /** Counts the connection as opened. Returns null if it has ended. */
  @Nullable
  ConnectionRecord opened(WireProtocol protocol) {
    if (hasEnded) {
      return null;
    }
    speaks(protocol);
    ConnectionRecord opened = observer.connectionOpened(listener, protocol, client);
    record = opened;
    serves(opened);
    return opened;
  }

  private void ended() {
    hasEnded = true;
    ConnectionRecord closed = record;
    if (isPassedThrough) {
      return;
    }
    if (closed == null) {
      observer.handshakeFailed(listener, failure == null ? FailureReason.LEFT : failure);
    } else if (closed.closeReason() != null) {
      observer.connectionClosed(closed);
    } else {
      // Writes that a reset has failed are reported after the close.
      channel.eventLoop().execute(() -> observer.connectionClosed(closed));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException && !(cause instanceof ClosedChannelException)) {
      if (record == null) {
        failing(FailureReason.LEFT);
      } else {
        record.closing(CloseReason.RESET);
      }
    }
    ctx.fireExceptionCaught(cause);
  }

  /**
   * Handles a close by the gateway. A close by the client does not come this way. Before the protocol is known, only TLS closes
   * without another reason, or the
   * gateway because of a bad PROXY protocol header.
   */
  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (ctx.channel().isActive()) {
      if (record == null) {
        failing(refusesOnClose ? FailureReason.REFUSED : FailureReason.TLS);
      } else {
        record.closing(CloseReason.ERROR);
      }
    }
    ctx.close(promise);
  }
}
