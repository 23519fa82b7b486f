package io.lychgate.gateway.loop;

/**
 * A token bucket that bounds peer actions which cost the gateway work and the peer nothing: a burst, and a rate for each second.
 * Event loop only.
 */
public final class TokenBucket {
  private final int burst;
  private final int perSecond;
  private long tokens;
  private long refilledAtNanos = System.nanoTime();

  public TokenBucket(int burst, int perSecond) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.tokens = burst;
  }

  /** Takes one token. Returns false if none is left. */
  public boolean take() {
    if (tokens == 0) {
      refill();
    }
    if (tokens == 0) {
      return false;
    }
    tokens--;
    return true;
  }

  private void refill() {
    long now = System.nanoTime();
    long earned = (now - refilledAtNanos) * perSecond / 1_000_000_000L;
    if (earned > 0) {
      refilledAtNanos = now;
      tokens = Math.min(burst, earned);
    }
  }
}
