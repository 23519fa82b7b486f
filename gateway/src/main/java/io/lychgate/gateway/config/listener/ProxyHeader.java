package io.lychgate.gateway.config.listener;

import java.util.Optional;

/** A version of the PROXY protocol's header, by which a proxy names the client in front of the bytes of a connection. */
public enum ProxyHeader {
  /** One line of text. */
  V1("v1"),

  /** Binary. */
  V2("v2");

  private final String token;

  ProxyHeader(String token) {
    this.token = token;
  }

  public String token() {
    return token;
  }

  public static Optional<ProxyHeader> of(String token) {
    for (ProxyHeader version : values()) {
      if (version.token.equals(token)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }
}
