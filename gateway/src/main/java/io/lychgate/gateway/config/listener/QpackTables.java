package io.lychgate.gateway.config.listener;

import java.util.Optional;

/** The dynamic QPACK tables that HTTP/3 uses. The token is that of the configuration file. */
public enum QpackTables {
  OFF("off", false, false),
  /** The table in the client, for the fields of responses. */
  RESPONSES("responses", true, false),
  /** The table in the gateway, for the fields of requests. */
  REQUESTS("requests", false, true),
  BOTH("both", true, true);

  private final String token;
  private final boolean ofResponses;
  private final boolean ofRequests;

  QpackTables(String token, boolean ofResponses, boolean ofRequests) {
    this.token = token;
    this.ofResponses = ofResponses;
    this.ofRequests = ofRequests;
  }

  public String token() {
    return token;
  }

  public boolean ofResponses() {
    return ofResponses;
  }

  public boolean ofRequests() {
    return ofRequests;
  }

  public static Optional<QpackTables> of(String token) {
    for (QpackTables tables : values()) {
      if (tables.token.equals(token)) {
        return Optional.of(tables);
      }
    }
    return Optional.empty();
  }
}
