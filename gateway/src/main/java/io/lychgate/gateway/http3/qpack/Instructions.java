package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;

/** What comes on a client's encoder or decoder stream, however it is cut into reads. */
public abstract class Instructions {
  private ByteBuf rest = Unpooled.EMPTY_BUFFER;

  private boolean closed;

  Instructions() {}

  /** Obeys what has come, and keeps the beginning of what has not come in full. Releases the octets. */
  public final void take(ByteBufAllocator allocator, ByteBuf octets) throws Malformed {
    if (closed) {
      octets.release();
      return;
    }
    rest = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, rest, octets);
    try {
      while (rest.isReadable()) {
        int start = rest.readerIndex();
        if (!obeyNext(rest)) {
          rest.readerIndex(start);
          return;
        }
      }
    } catch (Malformed e) {
      close();
      throw e;
    }
    forget();
  }

  /** Nothing more is obeyed. */
  public final void close() {
    closed = true;
    forget();
  }

  private void forget() {
    rest.release();
    rest = Unpooled.EMPTY_BUFFER;
  }

  /** Reads an instruction and obeys it; false when it has not come in full, and nothing was done. */
  abstract boolean obeyNext(ByteBuf in) throws Malformed;
}
