package io.lychgate.gateway.observe.census;

/**
 * A distribution of a {@link Tally}. The buckets are those of {@link SpreadBuckets}. The ordinal is the index in memory only.
 */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; the store uses the column.
public enum Spread {
  /** Microseconds from the arrival of a request's head to the departure of the head of its final response. */
  FIRST_BYTE("first_byte"),

  /** Milliseconds between opening and end of a closed connection. */
  CONNECTION_AGE("connection_age"),

  /** Requests of a closed connection. */
  CONNECTION_REQUESTS("connection_requests");

  private static final Spread[] ALL = values();

  public static final int COUNT = ALL.length;

  private final String column;

  Spread(String column) {
    this.column = column;
  }

  /** Returns its name in the store and the admin API. */
  public String column() {
    return column;
  }

  public int index() {
    return ordinal();
  }

  public static Spread at(int index) {
    return ALL[index];
  }
}
