package io.lychgate.gateway.listen;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The plain part of the Initial packet that opens a connection (RFC 9000 section 17.2.2).
 */
final class OpeningPacket {
  /** Form and type, version, and the length of the destination connection id. */
  private static final int ID_OFFSET = 6;

  /** RFC 9000 section 17.2. */
  private static final int MAX_ID_BYTES = 20;

  private final InetSocketAddress sender;
  private final byte[] destinationId;
  private final byte[] sourceId;

  private OpeningPacket(InetSocketAddress sender, byte[] destinationId, byte[] sourceId) {
    this.sender = sender;
    this.destinationId = destinationId;
    this.sourceId = sourceId;
  }

  InetSocketAddress sender() {
    return sender;
  }

  /** Chosen by the client, or by our Retry; the keys of Initial packets follow from it. Not to be changed. */
  byte[] destinationId() {
    return destinationId;
  }

  /** Chosen by the client. Not to be changed. */
  byte[] sourceId() {
    return sourceId;
  }

  /** Null when the packet is cut. */
  static @Nullable OpeningPacket read(InetSocketAddress sender, ByteBuf datagram, int start) {
    int id = start + ID_OFFSET;
    int length = datagram.getUnsignedByte(id - 1);
    int source = id + length + 1;
    if (length > MAX_ID_BYTES || source > datagram.writerIndex()) {
      return null;
    }
    int sourceLength = datagram.getUnsignedByte(source - 1);
    if (sourceLength > MAX_ID_BYTES || source + sourceLength > datagram.writerIndex()) {
      return null;
    }
    return new OpeningPacket(
        sender,
        ByteBufUtil.getBytes(datagram, id, length),
        ByteBufUtil.getBytes(datagram, source, sourceLength));
  }
}
