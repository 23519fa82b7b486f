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

/**
 * One stream of a {@link RawHttp3Peer} and its received bytes. As the handler of streams that the gateway opens, it only receives.
 */
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

  public RawHttp3Stream send(byte[]... bytes) {
    channel().writeAndFlush(Unpooled.copiedBuffer(bytes)).awaitUninterruptibly(1_000);
    return this;
  }

  /** Sends bytes without waiting for flow control. */
  public void sendLater(byte[]... bytes) {
    var unused = channel().writeAndFlush(Unpooled.copiedBuffer(bytes));
  }

  /** Sends FIN. */
  public RawHttp3Stream end() {
    channel().shutdownOutput().awaitUninterruptibly(1_000);
    return this;
  }

  /** Sends RESET_STREAM. */
  public void reset(int code) {
    channel().shutdownOutput(code).awaitUninterruptibly(1_000);
  }

  /** Sends STOP_SENDING. */
  public void stopSending(int code) {
    channel().shutdownInput(code).awaitUninterruptibly(1_000);
  }

  /** Stops or resumes reading. */
  public void reading(boolean on) {
    channel().config().setAutoRead(on);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    synchronized (received) {
      received.writeBytes(ByteBufUtil.getBytes(bytes));
    }
    bytes.release();
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

  /** Returns the code of the gateway's RESET_STREAM, or null if there was none. */
  public @Nullable Long resetCode() {
    return resetCode;
  }

  public boolean isEnded() {
    return ended;
  }

  /** Returns the bytes received so far, with frame headers. */
  public byte[] received() {
    synchronized (received) {
      return received.toByteArray();
    }
  }

  /** Returns true if the first frame is a HEADERS frame that starts with ":status: 200". */
  public boolean isOk() {
    byte[] bytes;
    synchronized (received) {
      bytes = received.toByteArray();
    }
    int section = 1 + (bytes.length < 2 ? 1 : 1 << ((bytes[1] & 0xc0) >> 6));
    return bytes.length > section + 2
        && bytes[0] == Http3Bytes.HEADERS
        && (bytes[section + 2] & 0xff) == STATUS_200;
  }
}
