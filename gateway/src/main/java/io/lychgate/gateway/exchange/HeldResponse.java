package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Sits between a responder and its exchange and holds the response until its {@link Gate} releases it. Event loop only.
 *
 * <p>The held data is bounded. The responder sees that no body is accepted, so it can pass only data that was read together with
 * the head.
 */
final class HeldResponse implements ResponseSink, Responder {
  private final Exchange exchange;
  private final Gate gate;
  private final ArrayDeque<ByteBuf> body = new ArrayDeque<>(0);
  private Responder responder = NoResponder.INSTANCE;
  private @Nullable ResponseHead head;
  private @Nullable Fields trailers;
  private boolean bodyEnds;
  private boolean isHolding;

  /** Decides when the response proceeds, by {@link HeldResponse#release}. */
  interface Gate {
    void informational(ResponseHead head);

    /** The final head is here. It is held until the gate releases it, possibly from within this call. */
    void finalHead(ResponseHead head);

    /** There is no response: it failed or was cancelled. */
    void ended();
  }

  HeldResponse(Exchange exchange, Gate gate) {
    this.exchange = exchange;
    this.gate = gate;
  }

  /** Returns this object as the responder to use in place of the given one. */
  Responder of(Responder source) {
    responder = source;
    return this;
  }

  /** Passes the held data on, and all later data directly. */
  void release() {
    ResponseHead kept = head;
    if (kept == null) {
      return;
    }
    head = null;
    isHolding = false;
    exchange.head(kept, bodyEnds && body.isEmpty() && trailers == null);
    while (!body.isEmpty()) {
      ByteBuf data = body.remove();
      exchange.data(data, bodyEnds && body.isEmpty() && trailers == null);
    }
    if (trailers != null) {
      exchange.trailers(trailers);
    }
    exchange.flush();
    if (!bodyEnds && exchange.isWritable()) {
      responder.sinkWritable();
    }
  }

  @Override
  public void informational(ResponseHead interim) {
    gate.informational(interim);
    exchange.informational(interim);
  }

  @Override
  public void head(ResponseHead finalHead, boolean end) {
    head = finalHead;
    bodyEnds = end;
    isHolding = true;
    gate.finalHead(finalHead);
  }

  @Override
  public void data(ByteBuf data, boolean end) {
    if (isHolding) {
      body.add(data);
      bodyEnds = end;
    } else {
      exchange.data(data, end);
    }
  }

  @Override
  public void trailers(Fields fields) {
    if (isHolding) {
      trailers = fields;
      bodyEnds = true;
    } else {
      exchange.trailers(fields);
    }
  }

  @Override
  public void fail(ExchangeFailure failure) {
    drop();
    gate.ended();
    exchange.fail(failure);
  }

  @Override
  public boolean isWritable() {
    return !isHolding && exchange.isWritable();
  }

  @Override
  public boolean isWanted() {
    return exchange.isWanted();
  }

  @Override
  public void flush() {
    if (!isHolding) {
      exchange.flush();
    }
  }

  @Override
  public void requestConsumed(int bytes) {
    exchange.requestConsumed(bytes);
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    responder.requestData(data, end);
  }

  @Override
  public void requestTrailers(Fields fields) {
    responder.requestTrailers(fields);
  }

  @Override
  public void sinkWritable() {
    if (!isHolding) {
      responder.sinkWritable();
    }
  }

  @Override
  public void cancel() {
    drop();
    gate.ended();
    responder.cancel();
  }

  private void drop() {
    head = null;
    isHolding = false;
    body.forEach(ByteBuf::release);
    body.clear();
  }
}
