package io.lychgate.gateway.observe.count;

/** Reasons why a request was sent to an upstream again. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum RetryReason {
  /** The server has certainly not processed it: the connection was closed before the request, or the stream was refused. */
  UNPROCESSED("unprocessed"),
  /** The server accepted no connection. */
  CONNECT("connect"),
  /** The connection or stream was closed or reset before the response head. */
  RESET("reset"),
  /** No response head in time. */
  TIMEOUT("timeout"),
  /** The response head was not valid. */
  MALFORMED("malformed"),
  /** The status of the response. */
  STATUS("status");

  private static final int OUTCOMES = Outcome.values().length;
  private static final int SIZE = values().length * OUTCOMES;

  private final String tag;

  RetryReason(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** Returns the index of the counter of an upstream. */
  public int of(int upstream, Outcome outcome) {
    return upstream * SIZE + ordinal() * OUTCOMES + outcome.ordinal();
  }

  /** Results of a retry. */
  public enum Outcome {
    /** The client gets its response. */
    SUCCEEDED("succeeded"),
    /** It failed too. */
    FAILED("failed"),
    /** The client left before its result was known. */
    CANCELLED("cancelled");

    private final String tag;

    Outcome(String tag) {
      this.tag = tag;
    }

    public String tag() {
      return tag;
    }
  }
}
