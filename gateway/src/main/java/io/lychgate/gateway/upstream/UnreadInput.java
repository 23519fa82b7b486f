package io.lychgate.gateway.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the bytes that a socket has received and that the event loop has not read yet. A loop polls for input once a turn. Between
 * two turns the kernel may hold bytes of a connection that looks idle.
 */
public final class UnreadInput {
  /** Bytes of one read. An idle connection has no input, or a session ticket; the event loop reads the rest. */
  private static final int BUFFER_BYTES = 16 * 1024;

  private static final FastThreadLocal<ByteBuffer> BUFFER = new FastThreadLocal<>() {
    @Override
    protected ByteBuffer initialValue() {
      return ByteBuffer.allocateDirect(BUFFER_BYTES);
    }
  };

  private UnreadInput() {}

  /**
   * Passes unread bytes through the channel's pipeline, and closes the channel if its peer has closed it. Costs a system call.
   * Event loop only.
   */
  public static void read(Channel channel) {
    if (channel instanceof UnixChannel socket) {
      read(channel, socket);
    } else if (channel.unsafe() instanceof AbstractNioChannel.NioUnsafe nio) {
      nio.read();
    }
  }

  private static void read(Channel channel, UnixChannel socket) {
    ByteBuffer buffer = BUFFER.get();
    int bytes;
    try {
      bytes = socket.fd().read(buffer, 0, BUFFER_BYTES);
    } catch (IOException reset) {
      bytes = -1;
    }
    if (bytes < 0) {
      channel.close();
    } else if (bytes > 0) {
      ByteBuf input = channel.alloc().ioBuffer(bytes);
      input.writeBytes(buffer.clear().limit(bytes));
      channel.pipeline().fireChannelRead(input).fireChannelReadComplete();
    }
  }
}
