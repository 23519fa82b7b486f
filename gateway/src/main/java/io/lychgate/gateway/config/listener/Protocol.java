package io.lychgate.gateway.config.listener;

import java.util.Optional;

/** A version of HTTP that a listener may use. Its token is that of ALPN (RFC 7301) and of the configuration file. */
public enum Protocol {
  HTTP_1_1("http/1.1"),
  HTTP_2("h2"),
  HTTP_3("h3");

  private final String token;

  Protocol(String token) {
    this.token = token;
  }

  public String token() {
    return token;
  }

  public static Optional<Protocol> of(String token) {
    for (Protocol protocol : values()) {
      if (protocol.token.equals(token)) {
        return Optional.of(protocol);
      }
    }
    return Optional.empty();
  }
}
