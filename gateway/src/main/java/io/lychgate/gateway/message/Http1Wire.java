package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;

/**
 * Writes the head of an HTTP/1.1 message (RFC 9112 sections 2 to 5) directly from {@link Fields}. {@link FieldHeaders} is the
 * opposite direction.
 *
 * <p>It checks nothing: the edge that read names, values, method and target has checked them.
 */
public final class Http1Wire {
  private static final AsciiString REQUEST_END = AsciiString.cached(" HTTP/1.1\r\nhost: ");
  private static final AsciiString CRLF = AsciiString.cached("\r\n");
  private static final AsciiString COLON = AsciiString.cached(": ");
  private static final AsciiString CHUNKED = AsciiString.cached("transfer-encoding: chunked\r\n");
  private static final AsciiString LAST_CHUNK = AsciiString.cached("0\r\n");
  private static final AsciiString[] STATUS_LINES = new AsciiString[600];

  private Http1Wire() {}

  /** Writes request line, host, fields, and {@code transfer-encoding: chunked} if the length is unknown. */
  public static void writeRequestHead(ByteBuf out, RequestHead head, CharSequence host) {
    HeadText text = HeadText.empty()
        .add(head.method())
        .add(' ')
        .add(head.path())
        .add(REQUEST_END)
        .add(host)
        .add(CRLF);
    addFields(text, head.fields());
    if (head.contentLength() == RequestHead.UNKNOWN_LENGTH) {
      text.add(CHUNKED);
    }
    text.add(CRLF).writeTo(out);
  }

  /** Writes status line and fields, without the empty line that ends the head, so that framing fields can follow. */
  public static void writeResponseHead(ByteBuf out, ResponseHead head) {
    HeadText text = HeadText.empty().add(statusLine(head.status()));
    addFields(text, head.fields());
    text.writeTo(out);
  }

  public static void writeField(ByteBuf out, AsciiString name, CharSequence value) {
    write(out, name);
    write(out, COLON);
    write(out, value);
    write(out, CRLF);
  }

  public static void writeHeadEnd(ByteBuf out) {
    write(out, CRLF);
  }

  /** Writes the size line of a chunk (RFC 9112 section 7.1). The data and a CRLF must follow. */
  public static void writeChunkSize(ByteBuf out, int size) {
    int digits = Math.max(1, (35 - Integer.numberOfLeadingZeros(size)) / 4);
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      out.writeByte(Character.forDigit((size >>> shift) & 15, 16));
    }
    write(out, CRLF);
  }

  /** Writes the last chunk, the trailer section and its end. */
  public static void writeLastChunk(ByteBuf out, Fields trailers) {
    HeadText text = HeadText.empty().add(LAST_CHUNK);
    addFields(text, trailers);
    text.add(CRLF).writeTo(out);
  }

  /** Returns the approximate bytes of a head with these fields, to size its buffer. */
  public static int estimate(Fields fields) {
    int size = 128;
    for (int i = 0; i < fields.size(); i++) {
      size += fields.name(i).length() + fields.value(i).length() + 4;
    }
    return size;
  }

  private static void addFields(HeadText text, Fields fields) {
    for (int i = 0; i < fields.size(); i++) {
      text.add(fields.name(i)).add(COLON).add(fields.value(i)).add(CRLF);
    }
  }

  private static void write(ByteBuf out, CharSequence text) {
    if (text instanceof AsciiString ascii) {
      out.writeBytes(ascii.array(), ascii.arrayOffset(), ascii.length());
    } else {
      ByteBufUtil.writeAscii(out, text);
    }
  }

  private static AsciiString statusLine(int status) {
    if (status < 0 || status >= STATUS_LINES.length) {
      return makeStatusLine(status);
    }
    AsciiString line = STATUS_LINES[status];
    if (line == null) {
      // Concurrent threads create equal lines, so it does not matter which one is kept.
      line = makeStatusLine(status);
      STATUS_LINES[status] = line;
    }
    return line;
  }

  private static AsciiString makeStatusLine(int status) {
    return new AsciiString(
        "HTTP/1.1 " + status + ' ' + HttpResponseStatus.valueOf(status).reasonPhrase() + "\r\n");
  }
}
