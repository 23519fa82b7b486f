package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Replaces literal fields in Netty's HEADERS frames by references to the client's dynamic table, and writes the insertions for the
 * client. Fields keep their order. Fields that are not in the table stay as Netty wrote them, with the Huffman code.
 *
 * <p>References normally point to entries that the client is known to have. Other entries are used only while few enough streams
 * can be blocked by them (RFC 9204 section 2.1.2).
 */
public final class ResponseFields {
  /** RFC 9114 section 11.2.1. */
  private static final int HEADERS = 0x1;

  /** Room before the lines, for the frame's type and length and the section's prefix. */
  private static final int HEADROOM = 40;

  /** Maximum bytes of an insertion in addition to those of the line. */
  private static final int INSERTION_OVERHEAD = 10;

  private static final int LITERAL_NAME = -1;

  private final FieldHistory history = new FieldHistory();
  private final OutstandingSections sections = new OutstandingSections();
  private final int maxCapacity;
  private final int maxBlocked;

  /** The section's prefix while it is built. */
  private final ByteBuf prefix = Unpooled.buffer(24);

  private @Nullable ResponseTable table;

  /** MaxEntries of RFC 9204 section 4.5.1.1: of the announced capacity, even if less is used. */
  private long maxEntries;

  // State of the section that is being translated.
  private int base;
  private int requiredInsertCount;
  private boolean mayBlock;
  private long room;

  /**
   * Creates a table that is not used before the client's SETTINGS arrive.
   *
   * @param maxCapacity maximum bytes of the client's table that are used
   * @param maxBlocked maximum number of streams that may be blocked
   */
  public ResponseFields(int maxCapacity, int maxBlocked) {
    this.maxCapacity = maxCapacity;
    this.maxBlocked = maxBlocked;
  }

  /**
   * Applies the client's SETTINGS (RFC 9204 section 5). Returns false if the client offers nothing useful; then no instruction is
   * needed.
   *
   * @param instructions buffer for the first instruction, the capacity (section 4.3.1)
   */
  public boolean begin(long announcedCapacity, long announcedBlocked, ByteBuf instructions) {
    int capacity = (int) Math.min(announcedCapacity, maxCapacity);
    if (capacity < ResponseTable.ENTRY_OVERHEAD) {
      return false;
    }
    maxEntries = announcedCapacity / ResponseTable.ENTRY_OVERHEAD;
    table = new ResponseTable(capacity);
    sections.maxBlocked((int) Math.min(announcedBlocked, maxBlocked));
    PrefixedInteger.write(instructions, 0x20, 5, capacity);
    return true;
  }

  /** Returns the parser for the client's decoder stream. */
  public Instructions decoderInstructions() {
    return new DecoderInstructions(sections, () -> table == null ? 0 : table.inserted());
  }

  /** Returns the number of streams that would wait for insertions if these are lost. */
  int blockedStreams() {
    return sections.blocked();
  }

  /**
   * Returns the frame to send to the client. This may be the given frame; otherwise the given one is released.
   *
   * @param instructions buffer for the insertions, which must leave before the frame
   * @param room bytes of instructions that can leave now (RFC 9204 section 2.1.3)
   */
  public ByteBuf translate(
      long stream, ByteBuf frame, ByteBufAllocator allocator, ByteBuf instructions, long room) {
    ByteBuf in = frame.slice();
    ResponseTable into = table;
    if (into == null || !sections.hasRoom() || !skipToLines(in)) {
      return frame;
    }
    base = into.inserted();
    requiredInsertCount = 0;
    mayBlock = sections.mayBlock(stream);
    this.room = room;
    ByteBuf out = allocator.directBuffer(HEADROOM + frame.readableBytes());
    try {
      out.writerIndex(HEADROOM);
      while (in.isReadable()) {
        line(into, in, out, instructions);
      }
      if (requiredInsertCount == 0) {
        return frame;
      }
      sections.sent(stream, requiredInsertCount);
      writeHead(out);
      frame.release();
      return out.retain();
    } catch (Malformed impossible) {
      throw new IllegalStateException("field section of Netty", impossible);
    } finally {
      out.release();
    }
  }

  /**
   * Skips to the lines of the section. Returns false if Netty did not write it without a dynamic table; it then stays unchanged.
   */
  private static boolean skipToLines(ByteBuf in) {
    in.skipBytes(1);
    in.skipBytes(1 << ((in.getByte(in.readerIndex()) & 0xc0) >> 6));
    return in.readableBytes() > 2 && in.readShort() == 0;
  }

  private void line(ResponseTable table, ByteBuf in, ByteBuf out, ByteBuf instructions)
      throws Malformed {
    int start = in.readerIndex();
    byte first = in.getByte(start);
    int name = LITERAL_NAME;
    boolean isOpen;
    if ((first & 0x80) != 0) {
      // RFC 9204 4.5.2: an entry of the static table.
      var unused = PrefixedInteger.readWhole(in, 6);
      out.writeBytes(in, start, in.readerIndex() - start);
      return;
    }
    if ((first & 0xc0) == 0x40) {
      // 4.5.4: a name of the static table, and a value.
      isOpen = (first & 0x20) == 0;
      name = (int) PrefixedInteger.readWhole(in, 4);
    } else {
      // 4.5.6: a name and a value.
      isOpen = (first & 0x10) == 0;
      in.skipBytes((int) PrefixedInteger.readWhole(in, 3));
    }
    int value = in.readerIndex();
    in.skipBytes((int) PrefixedInteger.readWhole(in, 7));
    int end = in.readerIndex();
    int index =
        isOpen ? indexOf(table, in, start, name, value, end, instructions) : ResponseTable.NONE;
    if (index == ResponseTable.NONE) {
      out.writeBytes(in, start, end - start);
    } else {
      writeReference(out, index);
    }
  }

  /** Returns the entry to use in place of a line. Inserts the line first if it is worth an entry. */
  private int indexOf(
      ResponseTable table,
      ByteBuf in,
      int start,
      int name,
      int value,
      int end,
      ByteBuf instructions)
      throws Malformed {
    int hash = ResponseTable.hash(in, start, end);
    int index = table.find(in, start, end, hash);
    if (index == ResponseTable.NONE && isWorthAnEntry(in, start, name, value, hash)) {
      long size = entrySize(in, start, name, value);
      int bytes = instructions.readableBytes() + (end - start) + INSERTION_OVERHEAD;
      if (table.hasRoom(size) && bytes <= room) {
        index = table.add(in, start, end, hash, size);
        writeInsertion(in, start, name, value, end, instructions);
      }
    }
    boolean isUsable = index < sections.knownReceived() || mayBlock;
    return isUsable ? index : ResponseTable.NONE;
  }

  private boolean isWorthAnEntry(ByteBuf in, int start, int name, int value, int lineHash) {
    int nameHash = name == LITERAL_NAME ? ResponseTable.hash(in, start, value) : name + 1;
    return !isChangingOrSecret(name) && history.isWorthAnEntry(nameHash, lineHash);
  }

  /** Returns true for a field that changes often or is secret, by its index in the static table. */
  private static boolean isChangingOrSecret(int name) {
    return switch (name) {
      // age, content-length, date, etag, last-modified, location.
      case 2, 4, 6, 7, 10, 12 -> true;
      // set-cookie: its length must not reveal whether an attacker's guess was right (RFC 9204
      // 7.1).
      case 14 -> true;
      default -> false;
    };
  }

  /** Returns the size of RFC 9204 section 3.2.1, or a little more, because Huffman-coded strings are not decoded. */
  private static long entrySize(ByteBuf in, int start, int name, int value) throws Malformed {
    ByteBuf reader = in.duplicate();
    long nameLength;
    if (name == LITERAL_NAME) {
      reader.readerIndex(start);
      nameLength = decodedLength(reader, 3);
    } else {
      nameLength = StaticNames.get(name).length();
    }
    reader.readerIndex(value);
    return nameLength + decodedLength(reader, 7) + ResponseTable.ENTRY_OVERHEAD;
  }

  /** Returns the maximum decoded length. The Huffman code has no symbol of less than five bits (RFC 7541 appendix B). */
  private static long decodedLength(ByteBuf literal, int prefixBits) throws Malformed {
    boolean isHuffman = (literal.getByte(literal.readerIndex()) & 1 << prefixBits) != 0;
    long length = PrefixedInteger.readWhole(literal, prefixBits);
    return isHuffman ? length * 8 / 5 : length;
  }

  private static void writeInsertion(
      ByteBuf in, int start, int name, int value, int end, ByteBuf instructions) throws Malformed {
    if (name == LITERAL_NAME) {
      // RFC 9204 4.3.3: the same name after a longer prefix.
      ByteBuf reader = in.duplicate().readerIndex(start);
      int huffman = (in.getByte(start) & 0x08) == 0 ? 0 : 0x20;
      int length = (int) PrefixedInteger.readWhole(reader, 3);
      PrefixedInteger.write(instructions, 0x40 | huffman, 5, length);
      instructions.writeBytes(reader, length);
    } else {
      // 4.3.2.
      PrefixedInteger.write(instructions, 0xc0, 6, name);
    }
    instructions.writeBytes(in, value, end - value);
  }

  private void writeReference(ByteBuf out, int index) {
    if (index < base) {
      // RFC 9204 4.5.2.
      PrefixedInteger.write(out, 0x80, 6, base - index - 1);
    } else {
      // 4.5.3: inserted after the section began.
      PrefixedInteger.write(out, 0x10, 4, index - base);
    }
    requiredInsertCount = Math.max(requiredInsertCount, index + 1);
  }

  /** Writes the section's prefix (RFC 9204 section 4.5.1) and the frame header before the lines. */
  private void writeHead(ByteBuf out) {
    prefix.clear();
    PrefixedInteger.write(prefix, 0, 8, requiredInsertCount % (2 * maxEntries) + 1);
    if (base >= requiredInsertCount) {
      PrefixedInteger.write(prefix, 0, 7, base - requiredInsertCount);
    } else {
      PrefixedInteger.write(prefix, 0x80, 7, requiredInsertCount - base - 1);
    }
    int prefixAt = HEADROOM - prefix.readableBytes();
    out.setBytes(prefixAt, prefix, prefix.readableBytes());
    int length = out.writerIndex() - prefixAt;
    int lengthAt = prefixAt - writeLength(out, prefixAt, length);
    out.setByte(lengthAt - 1, HEADERS);
    out.readerIndex(lengthAt - 1);
  }

  /** Writes a variable-length integer before an index (RFC 9000 section 16). Returns its number of bytes. */
  private static int writeLength(ByteBuf out, int before, int length) {
    if (length < 1 << 6) {
      out.setByte(before - 1, length);
      return 1;
    }
    if (length < 1 << 14) {
      out.setShort(before - 2, length | 0x4000);
      return 2;
    }
    out.setInt(before - 4, length | 0x8000_0000);
    return 4;
  }
}
