package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;

/**
 * Rewrites field sections of requests, with references to the client's dynamic table written in full (RFC 9204 section 4.5). All
 * other lines are passed on unchanged: Netty's decoder reads and validates the result.
 */
public final class RequestFields {
  /** Prefix of a section that needs no insertions. */
  private static final int NO_INSERTIONS = 0;

  private final RequestTable table;
  private final int maxCapacity;

  /** Number of insertions that the gateway has acknowledged to the client (RFC 9204 section 2.1.4). */
  private long acknowledged;

  /** @param maxCapacity capacity in bytes, as in the gateway's SETTINGS */
  public RequestFields(int maxCapacity) {
    this.maxCapacity = maxCapacity;
    this.table = new RequestTable(maxCapacity);
  }

  /** Returns the parser for the client's encoder stream. */
  public Instructions encoderInstructions() {
    return new EncoderInstructions(table, maxCapacity);
  }

  /** Reads the number of insertions that a section needs (RFC 9204 section 4.5.1.1). */
  public long readRequiredInsertCount(ByteBuf section) throws Malformed {
    long encoded = PrefixedInteger.readWhole(section, 8);
    if (encoded == 0) {
      return 0;
    }
    long fullRange = 2 * table.maxEntries();
    if (encoded > fullRange) {
      throw new Malformed("insert count");
    }
    long max = table.inserted() + table.maxEntries();
    long required = max / fullRange * fullRange + encoded - 1;
    if (required > max) {
      required -= fullRange;
    }
    if (required <= 0) {
      throw new Malformed("insert count");
    }
    return required;
  }

  /** Returns true if this number of insertions has arrived; otherwise the section's stream is blocked. */
  public boolean has(long insertions) {
    return insertions <= table.inserted();
  }

  /**
   * Writes a section without references.
   *
   * @param section positioned after its insert count
   * @param limit bytes above which writing stops: a section that is already too large need not be complete
   */
  public void translate(ByteBuf section, long requiredInsertCount, ByteBuf out, int limit)
      throws Malformed {
    boolean isNegative = section.isReadable() && section.getByte(section.readerIndex()) < 0;
    long delta = PrefixedInteger.readWhole(section, 7);
    long base = isNegative ? requiredInsertCount - delta - 1 : requiredInsertCount + delta;
    if (base < 0) {
      throw new Malformed("base");
    }
    out.writeByte(NO_INSERTIONS).writeByte(0);
    while (section.isReadable() && out.readableBytes() <= limit) {
      line(section, base, requiredInsertCount, out);
    }
  }

  private void line(ByteBuf in, long base, long required, ByteBuf out) throws Malformed {
    int start = in.readerIndex();
    int first = in.getByte(start);
    if ((first & 0xc0) == 0xc0) {
      // RFC 9204 4.5.2: static table.
      var unused = PrefixedInteger.readWhole(in, 6);
      copySince(start, in, out);
    } else if ((first & 0x80) != 0) {
      // RFC 9204 4.5.2: dynamic table.
      writeEntry(entry(base - PrefixedInteger.readWhole(in, 6) - 1, required), out);
    } else if ((first & 0x40) != 0) {
      // RFC 9204 4.5.4: name from either table.
      long index = PrefixedInteger.readWhole(in, 4);
      if ((first & 0x10) != 0) {
        skipString(in, 7);
        copySince(start, in, out);
      } else {
        writeName(entry(base - index - 1, required).name(), (first & 0x20) != 0, out);
        copyString(in, out);
      }
    } else if ((first & 0x20) != 0) {
      // RFC 9204 4.5.6: no table.
      skipString(in, 3);
      skipString(in, 7);
      copySince(start, in, out);
    } else if ((first & 0x10) != 0) {
      // RFC 9204 4.5.3: entry after the base.
      writeEntry(entry(base + PrefixedInteger.readWhole(in, 4), required), out);
    } else {
      // RFC 9204 4.5.5: name of an entry after the base.
      long index = PrefixedInteger.readWhole(in, 3);
      writeName(entry(base + index, required).name(), (first & 0x08) != 0, out);
      copyString(in, out);
    }
  }

  /** Returns an entry. Entries beyond the section's declared insert count are invalid (RFC 9204 section 2.2.3). */
  private RequestTable.Entry entry(long index, long required) throws Malformed {
    if (index >= required) {
      throw new Malformed("entry " + index + " beyond the insert count");
    }
    return table.get(index);
  }

  private static void writeEntry(RequestTable.Entry entry, ByteBuf out) {
    writeName(entry.name(), false, out);
    PrefixedInteger.write(out, 0, 7, entry.value().length());
    writeText(entry.value(), out);
  }

  /** Writes a literal name (RFC 9204 section 4.5.6). The never-indexed flag is preserved. */
  private static void writeName(AsciiString name, boolean isNeverIndexed, ByteBuf out) {
    PrefixedInteger.write(out, isNeverIndexed ? 0x30 : 0x20, 3, name.length());
    writeText(name, out);
  }

  private static void writeText(AsciiString text, ByteBuf out) {
    out.writeBytes(text.array(), text.arrayOffset(), text.length());
  }

  private static void copyString(ByteBuf in, ByteBuf out) throws Malformed {
    int start = in.readerIndex();
    skipString(in, 7);
    copySince(start, in, out);
  }

  private static void skipString(ByteBuf in, int prefixBits) throws Malformed {
    long length = PrefixedInteger.readWhole(in, prefixBits);
    if (length > in.readableBytes()) {
      throw new Malformed("string without its end");
    }
    in.skipBytes((int) length);
  }

  private static void copySince(int start, ByteBuf in, ByteBuf out) {
    out.writeBytes(in, start, in.readerIndex() - start);
  }

  // Decoder instructions to the client (RFC 9204 section 4.4).

  /** Acknowledges a section that needed insertions and was read. */
  public void acknowledgeSection(long stream, long requiredInsertCount, ByteBuf instructions) {
    PrefixedInteger.write(instructions, 0x80, 7, stream);
    acknowledged = Math.max(acknowledged, requiredInsertCount);
  }

  /** Acknowledges the insertions since the last call. */
  public void acknowledgeInsertions(ByteBuf instructions) {
    if (table.inserted() > acknowledged) {
      PrefixedInteger.write(instructions, 0, 6, table.inserted() - acknowledged);
      acknowledged = table.inserted();
    }
  }

  /** Cancels a stream whose sections may have arrived but will not be read. */
  public void cancel(long stream, ByteBuf instructions) {
    PrefixedInteger.write(instructions, 0x40, 6, stream);
  }
}
