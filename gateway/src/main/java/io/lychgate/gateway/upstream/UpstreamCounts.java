package io.lychgate.gateway.upstream;

import io.lychgate.gateway.observe.LoopObserver;

/**
 * What one upstream is counted under on one loop.
 *
 * @param number what counters know the upstream by
 */
record UpstreamCounts(LoopObserver observer, int number) {
  void connectionOpened() {
    observer.upstreamConnectionOpened(number);
  }

  void connectionFailed() {
    observer.upstreamConnectionFailed(number);
  }

  void connectionClosed() {
    observer.upstreamConnectionClosed(number);
  }

  void request() {
    observer.upstreamRequest(number);
  }

  void retry() {
    observer.upstreamRetry(number);
  }
}
