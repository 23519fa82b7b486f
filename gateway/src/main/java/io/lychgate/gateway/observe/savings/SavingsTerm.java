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
  BY_LISTENER(
      "byListener",
      "By listener",
      "The same counters for each listener with connections, over all protocols."),
  BY_SITE(
      "bySite",
      "By site",
      "The same counters for each site by its first host. A connection counts for the site of its first request, so one "
          + "without a request counts for none. A request without a site counts for the site `other`."),
  CLOSINGS(
      "closings",
      "Closed connections by cause",
      "Ended connections by the first cause of their end. Their sum is opened minus open connections."),
  FAILURES(
      "failures",
      "Failed handshakes by cause",
      "Accepted connections that ended before their protocol was known: TLS, QUIC, or plain text without a first byte. "
          + "Accepted is opened, plus failed, plus those in their handshake."),
  HANDSHAKES_EARLY(
      "handshakesEarly",
      "Handshakes with 0-RTT",
      "Completed QUIC handshakes before whose end a request arrived (early data, RFC 8446 section 2.3). Early data that "
          + "waited because it might be a replay does not count."),
  REQUESTS_PER_CONNECTION(
      "requestsPerConnection",
      "Requests per connection",
      "Requests of closed connections: mean and number of connections by their requests. Absent until a connection has "
          + "closed."),
  HEADERS(
      "headers",
      "Header bytes",
      "Bytes of header sections over HTTP/2 and HTTP/3 as HPACK or QPACK coded them, and as HTTP/1.1 would send them, of "
          + "one message in 17 in each direction. HTTP/3 with a dynamic QPACK table is left out, because its insertions "
          + "cost bytes on another stream. Promised requests are left out. Absent until a section was sampled."),
  MEMORY(
      "memory",
      "Memory per connection",
      "Heap in use and direct memory of Netty after the last garbage collection, minus both after the last collection "
          + "without a connection, over the open connections. An estimate that includes their requests. Absent under 100 "
          + "open connections, and until a collection without a connection was seen."),
  UPSTREAM(
      "upstream",
      "Connections to servers",
      "Connections opened to servers, and requests sent on them with retries. Requests minus opened connections is what "
          + "pooling saved."),
  HANDSHAKES_FULL(
      "handshakesFull",
      "Full handshakes",
      "TLS and QUIC handshakes that verified the certificate anew."),
  HANDSHAKES_RESUMED(
      "handshakesResumed",
      "Resumed handshakes",
      "TLS and QUIC handshakes that resumed an earlier session."),
  REQUESTS(
      "requests",
      "Requests",
      "Requests of clients since the gateway started, without promised ones."),
  IN_FLIGHT(
      "inFlight",
      "Requests in flight",
      "Requests whose response is not complete, with promised ones; those of a site without. Over HTTP/2 and HTTP/3 each is a "
          + "stream."),
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
      "Handshakes avoided (connections saved, times the share of connections with TLS) times the mean CPU time of a TLS "
          + "handshake over TCP, minus requests times what a request costs more than over HTTP/1.1, sampled in one read or flush of 61. Negative when the protocol "
          + "costs more than it saves. Absent until 30 handshakes and, for each protocol in use and for HTTP/1.1, 100 "
          + "sampled requests were measured."),
  COSTS(
      "costs",
      "CPU time of a handshake and of a request",
      "For each protocol, the mean CPU time of a handshake, measured around each, and of a request, sampled in one read or "
          + "flush of 61. Over QUIC, failed handshakes are in the mean. Absent until 30 handshakes, and 100 sampled requests."),
  MEASURING_SECONDS(
      "measuringSeconds",
      "Cost of measuring",
      "The part of the CPU time that reads the thread's clock around handshakes and samples: the number of reads times "
          + "what one takes now. An estimate.");

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
