package io.lychgate.gateway.config.site;

/** The age of connections to servers, and what the gateway sends at their start. */
public record ConnectionConfig() {
  public static ConnectionConfig defaults() {
    return new ConnectionConfig();
  }
}
