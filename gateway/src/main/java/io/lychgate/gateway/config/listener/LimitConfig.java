package io.lychgate.gateway.config.listener;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;

/**
 * Limits on the clients of a listener.
 *
 * @param maxHeaderBytes bytes of a field section, counted as in RFC 9113 6.5.2 (name + value + 32 each)
 * @param maxHeaderCount field lines of one request
 * @param maxTargetBytes bytes of a request target (path and query)
 * @param maxRequestBodyBytes bytes of a request body; bodies stream, so this bounds time and not memory
 * @param maxConcurrentStreams exchanges that one h2 or h3 connection may have in flight
 * @param maxConnections open connections of the listener; more are closed at accept
 * @param maxConnectionsPerAddress open connections of one client address
 * @param streamWindowBytes flow control window of one stream
 * @param connectionWindowBytes flow control window of one connection
 */
public record LimitConfig(
    int maxHeaderBytes,
    int maxHeaderCount,
    int maxTargetBytes,
    long maxRequestBodyBytes,
    int maxConcurrentStreams,
    int maxConnections,
    int maxConnectionsPerAddress,
    int streamWindowBytes,
    int connectionWindowBytes) {

  public LimitConfig {
    Require.range("maxHeaderBytes", maxHeaderBytes, 1024, Limits.MAX_HEADER_BYTES_CEILING);
    Require.range("maxHeaderCount", maxHeaderCount, 8, Limits.MAX_HEADER_COUNT_CEILING);
    Require.range("maxTargetBytes", maxTargetBytes, 64, Limits.MAX_HEADER_BYTES_CEILING);
    Require.positive("maxRequestBodyBytes", maxRequestBodyBytes);
    Require.range(
        "maxConcurrentStreams", maxConcurrentStreams, 1, Limits.MAX_CONCURRENT_STREAMS_CEILING);
    Require.positive("maxConnections", maxConnections);
    Require.positive("maxConnectionsPerAddress", maxConnectionsPerAddress);
    Require.range(
        "streamWindowBytes", streamWindowBytes, Limits.MIN_WINDOW_BYTES, Limits.MAX_WINDOW_BYTES);
    Require.range(
        "connectionWindowBytes",
        connectionWindowBytes,
        Limits.MIN_WINDOW_BYTES,
        Limits.MAX_WINDOW_BYTES);
  }

  public static LimitConfig defaults() {
    return new LimitConfig(
        Limits.MAX_HEADER_BYTES,
        Limits.MAX_HEADER_COUNT,
        Limits.MAX_TARGET_BYTES,
        Limits.MAX_REQUEST_BODY_BYTES,
        Limits.MAX_CONCURRENT_STREAMS,
        Limits.MAX_CONNECTIONS,
        Limits.MAX_CONNECTIONS_PER_ADDRESS,
        Limits.STREAM_WINDOW_BYTES,
        Limits.CONNECTION_WINDOW_BYTES);
  }
}
