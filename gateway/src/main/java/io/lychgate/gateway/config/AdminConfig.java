package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.listener.TlsConfig;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The admin plane: API, UI and metrics on a listener of their own.
 *
 * @param tls null means a certificate that the gateway signs itself and keeps in {@link StoreConfig#directory()}
 * @param allowedHosts host names, besides the loopback ones, that a browser may use (against DNS rebinding)
 * @param signOn the ways in which users sign in
 * @param metricsToken bearer token for scraping {@code /metrics}; null requires a session, or a client on this machine
 */
public record AdminConfig(
    boolean enabled,
    String host,
    int port,
    @Nullable TlsConfig tls,
    Set<String> allowedHosts,
    SignOnConfig signOn,
    @Nullable Secret metricsToken) {

  public static final String DEFAULT_HOST = "127.0.0.1";
  public static final int DEFAULT_PORT = 9443;

  public AdminConfig {
    Require.text("host", host);
    Require.range("port", port, 0, 65535);
    allowedHosts = Set.copyOf(allowedHosts);
  }

  public static AdminConfig defaults() {
    return new AdminConfig(true, DEFAULT_HOST, DEFAULT_PORT, null, Set.of(), SignOnConfig.defaults(), null);
  }
}
