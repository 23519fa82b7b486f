package io.lychgate.gateway.exchange;

import io.netty.util.AsciiString;

/**
 * The forwarding fields that describe a client to upstreams. They are the same for all requests of a connection to one authority,
 * so they are built once.
 *
 * @param client the address that the fields were built from
 * @param authority the authority that the fields were built for
 * @param address the value of X-Forwarded-For
 * @param forwarded the value of Forwarded (RFC 7239)
 */
record ForwardedClient(
    String client, CharSequence authority, AsciiString address, AsciiString forwarded) {

  static ForwardedClient of(String client, CharSequence authority, boolean secure) {
    StringBuilder text = new StringBuilder(64).append("for=");
    appendNode(text, client);
    text.append(";host=\"").append(authority).append("\";proto=").append(secure ? "https" : "http");
    return new ForwardedClient(client, authority, new AsciiString(client), new AsciiString(text));
  }

  /** RFC 7239 section 6: an IPv6 address stands in brackets and quotes. */
  static void appendNode(StringBuilder text, String address) {
    if (address.indexOf(':') >= 0) {
      text.append("\"[").append(address).append("]\"");
    } else {
      text.append(address);
    }
  }

  /** Returns true if these fields fit this client and authority. A QUIC client may change its address. */
  boolean isFor(String otherClient, CharSequence otherAuthority) {
    return client.equals(otherClient) && AsciiString.contentEquals(authority, otherAuthority);
  }
}
