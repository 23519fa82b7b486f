package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The request's body while a step decides, in place of a responder. It gives no flow control credit back, so the client's receive
 * window bounds it. Event loop only.
 */
final class PendingBody implements Responder {
  private final ArrayDeque<ByteBuf> pieces = new ArrayDeque<>(2);
  private final Runnable whenCancelled;
  private @Nullable Fields trailers;
  private boolean isEnded;

  /** @param whenCancelled called if the client leaves meanwhile */
  PendingBody(Runnable whenCancelled) {
    this.whenCancelled = whenCancelled;
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    pieces.add(data);
    isEnded |= end;
  }

  @Override
  public void requestTrailers(Fields fields) {
    trailers = fields;
    isEnded = true;
  }

  @Override
  public void sinkWritable() {}

  @Override
  public void cancel() {
    release();
    whenCancelled.run();
  }

  /** Gives everything to the responder of the exchange, which returns the flow control credit as it consumes the bytes. */
  void handOver(Exchange exchange, Responder responder) {
    while (!pieces.isEmpty()) {
      ByteBuf piece = pieces.remove();
      exchange.pendingData(piece, isEnded && trailers == null && pieces.isEmpty());
    }
    if (trailers != null && !exchange.isEnded()) {
      responder.requestTrailers(trailers);
    }
  }

  void release() {
    pieces.forEach(ByteBuf::release);
    pieces.clear();
  }
}
