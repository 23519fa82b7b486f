package io.lychgate.gateway.admin.seam;

/** The response cache of this node. */
public interface ResponseCaches {
  /** Returns its state and its counters since the start. */
  View view();

  /** Drops stored responses. Returns the number of URLs that had some. */
  int purge(Kind kind, String value);

  /** The criterion of a purge. */
  enum Kind {
    URL,
    PREFIX,
    TAG,
    ALL
  }

  /**
   * State and counters.
   *
   * @param bytes bytes of stored responses with their fields
   * @param memory bytes that they may take
   * @param urls with a stored response
   * @param hits requests that a fresh response served
   * @param stale requests that a stale one served
   * @param validated requests that a stored one served after a validation
   * @param coalesced requests that shared the response to another one
   * @param misses requests that were forwarded
   * @param passed requests that were forwarded without a look at the cache
   * @param savedBytes bytes of bodies that upstreams did not send
   * @param twins compressed forms of stored bodies
   */
  record View(
      long bytes,
      long memory,
      long urls,
      long evictions,
      long hits,
      long stale,
      long validated,
      long coalesced,
      long misses,
      long passed,
      long savedBytes,
      Twins twins) {}

  /**
   * The compressed forms of stored bodies: counters since the start.
   *
   * @param made twins that were made
   * @param dropped attempts that ended without a twin
   * @param waiting twins that wait or are being made now
   * @param plainBytes bytes of the bodies of all twins that were made
   * @param twinBytes bytes of these twins
   */
  record Twins(long made, long dropped, int waiting, long plainBytes, long twinBytes) {}
}
