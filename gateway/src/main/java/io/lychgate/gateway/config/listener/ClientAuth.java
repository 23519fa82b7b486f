package io.lychgate.gateway.config.listener;

import java.util.Locale;

/** The certificates that a listener asks its clients for during the handshake. */
public enum ClientAuth {
  NONE,
  /** A client may send one. One that the authorities have not issued ends the handshake. */
  REQUEST,
  /** A client without one gets no connection. */
  REQUIRE;

  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ClientAuth of(String token) {
    return valueOf(token.toUpperCase(Locale.ROOT));
  }
}
