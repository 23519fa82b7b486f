package io.lychgate.gateway.observe.savings;

/** A number of the savings page with its definition. UI and docs show the text. */
public enum SavingsTerm {
  OPEN("open", "Open connections", "Client connections that are open now."),
  OPENED("opened", "Opened connections", "Client connections opened since the gateway started."),
  H1_EQUIVALENT(
      "h1Equivalent",
      "HTTP/1.1 equivalent",
      "HTTP/1.1 connections that a browser would have opened instead. For each HTTP/2 or HTTP/3 connection: the peak of "
          + "min(6, exchanges in flight) for each authority on it, added up, at least 1. An HTTP/1.1 connection counts "
          + "as 1. Open and closed connections since the start. An estimate: compare it with a measured before and "
          + "after."),
  SAVED(
      "saved",
      "Connections saved",
      "HTTP/1.1 equivalent minus opened connections, since the gateway started. An estimate, as the equivalent is."),
  HANDSHAKES_FULL(
      "handshakesFull",
      "Full handshakes",
      "TLS and QUIC handshakes that verified the certificate anew."),
  HANDSHAKES_RESUMED(
      "handshakesResumed",
      "Resumed handshakes",
      "TLS and QUIC handshakes that resumed an earlier session."),
  REQUESTS("requests", "Requests", "Requests that came in since the gateway started."),
  LOOP_SECONDS(
      "loopSeconds",
      "CPU time",
      "Thread CPU time of the data path's event loops since the gateway started, in seconds."),
  HANDSHAKE_SECONDS(
      "handshakeSeconds",
      "CPU time of handshakes",
      "The part of it that handshakes took, measured around each."),
  SAVED_SECONDS(
      "savedSeconds",
      "CPU time saved",
      "Handshakes avoided (connections saved) times the mean CPU time of a TLS handshake over TCP, minus requests times "
          + "what a request costs more than over HTTP/1.1, sampled in one read or flush of 61. Negative when the protocol "
          + "costs more than it saves. Absent until 30 handshakes and, for each protocol in use and for HTTP/1.1, 100 "
          + "sampled requests were measured.");

  private final String field;
  private final String title;
  private final String text;

  SavingsTerm(String field, String title, String text) {
    this.field = field;
    this.title = title;
    this.text = text;
  }

  /** Returns its name in the admin API. */
  public String field() {
    return field;
  }

  /** Returns its display name. */
  public String title() {
    return title;
  }

  public String text() {
    return text;
  }
}
