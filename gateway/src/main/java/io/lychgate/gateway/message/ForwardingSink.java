package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;

/** Passes everything on to the next sink. The base of sinks that change a response, or observe it. Event loop only. */
public class ForwardingSink implements ResponseSink {
  private final ResponseSink next;

  protected ForwardingSink(ResponseSink next) {
    this.next = next;
  }

  /** The sink that this one passes the response to. */
  public final ResponseSink next() {
    return next;
  }

  /**
   * Returns the responder that the exchange uses in place of the one that writes to this sink. A sink that also handles the request's
   * body, or that reports its own {@link #isWritable}, stands in front of the responder: see {@link ForwardingExchange}.
   */
  public Responder inFrontOf(Responder responder) {
    return responder;
  }

  @Override
  public void informational(ResponseHead head) {
    next.informational(head);
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    next.head(head, end);
  }

  @Override
  public void data(ByteBuf data, boolean end) {
    next.data(data, end);
  }

  @Override
  public void trailers(Fields trailers) {
    next.trailers(trailers);
  }

  @Override
  public void upgraded(ResponseHead head, Responder tunnel) {
    next.upgraded(head, tunnel);
  }

  @Override
  public void fail(ExchangeFailure failure) {
    next.fail(failure);
  }

  @Override
  public boolean isWritable() {
    return next.isWritable();
  }

  @Override
  public boolean isWanted() {
    return next.isWanted();
  }

  @Override
  public void requestConsumed(int bytes) {
    next.requestConsumed(bytes);
  }

  @Override
  public void flush() {
    next.flush();
  }
}
