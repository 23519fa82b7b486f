package io.lychgate.gateway.exchange;

import io.netty.util.AsciiString;

/**
 * What upstreams are told of a client: the same for all requests of a connection to one authority, so it is made once.
 *
 * @param client the address that it was made from
 * @param authority the authority that it was made for
 * @param address the value of X-Forwarded-For
 * @param forwarded the value of Forwarded (RFC 7239)
 */
record ForwardedClient(
    String client, CharSequence authority, AsciiString address, AsciiString forwarded) {

  static ForwardedClient of(String client, CharSequence authority, boolean secure) {
    StringBuilder text = new StringBuilder(64).append("for=");
    // RFC 7239 section 6: an IPv6 address stands in brackets and quotes.
    if (client.indexOf(':') >= 0) {
      text.append("\"[").append(client).append("]\"");
    } else {
      text.append(client);
    }
    text.append(";host=\"").append(authority).append("\";proto=").append(secure ? "https" : "http");
    return new ForwardedClient(client, authority, new AsciiString(client), new AsciiString(text));
  }

  /** Whether it is what is to be told for this client and authority. A client of QUIC may move. */
  boolean isFor(String otherClient, CharSequence otherAuthority) {
    return client.equals(otherClient) && AsciiString.contentEquals(authority, otherAuthority);
  }
}
