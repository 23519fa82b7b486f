package io.lychgate.gateway.listen.tcp;

import io.netty.buffer.ByteBuf;

/** Counts the TLS records of a connection, however they are split into reads (RFC 8446 section 5.1). Event loop only. */
final class RecordCount {
  /** Type (1 byte), version (2) and length (2). */
  private static final int HEAD_BYTES = 5;

  private static final int HIGH_BYTE_AT = 3;

  /** Bytes of the next record's head that have come. */
  private int headBytes;

  private int length;

  /** Bytes of the current record that are still to come. */
  private int left;

  /** Follows the readable bytes without consuming them. Returns the number of records whose heads end in them. */
  int follow(ByteBuf in) {
    int records = 0;
    int index = in.readerIndex();
    int end = in.writerIndex();
    while (index < end) {
      if (left > 0) {
        int here = Math.min(left, end - index);
        left -= here;
        index += here;
        continue;
      }
      if (headBytes >= HIGH_BYTE_AT) {
        length = length << 8 | in.getUnsignedByte(index);
      }
      index++;
      if (++headBytes == HEAD_BYTES) {
        left = length;
        length = 0;
        headBytes = 0;
        records++;
      }
    }
    return records;
  }
}
