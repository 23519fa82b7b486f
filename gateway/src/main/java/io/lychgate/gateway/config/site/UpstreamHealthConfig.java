package io.lychgate.gateway.config.site;

/** Checks of servers, and the rules by which a failing one gets no requests. */
public record UpstreamHealthConfig() {
  public static UpstreamHealthConfig defaults() {
    return new UpstreamHealthConfig();
  }
}
