package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.DatagramCount;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last handler of a UDP socket's pipeline: counts failed reads. The socket stays open and is read again. Event loop only. */
final class DatagramErrors extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(DatagramErrors.class);

  private final LoopObserver observer;

  DatagramErrors(LoopObserver observer) {
    this.observer = observer;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      observer.datagram(DatagramCount.FAILED);
      LOG.debug("UDP socket {}: {}", ctx.channel().localAddress(), cause.toString());
    } else {
      ctx.fireExceptionCaught(cause);
    }
  }
}
