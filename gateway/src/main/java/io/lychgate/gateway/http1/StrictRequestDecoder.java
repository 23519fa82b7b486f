package io.lychgate.gateway.http1;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.UnreadBytes;
import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.TrailerFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.List;

/**
 * Netty's request decoder, which is strict about framing, with four more checks. Netty joins folded lines with a space. RFC 9112
 * section 5.2 allows that, but upstream servers may see two fields where the gateway sees one. Netty accepts {@code http/1.1} as
 * {@code HTTP/1.1}, which is case-sensitive (RFC 9112 section 2.3). Netty drops trailers that frame a message, so the message would
 * be accepted. Netty takes any white space between the parts of a request line, which others read in other ways.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
  /** Maximum bytes of one piece; a larger chunk comes in several. Netty's 8 KiB would cut every body into many objects. */
  private static final int MAX_CHUNK_BYTES = 64 * 1024;

  /** Bytes of {@code HTTP/1.1}. */
  private static final int VERSION_LENGTH = 8;

  /** Cost of a request in the turn's budget, in addition to its decoding. */
  private static final int COST_OF_REQUEST = 7;

  private final Reader reader;
  private final TurnBudget budget;
  private boolean inHead = true;

  /** True while no part of the head is decoded, not even its request line. */
  private boolean atRequestLine = true;

  private boolean broken;
  private boolean decoding;

  /** @param budget bounds the decoding in one turn of the loop */
  StrictRequestDecoder(LimitConfig limits, Reader reader, TurnBudget budget) {
    super(new HttpDecoderConfig()
        .setMaxInitialLineLength(limits.maxTargetBytes() + 64)
        .setMaxHeaderSize(limits.maxHeaderBytes())
        .setMaxChunkSize(MAX_CHUNK_BYTES)
        .setHeadersFactory(FieldHeaders.heads())
        .setTrailersFactory(FieldHeaders.trailers()));
    setCumulator(UnreadBytes.CUMULATOR);
    this.reader = reader;
    this.budget = budget;
  }

  /** The connection that takes the decoded messages. */
  interface Reader {
    /** Called when some but not all bytes of a request's head have arrived. */
    void headBegun();

    /** Returns true while a decoded request waits for the one before it. Later bytes stay undecoded until {@link #decodeOn}. */
    boolean isHoldingRequest();
  }

  /** Returns true if bytes have arrived that belong to no decoded request. */
  boolean isBehindRequest() {
    return !atRequestLine || actualReadableBytes() > 0;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    decoding = true;
    try {
      super.channelRead(ctx, message);
    } finally {
      decoding = false;
    }
  }

  /** Prevents a read while decoding waits. Netty's decoder reads on if it has decoded nothing. */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    if (budget.isSuspended() || reader.isHoldingRequest()) {
      discardSomeReadBytes();
      ctx.fireChannelReadComplete();
    } else {
      super.channelReadComplete(ctx);
    }
  }

  /** Decodes bytes that waited for a turn of the loop or for the request before them. Does nothing while decoding. */
  void decodeOn(ChannelHandlerContext ctx) {
    if (decoding || actualReadableBytes() == 0) {
      return;
    }
    try {
      channelRead(ctx, Unpooled.EMPTY_BUFFER);
      channelReadComplete(ctx);
    } catch (Exception failed) {
      ctx.fireExceptionCaught(failed);
    }
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (broken) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (reader.isHoldingRequest() || !budget.allowsMore()) {
      return;
    }
    budget.spend(1);
    if (inHead && hasFoldedLine(in)) {
      broken = true;
      in.skipBytes(in.readableBytes());
      HttpRequest refused = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
      refused.setDecoderResult(
          DecoderResult.failure(new IllegalArgumentException("folded field line")));
      out.add(refused);
      return;
    }
    int before = out.size();
    int requestLine = atRequestLine ? skipEmptyLines(in) : in.readerIndex();
    super.decode(ctx, in, out);
    atRequestLine &= in.readerIndex() <= requestLine;
    for (int i = before; i < out.size(); i++) {
      Object message = out.get(i);
      if (message instanceof HttpRequest) {
        inHead = false;
        budget.spend(COST_OF_REQUEST);
      }
      if (message instanceof LastHttpContent) {
        inHead = true;
        atRequestLine = true;
      }
    }
    if (inHead && out.size() == before) {
      reader.headBegun();
    }
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    AsciiString known = FieldNames.knownIn(line, start, length);
    AsciiString name = known == null ? super.splitHeaderName(line, start, length) : known;
    if (!inHead && TrailerFields.isForbiddenInRequest(name)) {
      throw new IllegalArgumentException("trailer: " + name + " is forbidden (RFC 9110 6.5.1)");
    }
    return name;
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    requireOneSpaceBefore(line, start);
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    requireOneSpaceBefore(line, start);
    if (!isVersion(line, start, length)) {
      throw new IllegalArgumentException("version: not HTTP/1.1 (RFC 9112 2.3)");
    }
    return super.splitThirdWordInitialLine(line, start, length);
  }

  private static void requireOneSpaceBefore(byte[] line, int start) {
    if (start < 2 || line[start - 1] != ' ' || isBlank(line[start - 2])) {
      throw new IllegalArgumentException(
          "request line: not one space between its parts (RFC 9112 3)");
    }
  }

  private static boolean isVersion(byte[] line, int start, int length) {
    if (length != VERSION_LENGTH || line[start + 6] != '.') {
      return false;
    }
    for (int i = 0; i < 5; i++) {
      if (line[start + i] != "HTTP/".charAt(i)) {
        return false;
      }
    }
    return isDigit(line[start + 5]) && isDigit(line[start + 7]);
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  /** Returns true if a line of the head at the front of the buffer begins with a space. Looks no farther than the head. */
  private boolean hasFoldedLine(ByteBuf in) {
    int index = atRequestLine ? skipEmptyLines(in) : in.readerIndex();
    int end = in.writerIndex();
    if (index < end && isBlank(in.getByte(index))) {
      return true;
    }
    if (index < end && isLineEnd(in.getByte(index))) {
      // The empty line that ends the head. The body follows.
      return false;
    }
    while (true) {
      int feed = in.indexOf(index, end, (byte) '\n');
      if (feed < 0 || feed + 1 >= end) {
        return false;
      }
      byte next = in.getByte(feed + 1);
      if (isBlank(next)) {
        return true;
      }
      if (isLineEnd(next)) {
        return false;
      }
      index = feed + 1;
    }
  }

  /** Returns the index of the request line, after any empty lines (RFC 9112 section 2.2). */
  private static int skipEmptyLines(ByteBuf in) {
    int index = in.readerIndex();
    while (index < in.writerIndex() && isLineEnd(in.getByte(index))) {
      index++;
    }
    return index;
  }

  private static boolean isLineEnd(byte b) {
    return b == '\r' || b == '\n';
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }
}
