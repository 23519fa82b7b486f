package io.lychgate.gateway.observe.census;

/** The cause of a connection's end. The first cause counts: a connection that is drained and then closed by its client was drained. */
public enum CloseReason {
  /** The client closed it: the end of its TCP stream, or CONNECTION_CLOSE. */
  CLIENT("client", Measure.CLOSED_BY_CLIENT, "the client closed it"),

  /** The client reset it, or the network between. */
  RESET("reset", Measure.CLOSED_BY_RESET, "the client or the network reset it"),

  IDLE("idle", Measure.CLOSED_IDLE, "it had no request for the idle timeout"),

  /** An error of the protocol, a malformed request, or a response that failed after its head. */
  ERROR("error", Measure.CLOSED_FOR_ERROR, "it broke the protocol, or a response failed midway"),

  /** A limit of the gateway: a timeout while a request is in flight, too many resets, control frames or paths, or a shortage. */
  LIMIT("limit", Measure.CLOSED_FOR_LIMIT, "it exceeded a limit, or made room for others"),

  /** A response of HTTP/1.1 that ends its connection. */
  RESPONSE("after-response", Measure.CLOSED_AFTER_RESPONSE, "an HTTP/1.1 response ended it"),

  /** A reload without its listener, or a stop of the gateway. */
  DRAIN("drain", Measure.CLOSED_BY_DRAIN, "its listener or the gateway stopped");

  private final String tag;
  private final Measure measure;
  private final String text;

  CloseReason(String tag, Measure measure, String text) {
    this.tag = tag;
    this.measure = measure;
    this.text = text;
  }

  /** Returns its name in metrics and the admin API. */
  public String tag() {
    return tag;
  }

  public Measure measure() {
    return measure;
  }

  /** Returns the cause in words, for docs. */
  public String text() {
    return text;
  }
}
