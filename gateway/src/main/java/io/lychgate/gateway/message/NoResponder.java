package io.lychgate.gateway.message;

import io.netty.buffer.ByteBuf;

/** A responder that does nothing. It is used before a responder is chosen and when the gateway itself has responded. */
public enum NoResponder implements Responder {
  INSTANCE;

  @Override
  public void requestData(ByteBuf data, boolean end) {
    data.release();
  }

  @Override
  public void requestTrailers(Fields trailers) {}

  @Override
  public void sinkWritable() {}

  @Override
  public void cancel() {}
}
