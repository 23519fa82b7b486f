package io.lychgate.gateway.observe.count;

/** Counters of each upstream. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum UpstreamCount {
  CONNECTIONS_OPENED,
  CONNECTIONS_FAILED,
  CONNECTIONS_CLOSED,
  HTTP2_OPENED,
  HTTP2_CLOSED,
  /** Connections that HTTP/1.1 would have opened for the same requests. */
  H1_EQUIVALENT_OPENED,
  H1_EQUIVALENT_CLOSED,
  REQUESTS,
  RETRIES,
  QUEUED,
  UNQUEUED,
  REFUSED_QUEUE_FULL,
  REFUSED_CLIENT_SHARE,
  REFUSED_WAIT_TOO_LONG,
  REFUSED_TIMED_OUT,
  REFUSED_MAX_REQUESTS,
  REFUSED_CONCURRENCY,
  RETRIES_DENIED,
  HEDGES_SENT,
  HEDGES_WON,
  /** The present adaptive limit: each loop counts the changes that it has made. */
  CONCURRENCY_LIMIT,
  SURPLUS_AFTER_RESPONSE,
  SURPLUS_BETWEEN_REQUESTS,
  SURPLUS_BEFORE_REQUEST,
  DIVERTED_ZONE,
  DIVERTED_PRIORITY,
  DIVERTED_EJECTED,
  STICKY_KEPT,
  STICKY_NEW,
  STICKY_MOVED,
  STICKY_FORGED;

  private static final int SIZE = values().length;

  public int of(int upstream) {
    return upstream * SIZE + ordinal();
  }
}
