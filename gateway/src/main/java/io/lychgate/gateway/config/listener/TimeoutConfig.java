package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.time.Duration;

/**
 * Timeouts of a listener.
 *
 * @param tlsHandshake from accept to the end of the handshake
 * @param requestHead from the first byte of a request (on TCP: from accept for the first one) to the end of its head
 * @param requestBodyIdle between two pieces of a request body
 * @param responseWriteIdle without sending a byte although some wait: the client stopped reading
 * @param idleConnection on a connection without an exchange in flight
 * @param tunnelIdle without a byte in either direction of a WebSocket
 * @param drain from GOAWAY or {@code Connection: close} to the end of exchanges that are in flight
 */
public record TimeoutConfig(
    Duration tlsHandshake,
    Duration requestHead,
    Duration requestBodyIdle,
    Duration responseWriteIdle,
    Duration idleConnection,
    Duration tunnelIdle,
    Duration drain) {

  public TimeoutConfig {
    Require.positive("tlsHandshake", tlsHandshake);
    Require.positive("requestHead", requestHead);
    Require.positive("requestBodyIdle", requestBodyIdle);
    Require.positive("responseWriteIdle", responseWriteIdle);
    Require.positive("idleConnection", idleConnection);
    Require.positive("tunnelIdle", tunnelIdle);
    Require.positive("drain", drain);
  }

  public static TimeoutConfig defaults() {
    return new TimeoutConfig(
        Limits.TLS_HANDSHAKE,
        Limits.REQUEST_HEAD,
        Limits.REQUEST_BODY_IDLE,
        Limits.RESPONSE_WRITE_IDLE,
        Limits.IDLE_CONNECTION,
        Limits.TUNNEL_IDLE,
        Limits.DRAIN);
  }
}
