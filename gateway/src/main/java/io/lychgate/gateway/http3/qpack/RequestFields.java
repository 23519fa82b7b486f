package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;

/**
 * Field sections of requests, with what refers to the client's dynamic table written in full (RFC 9204 section 4.5). What does not is passed on
 * as it is: Netty's decoder reads the result, and judges it.
 */
public final class RequestFields {
  /** The prefix of a section that needs no insertion. */
  private static final int NO_INSERTIONS = 0;

  private final RequestTable table;
  private final int maxCapacity;

  /** Insertions that the client knows us to have: RFC 9204 section 2.1.4. */
  private long acknowledged;

  /** @param maxCapacity octets, as in our SETTINGS */
  public RequestFields(int maxCapacity) {
    this.maxCapacity = maxCapacity;
    this.table = new RequestTable(maxCapacity);
  }

  /** For the octets of the client's encoder stream. */
  public Instructions encoderInstructions() {
    return new EncoderInstructions(table, maxCapacity);
  }

  /** Reads how many insertions a section needs (RFC 9204 section 4.5.1.1). */
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

  /** Whether so many insertions have come; otherwise the section's stream is blocked. */
  public boolean has(long insertions) {
    return insertions <= table.inserted();
  }

  /**
   * Writes a section without references.
   *
   * @param section behind its insert count
   * @param limit octets above which nothing more is written: what is too large already need not be complete
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
      // RFC 9204 4.5.2, static.
      var unused = PrefixedInteger.readWhole(in, 6);
      copySince(start, in, out);
    } else if ((first & 0x80) != 0) {
      // 4.5.2, dynamic.
      writeEntry(entry(base - PrefixedInteger.readWhole(in, 6) - 1, required), out);
    } else if ((first & 0x40) != 0) {
      // 4.5.4: a name of either table.
      long index = PrefixedInteger.readWhole(in, 4);
      if ((first & 0x10) != 0) {
        skipString(in, 7);
        copySince(start, in, out);
      } else {
        writeName(entry(base - index - 1, required).name(), (first & 0x20) != 0, out);
        copyString(in, out);
      }
    } else if ((first & 0x20) != 0) {
      // 4.5.6: neither.
      skipString(in, 3);
      skipString(in, 7);
      copySince(start, in, out);
    } else if ((first & 0x10) != 0) {
      // 4.5.3: behind the base.
      writeEntry(entry(base + PrefixedInteger.readWhole(in, 4), required), out);
    } else {
      // 4.5.5: a name behind the base.
      long index = PrefixedInteger.readWhole(in, 3);
      writeName(entry(base + index, required).name(), (first & 0x08) != 0, out);
      copyString(in, out);
    }
  }

  /** RFC 9204 section 2.2.3: what the section did not say that it needs is not there for it. */
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

  /** RFC 9204 section 4.5.6; who says that a field is never to be indexed is still heard. */
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

  // What the client is told (RFC 9204 section 4.4).

  /** A section that needed insertions was read. */
  public void acknowledgeSection(long stream, long requiredInsertCount, ByteBuf instructions) {
    PrefixedInteger.write(instructions, 0x80, 7, stream);
    acknowledged = Math.max(acknowledged, requiredInsertCount);
  }

  /** What has come since the last time. */
  public void acknowledgeInsertions(ByteBuf instructions) {
    if (table.inserted() > acknowledged) {
      PrefixedInteger.write(instructions, 0, 6, table.inserted() - acknowledged);
      acknowledged = table.inserted();
    }
  }

  /** Sections of the stream may have come that will not be read. */
  public void cancel(long stream, ByteBuf instructions) {
    PrefixedInteger.write(instructions, 0x40, 6, stream);
  }
}
