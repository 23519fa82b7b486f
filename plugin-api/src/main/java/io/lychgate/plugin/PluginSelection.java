package io.lychgate.plugin;

import java.util.List;

/** Chooses the server of each request. One object serves all requests of its configuration, on several threads at a time. */
public interface PluginSelection extends AutoCloseable {
  /** The result of {@link #choose} that leaves the choice to the gateway. */
  int ANY = -1;

  /**
   * Chooses a server. Called on an event loop for each attempt of a request, so it must not block.
   *
   * @param clientKey a keyed hash of the client's address, or of its /64 network of IPv6
   * @param servers those that take requests now, at least one; the server of a failed attempt is absent
   * @return the index of a server in the list, or {@link #ANY}
   */
  int choose(PluginRequestHead request, long clientKey, List<PluginServer> servers);

  /** Releases what the policy holds. Called once, after the last request of its configuration has ended. */
  @Override
  default void close() {}
}
