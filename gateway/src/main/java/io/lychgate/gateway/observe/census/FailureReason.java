package io.lychgate.gateway.observe.census;

/** The cause for which a connection ended before its protocol was known. */
public enum FailureReason {
  /** The client closed or reset the connection. */
  LEFT("left", Measure.FAILED_LEFT, "the client left"),

  /** An error or alert of TLS, or an error of QUIC. */
  TLS("tls", Measure.FAILED_TLS, "an error or alert of TLS, or an error of QUIC"),

  TIMEOUT("timeout", Measure.FAILED_TIMEOUT, "the client was too slow"),

  /** A limit of connections, a shortage of file descriptors, a protocol that is not enabled, or a stop of the listener. */
  REFUSED("refused", Measure.FAILED_REFUSED, "a limit, a shortage, a disabled protocol, or a stop");

  private final String tag;
  private final Measure measure;
  private final String text;

  FailureReason(String tag, Measure measure, String text) {
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
