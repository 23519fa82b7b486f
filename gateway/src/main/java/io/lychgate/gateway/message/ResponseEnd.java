package io.lychgate.gateway.message;

/** The way in which the response of an exchange ended at the client. */
public enum ResponseEnd {
  /** All of it has left. */
  WHOLE,
  /** The gateway or the server ended it after its head, so the client has a part. */
  CUT,
  /** The client left, or read nothing for too long. */
  ABANDONED;

  /** Learns the end of a response. */
  @FunctionalInterface
  public interface Listener {
    /** @param bodyBytes bytes of the body that the gateway has sent, as they were coded */
    void ended(ResponseEnd how, long bodyBytes);
  }
}
