package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;

/**
 * Passes on both directions of an exchange: the response to the next sink, and the request's body to the responder. The base of filters
 * that change bytes. Such a filter buffers, so it reports {@link #isWritable} for its own buffer too, and calls {@link
 * Responder#sinkWritable} once that has room. Event loop only.
 */
public class ForwardingExchange extends ForwardingSink implements Responder {
  private Responder responder = NoResponder.INSTANCE;

  protected ForwardingExchange(ResponseSink next) {
    super(next);
  }

  /** The responder that writes to this sink. */
  protected final Responder responder() {
    return responder;
  }

  @Override
  public final Responder inFrontOf(Responder behind) {
    responder = behind;
    return this;
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    responder.requestData(data, end);
  }

  @Override
  public void requestTrailers(Fields trailers) {
    responder.requestTrailers(trailers);
  }

  @Override
  public void sinkWritable() {
    responder.sinkWritable();
  }

  @Override
  public void cancel() {
    responder.cancel();
  }
}
