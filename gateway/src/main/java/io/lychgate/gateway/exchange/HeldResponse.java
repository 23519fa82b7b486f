package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingExchange;
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
final class HeldResponse extends ForwardingExchange {
  private final Gate gate;
  private final ArrayDeque<ByteBuf> body = new ArrayDeque<>(0);
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

  HeldResponse(ResponseSink exchange, Gate gate) {
    super(exchange);
    this.gate = gate;
  }

  /** Passes the held data on, and all later data directly. */
  void release() {
    ResponseHead kept = head;
    if (kept == null) {
      return;
    }
    head = null;
    isHolding = false;
    next().head(kept, bodyEnds && body.isEmpty() && trailers == null);
    while (!body.isEmpty()) {
      ByteBuf data = body.remove();
      next().data(data, bodyEnds && body.isEmpty() && trailers == null);
    }
    if (trailers != null) {
      next().trailers(trailers);
    }
    next().flush();
    if (!bodyEnds && next().isWritable()) {
      responder().sinkWritable();
    }
  }

  @Override
  public void informational(ResponseHead interim) {
    gate.informational(interim);
    next().informational(interim);
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
      next().data(data, end);
    }
  }

  @Override
  public void trailers(Fields fields) {
    if (isHolding) {
      trailers = fields;
      bodyEnds = true;
    } else {
      next().trailers(fields);
    }
  }

  @Override
  public void fail(ExchangeFailure failure) {
    drop();
    gate.ended();
    next().fail(failure);
  }

  @Override
  public boolean isWritable() {
    return !isHolding && next().isWritable();
  }

  @Override
  public void flush() {
    if (!isHolding) {
      next().flush();
    }
  }

  @Override
  public void sinkWritable() {
    if (!isHolding) {
      responder().sinkWritable();
    }
  }

  @Override
  public void cancel() {
    drop();
    gate.ended();
    responder().cancel();
  }

  private void drop() {
    head = null;
    isHolding = false;
    body.forEach(ByteBuf::release);
    body.clear();
  }
}
