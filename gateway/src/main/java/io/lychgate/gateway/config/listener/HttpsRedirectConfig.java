package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Require;

/**
 * Redirects requests of a listener without TLS to https.
 *
 * @param status 301, 302, 307 or 308
 * @param port port of the listener with TLS, as clients see it
 */
public record HttpsRedirectConfig(int status, int port) {
  /** Clients keep it, and repeat the request with the same method. */
  public static final int DEFAULT_STATUS = 308;

  /** The port of https, which no URL needs to name. */
  public static final int DEFAULT_PORT = 443;

  public HttpsRedirectConfig {
    Require.range("port", port, 1, 65535);
  }
}
