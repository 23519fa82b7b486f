package io.lychgate.gateway.config.site;

import java.util.Optional;

/** The way in which a client sends a request: a version of HTTP, or a WebSocket over any version. */
public enum ClientProtocol {
  HTTP_1_1("http/1.1"),
  HTTP_2("h2"),
  HTTP_3("h3"),
  WEBSOCKET("websocket");

  private final String token;

  ClientProtocol(String token) {
    this.token = token;
  }

  public String token() {
    return token;
  }

  public static Optional<ClientProtocol> of(String token) {
    for (ClientProtocol protocol : values()) {
      if (protocol.token.equals(token)) {
        return Optional.of(protocol);
      }
    }
    return Optional.empty();
  }
}
