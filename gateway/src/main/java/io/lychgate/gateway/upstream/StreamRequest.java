package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.upstream.balance.BalancedRequest;
import org.jspecify.annotations.Nullable;

/** An exchange that needs a stream, as the queue and the connections see it. Event loop only. */
public interface StreamRequest extends UpstreamStream.Receiver, BalancedRequest {
  /** Returns the keyed hash of the client, whose requests have one share of the connections. */
  @Override
  long client();

  /** Returns the client as a header of the PROXY protocol names it; null if the upstream gets none. */
  @Nullable
  ProxiedClient proxiedClient();

  /** Returns the preferred server, or the server that serves the request; null if none was chosen yet. */
  @Nullable
  LoopServer server();

  void server(@Nullable LoopServer server);

  /** Returns true if the request needs no stream any more. */
  boolean isDone();

  /** Gives the request a stream. */
  void connected(UpstreamStream stream);

  /** Reports that no stream can be had. */
  void connectFailed(ExchangeFailure failure);
}
