package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/3 alternative that a listener advertises to clients of HTTP/1.1 and HTTP/2 (RFC 7838).
 *
 * @param maxAge time for which a client may use the alternative
 * @param persist true if a client may keep the alternative when it changes networks
 * @param percent percentage of client networks that get the alternative; the others get {@code clear}
 * @param clear true if every client gets {@code clear}
 * @param host name to connect to; null for the host of the origin
 * @param port UDP port to connect to; 0 for the bound port
 */
public record AltSvcConfig(
    Duration maxAge,
    boolean persist,
    int percent,
    boolean clear,
    @Nullable String host,
    int port) {

  public AltSvcConfig {
    Require.positive("maxAge", maxAge);
    Require.range("percent", percent, 0, 100);
    Require.range("port", port, 0, 65535);
    if (host != null) {
      Require.text("host", host);
    }
  }

  /** Returns the default: every client gets the alternative for a day, with the origin's host and the bound port. */
  public static AltSvcConfig defaults() {
    return new AltSvcConfig(Limits.ALT_SVC_MAX_AGE, false, 100, false, null, 0);
  }

  /** Returns the UDP port to advertise to clients; {@code bound} is the port of the socket. */
  public int portFor(int bound) {
    return port == 0 ? bound : port;
  }
}
