package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * String literals with and without the Huffman code (RFC 9204 section 4.1.2). They are those of HPACK, whose decoder is public in
 * Netty; that of QPACK is not.
 */
final class StringLiterals {
  /** Bits of the longest symbol (RFC 7541 appendix B), divided by those of a byte. */
  private static final int MAX_HUFFMAN_EXPANSION = 4;

  private final DefaultHttp2HeadersDecoder hpack;
  private final int maxBytes;

  /** @param maxBytes maximum decoded length; a longer string is an error at once */
  StringLiterals(int maxBytes) {
    this.maxBytes = maxBytes;
    this.hpack = new DefaultHttp2HeadersDecoder(false, 2L * maxBytes + 64);
  }

  /** Reads a string; null if it is incomplete. */
  @Nullable
  AsciiString read(ByteBuf in, int prefixBits) throws Malformed {
    if (!in.isReadable()) {
      return null;
    }
    boolean isHuffman = (in.getByte(in.readerIndex()) & 1 << prefixBits) != 0;
    long length = PrefixedInteger.read(in, prefixBits);
    if (length > (isHuffman ? (long) maxBytes * MAX_HUFFMAN_EXPANSION : maxBytes)) {
      throw new Malformed("string of " + length + " bytes");
    }
    if (length == PrefixedInteger.INCOMPLETE || in.readableBytes() < length) {
      return null;
    }
    byte[] bytes = new byte[(int) length];
    in.readBytes(bytes);
    return isHuffman ? decode(bytes) : new AsciiString(bytes, false);
  }

  private AsciiString decode(byte[] huffman) throws Malformed {
    ByteBuf block = Unpooled.buffer(huffman.length + 16);
    // RFC 7541 6.2.2: a literal without indexing, with name "x" and this value.
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
