package io.lychgate.gateway.message;

import org.jspecify.annotations.Nullable;

/** The client of a forwarded request, as far as connections and servers are chosen by it. Event loop only. */
public interface Requester {
  /** A keyed hash of the client, the same for all of its requests: an address of IPv4, or a network of IPv6. */
  long clientHash();

  /** A number of the client that is the same on each gateway. */
  default long clientKey() {
    return clientHash();
  }

  /** The client for a header of the PROXY protocol; null if it has no address of IP. */
  default @Nullable ProxiedClient proxiedClient() {
    return null;
  }

  /** Returns true if more input of the client is there to be read in this turn of the loop. It may cancel the request. */
  default boolean hasMoreInput() {
    return false;
  }

  /** The trace in which the request takes part; null for none. */
  default @Nullable RequestTrace trace() {
    return null;
  }
}
