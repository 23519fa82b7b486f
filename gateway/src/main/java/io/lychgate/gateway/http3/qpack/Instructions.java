package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;

/** Parses a client's encoder or decoder stream, however it is split into reads. */
public abstract class Instructions {
  private ByteBuf rest = Unpooled.EMPTY_BUFFER;

  private boolean closed;

  Instructions() {}

  /** Executes the complete instructions, and keeps the start of an incomplete one. Releases the buffer. */
  public final void take(ByteBufAllocator allocator, ByteBuf data) throws Malformed {
    if (closed) {
      data.release();
      return;
    }
    rest = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, rest, data);
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

  /** Ignores all further instructions. */
  public final void close() {
    closed = true;
    forget();
  }

  private void forget() {
    rest.release();
    rest = Unpooled.EMPTY_BUFFER;
  }

  /** Reads and executes one instruction. Returns false if it is incomplete, and then changes nothing. */
  abstract boolean obeyNext(ByteBuf in) throws Malformed;
}
