package io.lychgate.gateway.listen.quic;

import io.netty.buffer.ByteBuf;

/**
 * The packets with long headers in one datagram (RFC 9000 sections 12.2 and 17.2), as far as their headers can be read without
 * keys. The same object is filled for each datagram. Event loop only.
 */
final class CoalescedPackets {
  private static final int VERSION_1 = 1;
  private static final int TYPE = 0x30;
  private static final int INITIAL = 0x00;
  private static final int ZERO_RTT = 0x10;
  private static final int RETRY = 0x30;

  /** Offset of the destination connection id, after form and type, version, and the id's length. */
  static final int ID_OFFSET = 6;

  private int start;
  private int numberIndex;
  private int idIndex;
  private int idLength;
  private int end;
  private boolean isInitial;
  private boolean hasEarlyData;

  /** Reads a datagram. Returns false if the first packet has no long header of version 1; all other values are then undefined. */
  boolean read(ByteBuf datagram) {
    int start = datagram.readerIndex();
    end = start;
    hasEarlyData = false;
    if (!isLong(datagram, start)) {
      return false;
    }
    isInitial = (datagram.getByte(start) & TYPE) == INITIAL;
    idIndex = start + ID_OFFSET;
    idLength = datagram.getUnsignedByte(idIndex - 1);
    if (idIndex + idLength > datagram.writerIndex()) {
      return false;
    }
    for (int at = start; at < datagram.writerIndex(); at = end) {
      if (datagram.getByte(at) >= 0) {
        // A packet with a short header is the last one.
        end = datagram.writerIndex();
      } else if (!isLong(datagram, at) || !hasSameId(datagram, at)) {
        break;
      } else {
        hasEarlyData |= (datagram.getByte(at) & TYPE) == ZERO_RTT;
        end = endOf(datagram, at);
      }
    }
    return true;
  }

  /** Moves to the first packet with a long header. Returns false if there is none. */
  boolean first(ByteBuf datagram) {
    end = datagram.readerIndex();
    return next(datagram);
  }

  /** Moves to the next packet with a long header. Returns false if there is none. */
  boolean next(ByteBuf datagram) {
    start = end;
    if (!isLong(datagram, start)) {
      return false;
    }
    idIndex = start + ID_OFFSET;
    idLength = datagram.getUnsignedByte(idIndex - 1);
    if (idIndex + idLength > datagram.writerIndex()) {
      return false;
    }
    end = endOf(datagram, start);
    return true;
  }

  /** Returns the index of the start of the current packet. */
  int start() {
    return start;
  }

  /** Returns the index of its encrypted packet number; -1 if it has none or is truncated. */
  int numberIndex() {
    return numberIndex;
  }

  private static boolean isLong(ByteBuf datagram, int at) {
    return datagram.writerIndex() - at > ID_OFFSET
        && datagram.getByte(at) < 0
        && datagram.getInt(at + 1) == VERSION_1;
  }

  private boolean hasSameId(ByteBuf datagram, int at) {
    int id = at + ID_OFFSET;
    if (datagram.getUnsignedByte(id - 1) != idLength || id + idLength > datagram.writerIndex()) {
      return false;
    }
    for (int i = 0; i < idLength; i++) {
      if (datagram.getByte(id + i) != datagram.getByte(idIndex + i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the end of the packet by its own length; the end of the datagram if that length is invalid. */
  private int endOf(ByteBuf datagram, int at) {
    int last = datagram.writerIndex();
    numberIndex = -1;
    int type = datagram.getByte(at) & TYPE;
    int next = at + ID_OFFSET + idLength;
    if (type == RETRY || next >= last) {
      return last;
    }
    // Skips the source connection id.
    next += 1 + datagram.getUnsignedByte(next);
    if (type == INITIAL) {
      long token = number(datagram, next);
      if (token < 0 || token > last - next) {
        return last;
      }
      next += numberLength(datagram, next) + (int) token;
    }
    long length = number(datagram, next);
    if (length < 0 || length > last - next) {
      return last;
    }
    numberIndex = next + numberLength(datagram, next);
    return Math.min(last, numberIndex + (int) length);
  }

  /** Reads a variable-length integer (RFC 9000 section 16). Returns -1 if the datagram ends before it. */
  static long number(ByteBuf datagram, int at) {
    if (at >= datagram.writerIndex() || at + numberLength(datagram, at) > datagram.writerIndex()) {
      return -1;
    }
    long value = datagram.getByte(at) & 0x3f;
    for (int i = 1; i < numberLength(datagram, at); i++) {
      value = value << 8 | datagram.getUnsignedByte(at + i);
    }
    return value;
  }

  static int numberLength(ByteBuf datagram, int at) {
    return 1 << (datagram.getUnsignedByte(at) >> 6);
  }

  /** Returns the index of the first packet's destination connection id. */
  int idIndex() {
    return idIndex;
  }

  int idLength() {
    return idLength;
  }

  /** Returns true if the first packet has the type Initial, which opens connections. */
  boolean isInitial() {
    return isInitial;
  }

  /** Returns the end of the version 1 packets with the first one's id. Section 12.2 requires that all others are ignored. */
  int end() {
    return end;
  }

  /** Returns true if one of the packets has the type 0-RTT. */
  boolean hasEarlyData() {
    return hasEarlyData;
  }
}
