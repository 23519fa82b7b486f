package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Reads the short text that a page of the bench sends. */
final class BenchIntake implements Responder {
  /** Bytes of the longest text: the token of a link. */
  private static final int MAX_BYTES = 512;

  private final Exchange exchange;
  private final Consumer<String> reader;
  private final ByteBuf body = Unpooled.buffer(0, MAX_BYTES);

  BenchIntake(Exchange exchange, Consumer<String> reader) {
    this.exchange = exchange;
    this.reader = reader;
  }

  /** Begins with the request head. {@code end} is true if there is no body. */
  Responder begin(boolean end) {
    if (exchange.request().contentLength() > MAX_BYTES) {
      refuse();
    } else if (end) {
      read();
    }
    return this;
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    int bytes = data.readableBytes();
    boolean fits = bytes <= body.maxWritableBytes();
    if (fits) {
      body.writeBytes(data);
    }
    data.release();
    exchange.requestConsumed(bytes);
    if (!fits) {
      refuse();
    } else if (end) {
      read();
    }
  }

  @Override
  public void requestTrailers(Fields trailers) {
    read();
  }

  @Override
  public void sinkWritable() {}

  @Override
  public void cancel() {}

  private void read() {
    if (!exchange.isEnded()) {
      reader.accept(body.toString(StandardCharsets.UTF_8));
    }
  }

  private void refuse() {
    if (!exchange.isEnded()) {
      exchange.fail(new ExchangeFailure(
          Kind.CONTENT_TOO_LARGE, "body: too long (expected: at most " + MAX_BYTES + " bytes)"));
    }
  }
}
