package io.lychgate.gateway.loop;

/** Bytes that all connections of one loop may take together. Event loop only. */
public final class ByteBudget {
  private final long total;
  private long taken;

  /** @param total bytes */
  public ByteBudget(long total) {
    this.total = total;
  }

  /** Takes so many, or none if they are not there. */
  public boolean tryTake(long bytes) {
    if (bytes > total - taken) {
      return false;
    }
    taken += bytes;
    return true;
  }

  /** Takes so many and tells whether that was within the budget: for what has come and can't be sent back. */
  public boolean take(long bytes) {
    taken += bytes;
    return taken <= total;
  }

  public void giveBack(long bytes) {
    taken -= bytes;
  }

  public long taken() {
    return taken;
  }
}
