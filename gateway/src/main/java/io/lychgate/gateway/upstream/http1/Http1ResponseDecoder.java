package io.lychgate.gateway.upstream.http1;

import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.UnreadBytes;
import io.lychgate.gateway.message.FieldHeaders;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.TrailerFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.util.List;

/**
 * Netty's HTTP/1.1 response decoder for one {@link Http1Connection}. The request determines if a response has a body (RFC 9112
 * section 6.3) and if a response is expected: other bytes never enter the decoder. Fields are read directly into {@link
 * FieldHeaders}. Texts of nearly every response are constants.
 */
final class Http1ResponseDecoder extends HttpResponseDecoder {
  /** Bytes of one piece. A larger chunk arrives in several pieces; a smaller limit would split every chunk into objects. */
  private static final int MAX_CHUNK_BYTES = 64 * 1024;

  private static final AsciiString VERSION = AsciiString.cached("HTTP/1.1");
  private static final AsciiString VERSION_1_0 = AsciiString.cached("HTTP/1.0");
  private static final AsciiString STATUS = AsciiString.cached("200");
  private static final AsciiString REASON = AsciiString.cached("OK");

  private final Expectation connection;
  private final TurnBudget budget;
  private boolean inHead = true;

  /** The server has closed the connection, so its remaining input is decoded at once. */
  private boolean isInputEnded;

  /** @param budget the bound of decoding in one turn of the loop */
  Http1ResponseDecoder(int maxHeaderBytes, Expectation connection, TurnBudget budget) {
    super(new HttpDecoderConfig()
        .setMaxHeaderSize(maxHeaderBytes)
        .setMaxChunkSize(MAX_CHUNK_BYTES)
        .setHeadersFactory(FieldHeaders.heads())
        .setTrailersFactory(FieldHeaders.trailers()));
    setCumulator(UnreadBytes.CUMULATOR);
    this.connection = connection;
    this.budget = budget;
  }

  /** The connection's expectation of input from its server. */
  interface Expectation {
    /** Returns true if bytes from the server belong to a response. */
    boolean isAwaitingBytes();

    /** Reports bytes that belong to a response, before they are decoded. */
    void received(int bytes);

    /** Returns true if the next head is a response to HEAD. */
    boolean isResponseToHead();

    /** Reports bytes from the server that belong to no response. */
    void surplus();
  }

  /** Returns true if input is left that was not decoded. */
  boolean hasUndecoded() {
    return actualReadableBytes() > 0;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (connection.isAwaitingBytes()) {
      connection.received(((ByteBuf) message).readableBytes());
      super.channelRead(ctx, message);
    } else {
      // Part of a head would stay in the decoder and become a part of the next response.
      ReferenceCountUtil.release(message);
      connection.surplus();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) throws Exception {
    isInputEnded = true;
    super.channelInactive(ctx);
  }

  /** Netty's decoder continues reading when it has decoded nothing. A decoder that waits for its turn must not. */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    if (budget.isSuspended()) {
      discardSomeReadBytes();
      ctx.fireChannelReadComplete();
    } else {
      super.channelReadComplete(ctx);
    }
  }

  /** Decodes the input left from an earlier turn. */
  void decodeOn(ChannelHandlerContext ctx) {
    try {
      super.channelRead(ctx, Unpooled.EMPTY_BUFFER);
      channelReadComplete(ctx);
    } catch (Exception failed) {
      ctx.fireExceptionCaught(failed);
    }
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (!isInputEnded && !budget.allowsMore()) {
      return;
    }
    budget.spend(1);
    int before = out.size();
    super.decode(ctx, in, out);
    for (int i = before; i < out.size(); i++) {
      inHead = out.get(i) instanceof LastHttpContent;
    }
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    return connection.isResponseToHead() || super.isContentAlwaysEmpty(message);
  }

  @Override
  protected String splitFirstWordInitialLine(byte[] line, int start, int length) {
    if (is(VERSION, line, start, length)) {
      return VERSION.toString();
    }
    if (is(VERSION_1_0, line, start, length)) {
      return VERSION_1_0.toString();
    }
    throw new IllegalArgumentException("status line: not HTTP/1.1 or HTTP/1.0");
  }

  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    if (is(STATUS, line, start, length)) {
      return STATUS.toString();
    }
    if (!isStatus(line, start, length)) {
      throw new IllegalArgumentException("status code: not 100-599 (RFC 9110 15)");
    }
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    return is(REASON, line, start, length)
        ? REASON.toString()
        : super.splitThirdWordInitialLine(line, start, length);
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    if (!isBeforeColon(line, start + length)) {
      // Netty drops what follows the space, and would read "Content-Length x: 2" as a length.
      throw new IllegalArgumentException("field name: a space within (RFC 9112 5.1)");
    }
    AsciiString known = FieldNames.knownIn(line, start, length);
    AsciiString name = known == null ? super.splitHeaderName(line, start, length) : known;
    if (!inHead && TrailerFields.isForbiddenInResponse(name)) {
      throw new IllegalArgumentException("trailer: " + name + " is forbidden (RFC 9110 6.5.1)");
    }
    return name;
  }

  /** Returns true if only blanks precede the colon, which a proxy removes from responses (RFC 9112 section 5.1). */
  private static boolean isBeforeColon(byte[] line, int from) {
    int at = from;
    while (at < line.length && (line[at] == ' ' || line[at] == '\t')) {
      at++;
    }
    return at < line.length && line[at] == ':';
  }

  /** Returns true for exactly three digits (RFC 9112 section 4). Netty parses any integer. */
  private static boolean isStatus(byte[] line, int start, int length) {
    return length == 3
        && line[start] >= '1'
        && line[start] <= '5'
        && isDigit(line[start + 1])
        && isDigit(line[start + 2]);
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
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
