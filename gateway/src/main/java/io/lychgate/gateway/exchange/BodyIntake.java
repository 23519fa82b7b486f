package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of a message to the gateway itself, up to a bound, and reads it as a whole. A message is rejected before its body
 * arrives where possible. Event loop only.
 */
abstract class BodyIntake implements Responder {
  private final Exchange exchange;
  private final int maxBytes;

  /** Grows on the heap while the body arrives. */
  private final ByteBuf body;

  BodyIntake(Exchange exchange, int maxBytes) {
    this.exchange = exchange;
    this.maxBytes = maxBytes;
    this.body = Unpooled.buffer(0, maxBytes);
  }

  /** Begins with the request head. {@code end} is true if there is no body. */
  final Responder begin(boolean end) {
    if (admits() && end) {
      readWhole();
    }
    return this;
  }

  /** Returns true if the body may come. Otherwise, it has responded. */
  abstract boolean admits();

  /** Responds to a body above the bound. */
  abstract void refuseLength();

  /** Reads the whole body, the first bytes of the array, and responds. */
  abstract void read(byte[] content, int length);

  final Exchange exchange() {
    return exchange;
  }

  /** Returns true if the request states a body above the bound. */
  final boolean isTooLong() {
    return exchange.request().contentLength() > maxBytes;
  }

  @Override
  public final void requestData(ByteBuf data, boolean end) {
    int bytes = data.readableBytes();
    boolean fits = bytes <= body.maxWritableBytes();
    if (fits) {
      body.writeBytes(data);
    }
    data.release();
    exchange.requestConsumed(bytes);
    if (!fits) {
      refuseLength();
    } else if (end) {
      readWhole();
    }
  }

  @Override
  public final void requestTrailers(Fields trailers) {
    readWhole();
  }

  private void readWhole() {
    if (!exchange.isEnded()) {
      read(body.array(), body.readableBytes());
    }
  }

  @Override
  public final void sinkWritable() {}

  @Override
  public void cancel() {}

  /** @param why a line for the sender; null for none */
  final void respond(HttpResponseStatus status, @Nullable String why) {
    byte[] text = why == null ? new byte[0] : (why + "\n").getBytes(StandardCharsets.UTF_8);
    Fields fields = new Fields()
        .add(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
        .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(text.length));
    if (text.length > 0) {
      fields.add(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN);
    }
    exchange.head(new ResponseHead(status.code(), fields), text.length == 0);
    if (text.length > 0) {
      exchange.data(Unpooled.wrappedBuffer(text), true);
    }
    exchange.flush();
  }
}
