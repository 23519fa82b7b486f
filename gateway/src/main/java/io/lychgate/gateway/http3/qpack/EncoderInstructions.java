package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The client's encoder stream (RFC 9204 section 4.3): the client's insertions. */
final class EncoderInstructions extends Instructions {
  private final RequestTable table;
  private final StringLiterals literals;

  EncoderInstructions(RequestTable table, int maxCapacity) {
    this.table = table;
    this.literals = new StringLiterals(maxCapacity);
  }

  @Override
  boolean obeyNext(ByteBuf in) throws Malformed {
    byte first = in.getByte(in.readerIndex());
    if ((first & 0x80) != 0) {
      return insertByName(in, (first & 0x40) != 0);
    }
    if ((first & 0x40) != 0) {
      return insert(literals.read(in, 5), in);
    }
    long value = PrefixedInteger.read(in, 5);
    if (value == PrefixedInteger.INCOMPLETE) {
      return false;
    }
    if ((first & 0x20) != 0) {
      table.capacity(value);
    } else {
      RequestTable.Entry again = table.getRelative(value);
      table.insert(again.name(), again.value());
    }
    return true;
  }

  private boolean insertByName(ByteBuf in, boolean isStatic) throws Malformed {
    long index = PrefixedInteger.read(in, 6);
    if (index == PrefixedInteger.INCOMPLETE) {
      return false;
    }
    return insert(isStatic ? StaticNames.get(index) : table.getRelative(index).name(), in);
  }

  private boolean insert(@Nullable AsciiString name, ByteBuf in) throws Malformed {
    AsciiString value = name == null ? null : literals.read(in, 7);
    if (name == null || value == null) {
      return false;
    }
    table.insert(name, value);
    return true;
  }
}
