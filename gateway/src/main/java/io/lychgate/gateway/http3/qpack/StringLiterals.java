package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * String literals with and without Huffman's code (RFC 9204 section 4.1.2). They are those of HPACK, whose decoder Netty lets
 * others use, while it keeps QPACK's to itself.
 */
final class StringLiterals {
  /** RFC 7541 appendix B: the bits of its longest symbol, over those of an octet. */
  private static final int MAX_HUFFMAN_EXPANSION = 4;

  private final DefaultHttp2HeadersDecoder hpack;
  private final int maxOctets;

  /** @param maxOctets decoded; what is longer is an error, and nothing waits for it */
  StringLiterals(int maxOctets) {
    this.maxOctets = maxOctets;
    this.hpack = new DefaultHttp2HeadersDecoder(false, 2L * maxOctets + 64);
  }

  /** Reads one; null when it has not come in full. */
  @Nullable
  AsciiString read(ByteBuf in, int prefixBits) throws Malformed {
    if (!in.isReadable()) {
      return null;
    }
    boolean isHuffman = (in.getByte(in.readerIndex()) & 1 << prefixBits) != 0;
    long length = PrefixedInteger.read(in, prefixBits);
    if (length > (isHuffman ? (long) maxOctets * MAX_HUFFMAN_EXPANSION : maxOctets)) {
      throw new Malformed("string of " + length + " octets");
    }
    if (length == PrefixedInteger.INCOMPLETE || in.readableBytes() < length) {
      return null;
    }
    byte[] octets = new byte[(int) length];
    in.readBytes(octets);
    return isHuffman ? decode(octets) : new AsciiString(octets, false);
  }

  private AsciiString decode(byte[] huffman) throws Malformed {
    ByteBuf block = Unpooled.buffer(huffman.length + 16);
    // RFC 7541 6.2.2: a literal without indexing, of name "x" and this value.
    block.writeByte(0).writeByte(1).writeByte('x');
    PrefixedInteger.write(block, 0x80, 7, huffman.length);
    block.writeBytes(huffman);
    try {
      CharSequence value = hpack.decodeHeaders(0, block).get("x");
      if (value == null) {
        throw new Malformed("Huffman's code");
      }
      return AsciiString.of(value);
    } catch (Http2Exception e) {
      throw new Malformed("Huffman's code");
    }
  }
}
