package io.lychgate.jmh;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;

/** A client that takes each response at once and drops it. A failure ends the benchmark. Benchmarks override the part that they count. */
class DroppedResponse implements ResponseSink {
  @Override
  public void informational(ResponseHead head) {}

  @Override
  public void head(ResponseHead head, boolean end) {}

  @Override
  public void data(ByteBuf data, boolean end) {
    data.release();
  }

  @Override
  public void trailers(Fields trailers) {}

  @Override
  public void fail(ExchangeFailure failure) {
    throw new IllegalStateException("response: " + failure + " (expected: a whole one)");
  }

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public void requestConsumed(int bytes) {}

  @Override
  public void flush() {}
}
