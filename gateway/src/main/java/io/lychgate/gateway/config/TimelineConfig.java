package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;

/**
 * Settings for recording HTTP/2 and HTTP/3 connections.
 *
 * @param sampleOneIn one connection in this number is recorded; 0 records only those requested
 * @param connections recorded connections that each event loop keeps, open or closed
 * @param events events of one connection that are kept
 */
public record TimelineConfig(int sampleOneIn, int connections, int events) {
  public TimelineConfig {
    Require.range("sample", sampleOneIn, 0, Limits.TIMELINE_SAMPLE_CEILING);
    Require.range("connections", connections, 1, Limits.TIMELINE_CONNECTIONS_CEILING);
    Require.range("events", events, Limits.TIMELINE_EVENTS_FLOOR, Limits.TIMELINE_EVENTS_CEILING);
  }

  public static TimelineConfig defaults() {
    return new TimelineConfig(
        Limits.TIMELINE_SAMPLE, Limits.TIMELINE_CONNECTIONS, Limits.TIMELINE_EVENTS);
  }
}
