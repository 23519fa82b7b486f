package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;

/** A sink that ignores the response. Tests override the part that they check. */
public class IgnoredResponse implements ResponseSink {
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
  public void fail(ExchangeFailure failure) {}

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public void requestConsumed(int bytes) {}

  @Override
  public void flush() {}
}
