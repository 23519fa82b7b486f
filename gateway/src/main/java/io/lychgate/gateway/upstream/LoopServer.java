package io.lychgate.gateway.upstream;

import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.discovery.Endpoint;

/** A server as one event loop sees it. It stays valid after the server has left its set. Event loop only. */
public interface LoopServer {
  /** Returns the latest endpoint: a server may get other addresses or another weight. */
  Endpoint endpoint();

  /** Returns the state that all loops share. */
  ServerState state();
}
