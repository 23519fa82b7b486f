package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import java.util.function.IntSupplier;

/** The client's decoder stream (RFC 9204 section 4.4): the insertions and sections that the client has received. */
final class DecoderInstructions extends Instructions {
  private final OutstandingSections sections;
  private final IntSupplier insertions;

  /** @param insertions supplies the number of insertions sent so far */
  DecoderInstructions(OutstandingSections sections, IntSupplier insertions) {
    this.sections = sections;
    this.insertions = insertions;
  }

  @Override
  boolean obeyNext(ByteBuf in) throws Malformed {
    byte first = in.getByte(in.readerIndex());
    boolean isAcknowledgment = (first & 0x80) != 0;
    long value = PrefixedInteger.read(in, isAcknowledgment ? 7 : 6);
    if (value == PrefixedInteger.INCOMPLETE) {
      return false;
    }
    if (isAcknowledgment) {
      sections.acknowledged(value);
    } else if ((first & 0x40) != 0) {
      sections.cancelled(value);
    } else {
      sections.received(value, insertions.getAsInt());
    }
    return true;
  }
}
