package io.lychgate.gateway.config;

import java.util.Optional;

/** For what HTTP/3 uses QPACK's dynamic tables; the token is the one of the file. */
public enum QpackTables {
  OFF("off", false, false),
  /** The table of the client, for the fields of responses. */
  RESPONSES("responses", true, false),
  /** The table of the gateway, for the fields of requests. */
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
