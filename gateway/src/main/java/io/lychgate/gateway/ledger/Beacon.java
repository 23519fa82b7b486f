package io.lychgate.gateway.ledger;

import java.util.Map;

/**
 * The report of one page on its view: the resources of its own origin that it has loaded.
 *
 * @param page path and query of the page
 * @param whole true if the page has finished loading and names all resources; it did not use the others
 * @param transferred bytes that came over the network, by path and query; 0 from a cache
 */
public record Beacon(String page, boolean whole, Map<String, Long> transferred) {
  public Beacon {
    transferred = Map.copyOf(transferred);
  }

  boolean isUsed(String path) {
    return transferred.containsKey(path);
  }

  /** Returns true if bytes of the resource came over the network for the page itself. */
  boolean isTransferred(String path) {
    return transferred.getOrDefault(path, 0L) > 0;
  }
}
