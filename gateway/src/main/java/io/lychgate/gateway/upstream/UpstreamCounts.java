package io.lychgate.gateway.upstream;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.observe.count.UpstreamSurplus;

/**
 * The counters of one upstream on one loop.
 *
 * @param number counter number of the upstream
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

  void queued() {
    observer.upstreamQueued(number);
  }

  void unqueued() {
    observer.upstreamUnqueued(number);
  }

  void refused(UpstreamRefusal why) {
    observer.upstreamRefused(number, why);
  }

  void surplus(UpstreamSurplus when) {
    observer.upstreamSurplus(number, when);
  }

  void request() {
    observer.upstreamRequest(number);
  }

  void retry() {
    observer.upstreamRetry(number);
  }
}
