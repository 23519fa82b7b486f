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
  private final Map<Long, ArrayDeque<StreamRequest>> byClient = new LinkedHashMap<>();

  private int size;

  int size() {
    return size;
  }

  int clients() {
    return byClient.size();
  }

  int of(long client) {
    ArrayDeque<StreamRequest> queue = byClient.get(client);
    return queue == null ? 0 : queue.size();
  }

  void add(StreamRequest request) {
    byClient.computeIfAbsent(request.client(), client -> new ArrayDeque<>(4)).add(request);
    size++;
  }

  /** Puts back a request that {@link #poll} returned. It becomes the next one of its client. */
  void putBack(StreamRequest request) {
    byClient.computeIfAbsent(request.client(), client -> new ArrayDeque<>(4)).addFirst(request);
    size++;
  }

  /**
   * Removes and returns the next request in turn of a client that may have a connection; null if there is none.
   *
   * @param tryHold reserves a connection of a client's share; returns true at most once in a call
   */
  @Nullable
  StreamRequest poll(LongPredicate tryHold) {
    for (int looks = Math.min(byClient.size(), MAX_LOOKS); looks > 0; looks--) {
      Iterator<Map.Entry<Long, ArrayDeque<StreamRequest>>> first =
          byClient.entrySet().iterator();
      Map.Entry<Long, ArrayDeque<StreamRequest>> next = first.next();
      long client = next.getKey();
      ArrayDeque<StreamRequest> queue = next.getValue();
      first.remove();
      StreamRequest request = tryHold.test(client) ? queue.remove() : null;
      if (!queue.isEmpty()) {
        byClient.put(client, queue);
      }
      if (request != null) {
        size--;
        return request;
      }
    }
    return null;
  }

  /** Removes a request that no longer wants a connection. Returns false if it does not wait. */
  boolean remove(StreamRequest request) {
    ArrayDeque<StreamRequest> queue = byClient.get(request.client());
    if (queue == null || !queue.remove(request)) {
      return false;
    }
    if (queue.isEmpty()) {
      byClient.remove(request.client());
    }
    size--;
    return true;
  }
}
