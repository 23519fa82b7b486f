package io.lychgate.gateway.observe.census;

/** A distribution of a {@link Tally}. The buckets are those of {@link SpreadBuckets}. */
public enum Spread {
  /** Microseconds from the arrival of a request's head to the departure of the head of its final response. */
  FIRST_BYTE("first_byte"),

  /** Milliseconds between opening and end of a closed connection. */
  CONNECTION_AGE("connection_age"),

  /** Requests of a closed connection. */
  CONNECTION_REQUESTS("connection_requests");

  public static final int COUNT = 3;

  private final String column;

  Spread(String column) {
    this.column = column;
  }

  /** Returns its name in the store and the admin API. */
  public String column() {
    return column;
  }
}
