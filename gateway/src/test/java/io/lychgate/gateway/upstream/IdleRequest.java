package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A request that ignores its stream and its response. Tests override the part that they check. */
public class IdleRequest implements StreamRequest {
  private final long client;
  private @Nullable LoopServer server;

  public IdleRequest(long client) {
    this.client = client;
  }

  @Override
  public long client() {
    return client;
  }

  @Override
  public RequestHead request() {
    throw new UnsupportedOperationException("request: none (expected: not used)");
  }

  @Override
  public @Nullable ServerState avoided() {
    return null;
  }

  @Override
  public @Nullable LoopServer server() {
    return server;
  }

  @Override
  public void server(@Nullable LoopServer chosen) {
    server = chosen;
  }

  @Override
  public @Nullable ProxiedClient proxiedClient() {
    return null;
  }

  @Override
  public boolean isDone() {
    return false;
  }

  @Override
  public void connected(UpstreamStream stream) {}

  @Override
  public void connectFailed(ExchangeFailure failure) {}

  @Override
  public void begin() {}

  @Override
  public void informational(ResponseHead head) {}

  @Override
  public void head(ResponseHead head, boolean end) {}

  @Override
  public void data(ByteBuf data) {
    data.release();
  }

  @Override
  public void end(ByteBuf data, Fields trailers) {
    data.release();
  }

  @Override
  public void switched(ResponseHead head, Responder tunnel) {}

  @Override
  public void failed(ExchangeFailure failure) {}

  @Override
  public void lost(UpstreamStream stream, ExchangeFailure failure) {}

  @Override
  public void bodyWritten(int bytes) {}

  @Override
  public ResponseSink sink() {
    throw new UnsupportedOperationException("sink: none (expected: not used)");
  }

  @Override
  public @Nullable WebSocketHandshake handshake() {
    return null;
  }
}
