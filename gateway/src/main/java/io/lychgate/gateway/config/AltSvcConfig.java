package io.lychgate.gateway.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a listener tells clients of HTTP/1.1 and HTTP/2 of its HTTP/3 (RFC 7838).
 *
 * @param maxAge how long a client may remember it
 * @param persist whether a client may remember it when it changes networks
 * @param percent of client networks that are told; the others are told to forget
 * @param clear everybody is told to forget
 * @param host name to connect to; null for the one of the origin
 * @param port UDP port to connect to; 0 for the one that is bound
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

  /** Everybody is told, for a day: the same host, the port that is bound. */
  public static AltSvcConfig defaults() {
    return new AltSvcConfig(Limits.ALT_SVC_MAX_AGE, false, 100, false, null, 0);
  }

  /** The UDP port that clients are to use, where this one is bound. */
  public int portFor(int bound) {
    return port == 0 ? bound : port;
  }
}
