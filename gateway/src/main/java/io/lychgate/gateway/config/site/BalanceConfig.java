package io.lychgate.gateway.config.site;

/** The choice of a server for each request. */
public record BalanceConfig() {
  public static BalanceConfig defaults() {
    return new BalanceConfig();
  }
}
