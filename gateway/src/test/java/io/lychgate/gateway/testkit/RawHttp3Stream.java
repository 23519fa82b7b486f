package io.lychgate.gateway.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamResetException;
import java.io.ByteArrayOutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One stream of a {@link RawHttp3Peer} and what came back on it. As the handler of the gateway's own streams it hears no more than them. */
@Sharable
public final class RawHttp3Stream extends ChannelInboundHandlerAdapter {
  /** RFC 9204 appendix A, entry 25, as an indexed field line: ":status: 200". */
  private static final int STATUS_200 = 0xd9;

  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private volatile @Nullable QuicStreamChannel channel;
  private volatile @Nullable Long resetCode;
  private volatile boolean ended;

  void opened(QuicStreamChannel stream) {
    channel = stream;
  }

  private QuicStreamChannel channel() {
    return Objects.requireNonNull(channel, "stream: not opened");
  }

  public long id() {
    return channel().streamId();
  }

  public RawHttp3Stream say(byte[]... octets) {
    channel().writeAndFlush(Unpooled.copiedBuffer(octets)).awaitUninterruptibly(1_000);
    return this;
  }

  /** The same, without waiting until flow control takes it. */
  public void sayLater(byte[]... octets) {
    var unused = channel().writeAndFlush(Unpooled.copiedBuffer(octets));
  }

  /** FIN. */
  public RawHttp3Stream end() {
    channel().shutdownOutput().awaitUninterruptibly(1_000);
    return this;
  }

  /** RESET_STREAM. */
  public void reset(int code) {
    channel().shutdownOutput(code).awaitUninterruptibly(1_000);
  }

  /** STOP_SENDING. */
  public void stopSending(int code) {
    channel().shutdownInput(code).awaitUninterruptibly(1_000);
  }

  /** Stops reading, or reads on. */
  public void reading(boolean on) {
    channel().config().setAutoRead(on);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf octets = (ByteBuf) message;
    synchronized (received) {
      received.writeBytes(ByteBufUtil.getBytes(octets));
    }
    octets.release();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      ended = true;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof QuicStreamResetException reset) {
      resetCode = reset.applicationProtocolCode();
    }
  }

  /** The code of the gateway's RESET_STREAM; null when there was none. */
  public @Nullable Long resetCode() {
    return resetCode;
  }

  public boolean isEnded() {
    return ended;
  }

  /** Bytes that have come so far, with the heads of their frames. */
  public byte[] received() {
    synchronized (received) {
      return received.toByteArray();
    }
  }

  /** Whether the first frame is a HEADERS frame that begins with ":status: 200". */
  public boolean isOk() {
    byte[] octets;
    synchronized (received) {
      octets = received.toByteArray();
    }
    int section = 1 + (octets.length < 2 ? 1 : 1 << ((octets[1] & 0xc0) >> 6));
    return octets.length > section + 2
        && octets[0] == Http3Bytes.HEADERS
        && (octets[section + 2] & 0xff) == STATUS_200;
  }
}
