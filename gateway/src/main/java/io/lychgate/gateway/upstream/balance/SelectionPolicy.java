package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.RequestHead;
import java.util.List;

/**
 * Chooses the server of each request. One instance serves one upstream on one event loop, so it may keep state without locks.
 * Called for each request and each retry: it must not allocate. Event loop only.
 */
public interface SelectionPolicy {
  /**
   * Returns the index of the preferred server. Another server may serve the request if this one has no connection.
   *
   * @param servers at least one; always the same list, in the order of the configuration
   */
  int choose(List<ServerState> servers, RequestHead request);
}
