package io.lychgate.gateway.listen.quic;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;

/**
 * Stops and resumes the reads of a UDP socket. Two processes hold the socket during an upgrade, and only one of them may read it.
 * First handler of the pipeline. Event loop only.
 */
final class HeldReads extends ChannelOutboundHandlerAdapter {
  private boolean held;

  HeldReads(boolean held) {
    this.held = held;
  }

  @Override
  public void read(ChannelHandlerContext ctx) {
    if (!held) {
      ctx.read();
    }
  }

  void hold(Channel socket) {
    held = true;
    socket.config().setAutoRead(false);
  }

  void resume(Channel socket) {
    held = false;
    socket.config().setAutoRead(true);
  }
}
