package io.lychgate.gateway.upstream;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.observe.count.RetryReason;
import io.lychgate.gateway.observe.count.StickyOutcome;
import io.lychgate.gateway.observe.count.UpstreamCount;
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

  /** Counts a connection of HTTP/2, which {@link #connectionOpened} counts too. */
  public void http2Opened() {
    observer.upstream(number, UpstreamCount.HTTP2_OPENED, 1);
  }

  public void http2Closed() {
    observer.upstream(number, UpstreamCount.HTTP2_CLOSED, 1);
  }

  void http1EquivalentOpened() {
    observer.upstream(number, UpstreamCount.H1_EQUIVALENT_OPENED, 1);
  }

  void http1EquivalentClosed(int connections) {
    observer.upstream(number, UpstreamCount.H1_EQUIVALENT_CLOSED, connections);
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

  /** Counts the result of a retry. */
  public void retried(RetryReason reason, RetryReason.Outcome outcome) {
    observer.upstreamRetried(number, reason, outcome);
  }

  /** Counts a retry or hedge that the budget did not allow. */
  void retryDenied() {
    observer.upstream(number, UpstreamCount.RETRIES_DENIED, 1);
  }

  void hedgeSent() {
    observer.upstream(number, UpstreamCount.HEDGES_SENT, 1);
  }

  /** Counts a hedge whose response came first. */
  void hedgeWon() {
    observer.upstream(number, UpstreamCount.HEDGES_WON, 1);
  }

  /** Counts a change of the adaptive limit. */
  void limitChanged(int by) {
    observer.upstream(number, UpstreamCount.CONCURRENCY_LIMIT, by);
  }
}
