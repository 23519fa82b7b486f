package io.lychgate.gateway.ledger;

import java.util.Map;

/**
 * What one page says of its view: which resources of its own origin it has loaded.
 *
 * @param page its path and query
 * @param whole whether it had finished loading and names all: what is not named then was not used
 * @param transferred by path and query, the octets that came over the network; 0 from a cache
 */
public record Beacon(String page, boolean whole, Map<String, Long> transferred) {
  public Beacon {
    transferred = Map.copyOf(transferred);
  }

  boolean isUsed(String path) {
    return transferred.containsKey(path);
  }

  /** Whether octets of a used resource have come over the network for the page itself. */
  boolean isTransferred(String path) {
    return transferred.getOrDefault(path, 0L) > 0;
  }
}
