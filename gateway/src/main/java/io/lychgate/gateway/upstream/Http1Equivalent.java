package io.lychgate.gateway.upstream;

/**
 * The connections that HTTP/1.1 would have for the requests of one loop to one server: one for each request in progress, and those
 * that wait for the next request until their idle timeout. It decides nothing. Event loop only.
 */
final class Http1Equivalent {
  private int inUse;
  private int open;

  /** The most requests in progress together since the last {@link #settle}. */
  private int peak;

  /**
   * Adds a request.
   *
   * @return true if it would need one more connection
   */
  boolean began() {
    inUse++;
    peak = Math.max(peak, inUse);
    if (inUse <= open) {
      return false;
    }
    open++;
    return true;
  }

  void ended() {
    inUse--;
  }

  /**
   * Closes the connections that were idle since the last call. Call it once in each idle timeout.
   *
   * @return the number of closed ones
   */
  int settle() {
    int closed = open - peak;
    open = peak;
    peak = inUse;
    return closed;
  }

  /** Returns the connections that are open. */
  int open() {
    return open;
  }
}
