package io.lychgate.gateway.loop;

/** Bytes that all connections of one loop may take together. Event loop only. */
public final class ByteBudget {
  private final long total;
  private long taken;

  /** @param total bytes */
  public ByteBudget(long total) {
    this.total = total;
  }

  /** Takes this number of bytes. Returns false and takes none if the budget has fewer. */
  public boolean tryTake(long bytes) {
    if (bytes > total - taken) {
      return false;
    }
    taken += bytes;
    return true;
  }

  /**
   * Takes this number of bytes, even beyond the budget, for bytes that were already received. Returns false if the budget is
   * exceeded.
   */
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
