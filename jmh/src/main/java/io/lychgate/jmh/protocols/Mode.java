package io.lychgate.jmh.protocols;

/** Start of a connection. */
enum Mode {
  /** With a full handshake. */
  NEW("new", "new"),
  /** With the session ticket of an earlier connection. */
  RESUMED("resumed", "resumed"),
  /** The request leaves with the first packet (RFC 9001 section 4.6). Over TCP, Go's TLS cannot. */
  EARLY("early", "0-RTT");

  private final String id;
  private final String title;

  Mode(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** Name for the client. */
  String id() {
    return id;
  }

  String title() {
    return title;
  }

  /** Returns true if the client supports the mode over the protocol. */
  boolean isOf(Protocol protocol) {
    return this != EARLY || protocol == Protocol.HTTP_3;
  }
}
