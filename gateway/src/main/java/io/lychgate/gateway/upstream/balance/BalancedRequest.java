package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.RequestHead;
import org.jspecify.annotations.Nullable;

/** A request for which a server is chosen. Event loop only. */
public interface BalancedRequest {
  RequestHead request();

  /** Returns the keyed hash of the client. */
  long client();

  /** Returns what ties the request to a server; null if nothing does. */
  default @Nullable Affinity affinity() {
    return null;
  }

  /** Returns the server on which the last attempt failed, so that another one is chosen if there is one; null at the first attempt. */
  @Nullable
  ServerState avoided();
}
