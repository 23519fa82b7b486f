package io.lychgate.gateway.upstream;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one event loop that wait for a connection to an upstream. Each client has a queue, and the queues are served in turn:
 * a client with one request does not wait behind the hundreds of another. Event loop only.
 */
final class WaitingRequests {
  /** Maximum clients that are checked for one connection. The others are checked for the next one. */
  private static final int MAX_LOOKS = 64;

  /** Waiting requests by client. The first client is the next in turn. */
  private final Map<Long, ArrayDeque<UpstreamExchange>> byClient = new LinkedHashMap<>();

  private int size;

  int size() {
    return size;
  }

  int clients() {
    return byClient.size();
  }

  int of(long client) {
    ArrayDeque<UpstreamExchange> queue = byClient.get(client);
    return queue == null ? 0 : queue.size();
  }

  void add(UpstreamExchange exchange) {
    byClient.computeIfAbsent(exchange.client(), client -> new ArrayDeque<>(4)).add(exchange);
    size++;
  }

  /** Puts back a request that {@link #poll} returned. It becomes the next one of its client. */
  void putBack(UpstreamExchange exchange) {
    byClient.computeIfAbsent(exchange.client(), client -> new ArrayDeque<>(4)).addFirst(exchange);
    size++;
  }

  /**
   * Removes and returns the next request in turn of a client that may have a connection; null if there is none.
   *
   * @param tryHold reserves a connection of a client's share; returns true at most once in a call
   */
  @Nullable
  UpstreamExchange poll(LongPredicate tryHold) {
    for (int looks = Math.min(byClient.size(), MAX_LOOKS); looks > 0; looks--) {
      Iterator<Map.Entry<Long, ArrayDeque<UpstreamExchange>>> first =
          byClient.entrySet().iterator();
      Map.Entry<Long, ArrayDeque<UpstreamExchange>> next = first.next();
      long client = next.getKey();
      ArrayDeque<UpstreamExchange> queue = next.getValue();
      first.remove();
      UpstreamExchange exchange = tryHold.test(client) ? queue.remove() : null;
      if (!queue.isEmpty()) {
        byClient.put(client, queue);
      }
      if (exchange != null) {
        size--;
        return exchange;
      }
    }
    return null;
  }

  /** Removes a request that no longer wants a connection. Returns false if it does not wait. */
  boolean remove(UpstreamExchange exchange) {
    ArrayDeque<UpstreamExchange> queue = byClient.get(exchange.client());
    if (queue == null || !queue.remove(exchange)) {
      return false;
    }
    if (queue.isEmpty()) {
      byClient.remove(exchange.client());
    }
    size--;
    return true;
  }
}
