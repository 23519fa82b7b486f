package io.lychgate.gateway.message;

/** The server that serves an exchange, for the access log. Event loop only. */
public interface ServedBy {
  /** Returns the server as it is written in the configuration. */
  String serverName();

  /** Returns the nanoseconds from the start to the final response head; 0 before its arrival. */
  long headNanos();

  /** Returns how often the request was sent to servers. */
  default int attempts() {
    return 1;
  }
}
