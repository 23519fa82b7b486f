package io.lychgate.gateway.upstream;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.observe.count.StickyOutcome;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.observe.count.UpstreamSurplus;

/**
 * The counters of one upstream on one loop.
 *
 * @param number counter number of the upstream
 */
public record UpstreamCounts(LoopObserver observer, int number) {
  public void connectionOpened() {
    observer.upstreamConnectionOpened(number);
  }

  public void connectionFailed() {
    observer.upstreamConnectionFailed(number);
  }

  public void connectionClosed() {
    observer.upstreamConnectionClosed(number);
  }

  public void queued() {
    observer.upstreamQueued(number);
  }

  public void unqueued() {
    observer.upstreamUnqueued(number);
  }

  public void refused(UpstreamRefusal why) {
    observer.upstreamRefused(number, why);
  }

  public void surplus(UpstreamSurplus when) {
    observer.upstreamSurplus(number, when);
  }

  public void diverted(Diversion why) {
    observer.upstreamDiverted(number, why);
  }

  public void sticky(StickyOutcome outcome) {
    observer.upstreamSticky(number, outcome);
  }

  public void request() {
    observer.upstreamRequest(number);
  }

  public void retry() {
    observer.upstreamRetry(number);
  }
}
