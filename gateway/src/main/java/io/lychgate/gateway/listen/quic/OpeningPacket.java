package io.lychgate.gateway.listen.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** The unencrypted part of the Initial packet that opens a connection (RFC 9000 section 17.2.2). */
final class OpeningPacket {
  /** Offset of the destination connection id, after form and type, version, and the id's length. */
  private static final int ID_OFFSET = 6;

  /** Maximum length of a connection id (RFC 9000 section 17.2). */
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

  /** Returns the id chosen by the client or by the gateway's Retry. The keys of Initial packets follow from it. Do not modify. */
  byte[] destinationId() {
    return destinationId;
  }

  /** Returns the id chosen by the client. Do not modify. */
  byte[] sourceId() {
    return sourceId;
  }

  /** Returns the packet; null if it is truncated. */
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
