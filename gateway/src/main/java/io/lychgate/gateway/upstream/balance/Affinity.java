package io.lychgate.gateway.upstream.balance;

import org.jspecify.annotations.Nullable;

/**
 * The tie of a request to a server: by the hash of a part of the request, or by the cookie of its client.
 *
 * @param key the hash; that of the client if the policy uses none
 * @param pin the cookie; null if the request has none, or one that no gateway has made
 * @param hasCookie true if the request has a cookie of this name, whatever its value
 */
public record Affinity(long key, @Nullable StickyPin pin, boolean hasCookie) {
  /** Returns true if the request waits for its server rather than use another one. */
  public boolean isPinned() {
    return pin != null;
  }
}
