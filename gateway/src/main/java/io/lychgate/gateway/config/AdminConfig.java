package io.lychgate.gateway.config;

import io.lychgate.gateway.config.account.AccountConfig;
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
 * @param metricsToken bearer token for scraping {@code /metrics}; null requires a session, or a client on this machine
 * @param signOn the ways in which users sign in
 * @param accounts the rules for users, their sessions and passwords
 */
public record AdminConfig(
    boolean enabled,
    String host,
    int port,
    @Nullable TlsConfig tls,
    Set<String> allowedHosts,
    @Nullable Secret metricsToken,
    AccountConfig accounts,
    SignOnConfig signOn) {

  public static final String DEFAULT_HOST = "127.0.0.1";
  public static final int DEFAULT_PORT = 9443;

  public AdminConfig {
    Require.text("host", host);
    Require.range("port", port, 0, 65535);
    allowedHosts = Set.copyOf(allowedHosts);
  }

  /** An admin plane with the default rules for users. */
  public AdminConfig(
      boolean enabled,
      String host,
      int port,
      @Nullable TlsConfig tls,
      Set<String> allowedHosts,
      @Nullable Secret metricsToken) {
    this(
        enabled,
        host,
        port,
        tls,
        allowedHosts,
        metricsToken,
        AccountConfig.defaults(),
        SignOnConfig.defaults());
  }

  public static AdminConfig defaults() {
    return new AdminConfig(true, DEFAULT_HOST, DEFAULT_PORT, null, Set.of(), null);
  }

  /** Returns the same admin plane at another port. */
  public AdminConfig at(int otherPort) {
    return new AdminConfig(
        enabled, host, otherPort, tls, allowedHosts, metricsToken, accounts, signOn);
  }
}
