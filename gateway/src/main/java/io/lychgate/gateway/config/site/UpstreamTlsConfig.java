package io.lychgate.gateway.config.site;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings for verifying an https server.
 *
 * @param verify false accepts any certificate: only for tests
 * @param trust PEM file of the trusted authorities; null for those of the JDK
 * @param serverName name for SNI and for verification; null for the server's host
 */
public record UpstreamTlsConfig(
    boolean verify, @Nullable Path trust, @Nullable String serverName) {
  public static UpstreamTlsConfig defaults() {
    return new UpstreamTlsConfig(true, null, null);
  }
}
