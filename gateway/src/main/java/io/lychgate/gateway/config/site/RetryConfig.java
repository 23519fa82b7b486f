package io.lychgate.gateway.config.site;

/** The requests that are sent again after a failure, and the limits of that. */
public record RetryConfig() {
  public static RetryConfig defaults() {
    return new RetryConfig();
  }
}
