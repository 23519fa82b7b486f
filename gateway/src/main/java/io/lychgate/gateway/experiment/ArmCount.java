package io.lychgate.gateway.experiment;

import java.util.Locale;

/** The counters of one arm. Their order is that of the columns in the store. */
public enum ArmCount {
  /** Top-level navigations. */
  VIEWS,
  /** Connections on which the arm had a request. */
  CONNECTIONS,
  /** Connections of the arm whose handshake was not resumed. */
  HANDSHAKES,
  /** CPU time of the loops for the arm's connections: an estimate from one read cycle or flush in 61, and all handshakes over TCP. */
  CPU_NANOS,
  REQUESTS,
  /** Responses with 5xx. */
  ERRORS_5XX,
  /** Bytes of response bodies. */
  BYTES,
  /** Bytes of pushes that the client reset. */
  WASTED,
  /** Requests that ended without a response because of the gateway or a server. */
  FAILED,
  /** Responses that ended early because of the gateway or a server, after their head had left. */
  TRUNCATED,
  /** Requests that the client cancelled. */
  ABORTED,
  /** Page views over HTTP/1.1. */
  GOT_H1,
  /** Page views over HTTP/2. */
  GOT_H2,
  /** Page views over HTTP/3. */
  GOT_H3,
  /** Connections that HTTP/1.1 would have needed for the same requests; for HTTP/1.1 itself, those that it had. */
  H1_EQUIVALENT;

  static final int COUNT = values().length;

  /** Returns its place among the counters. */
  @SuppressWarnings("EnumOrdinal") // The store has the same order, which a test compares.
  int index() {
    return ordinal();
  }

  /** Returns the name of the column and of the API. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }
}
