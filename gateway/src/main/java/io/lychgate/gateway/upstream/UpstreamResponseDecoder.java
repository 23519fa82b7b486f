package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.FieldNames;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.AsciiString;
import java.util.function.BooleanSupplier;

/**
 * Netty's HTTP/1.1 response decoder, told which responses have no body: only the request says so (RFC 9112 section 6.3), and
 * this connection serves one request at a time. What it reads goes straight into our fields ({@link FieldHeaders}), and texts
 * that nearly every response has are not made anew.
 */
final class UpstreamResponseDecoder extends HttpResponseDecoder {
  /** Bytes. A larger chunk comes in several pieces; a smaller limit would cut every chunk into objects. */
  private static final int MAX_CHUNK_BYTES = 64 * 1024;

  private static final AsciiString VERSION = AsciiString.cached("HTTP/1.1");
  private static final AsciiString STATUS = AsciiString.cached("200");
  private static final AsciiString REASON = AsciiString.cached("OK");

  private final BooleanSupplier isAnsweringHead;

  /** @param isAnsweringHead whether the next head answers HEAD */
  UpstreamResponseDecoder(int maxHeaderBytes, BooleanSupplier isAnsweringHead) {
    super(new HttpDecoderConfig()
        .setMaxHeaderSize(maxHeaderBytes)
        .setMaxChunkSize(MAX_CHUNK_BYTES)
        .setHeadersFactory(FieldHeaders.heads())
        .setTrailersFactory(FieldHeaders.trailers()));
    this.isAnsweringHead = isAnsweringHead;
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    return isAnsweringHead.getAsBoolean() || super.isContentAlwaysEmpty(message);
  }

  @Override
  protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
    return is(VERSION, line, start, length)
        ? VERSION.toString()
        : super.splitFirstWordInitialLine(line, start, length);
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    return is(STATUS, line, start, length)
        ? STATUS.toString()
        : super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    return is(REASON, line, start, length)
        ? REASON.toString()
        : super.splitThirdWordInitialLine(line, start, length);
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    AsciiString known = FieldNames.knownIn(line, start, length);
    return known == null ? super.splitHeaderName(line, start, length) : known;
  }

  private static boolean is(AsciiString text, byte[] line, int start, int length) {
    if (length != text.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (line[start + i] != text.byteAt(i)) {
        return false;
      }
    }
    return true;
  }
}
