package io.lychgate.gateway.files;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/** A response without a file: a status and one line for people. */
enum Refusal {
  NOT_FOUND(404, "404 Not Found\n"),
  METHOD_NOT_ALLOWED(405, "405 Method Not Allowed\n");

  private static final AsciiString PLAIN = AsciiString.cached("text/plain; charset=utf-8");
  private static final AsciiString METHODS = AsciiString.cached("GET, HEAD");

  private final int status;
  private final String text;

  Refusal(int status, String text) {
    this.status = status;
    this.text = text;
  }

  ResponseHead head() {
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, PLAIN)
        .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(text.length()));
    if (this == METHOD_NOT_ALLOWED) {
      // RFC 9110 15.5.6: the field is required.
      fields.add(HttpHeaderNames.ALLOW, METHODS);
    }
    return new ResponseHead(status, fields);
  }

  ByteBuf body() {
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.US_ASCII));
  }
}
