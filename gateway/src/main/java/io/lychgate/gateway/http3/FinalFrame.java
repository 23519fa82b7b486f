package io.lychgate.gateway.http3;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import org.jspecify.annotations.Nullable;

/**
 * Sends the FIN together with the last frame of a message. Sits below Netty's codec, which does not mark the end. A FIN alone may
 * never arrive: version 0.29.3 of quiche drops a stream when all of its bytes are acknowledged, even if its FIN is not. By RFC 9000
 * section 3.1, "Data Recvd" requires both. If that FIN's packet was lost or still waited for the congestion window, the client has
 * the whole response. It then waits for the end forever. Bytes sent together with the FIN keep the stream until that packet is
 * acknowledged. quiche also forgets a lost FIN of its own packet if it repeats an earlier part of the stream at the same time.
 */
public final class FinalFrame extends ChannelOutboundHandlerAdapter {
  /** RFC 9114 section 11.2.1. */
  private static final int HEADERS_FRAME = 0x1;

  private @Nullable ChannelPromise last;

  /** Bytes of the last field section that was written; -1 for none. */
  private int sectionBytes = -1;

  private boolean isMeasuring;

  /** Marks the write with this promise as the last. Later handlers may delay writes but keep their promises. */
  public void goesWith(ChannelPromise promise) {
    last = promise;
  }

  /** Measures the next HEADERS frame. */
  void measureNext() {
    isMeasuring = true;
    sectionBytes = -1;
  }

  /** Returns the bytes of the field section that was measured; -1 if it was not written at once. */
  int measured() {
    isMeasuring = false;
    return sectionBytes;
  }

  /** Netty writes each frame in its own buffer: type, length, payload. */
  private void measure(ByteBuf frame) {
    int start = frame.readerIndex();
    if (frame.readableBytes() > 1 && frame.getByte(start) == HEADERS_FRAME) {
      int lengthBytes = 1 << ((frame.getByte(start + 1) & 0xc0) >> 6);
      sectionBytes = frame.readableBytes() - 1 - lengthBytes;
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (isMeasuring && message instanceof ByteBuf frame) {
      measure(frame);
    }
    if (promise == last && message instanceof ByteBuf data) {
      ctx.write(new DefaultQuicStreamFrame(data, true), promise);
    } else {
      ctx.write(message, promise);
    }
  }
}
