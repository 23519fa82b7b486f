package io.lychgate.gateway.config;

/**
 * Which HTTP/2 and HTTP/3 connections are recorded, and how much of each.
 *
 * @param sampleOneIn one connection in so many; 0 for none but those requested
 * @param connections recorded ones that each event loop keeps, open or closed
 * @param events of one connection that are kept
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
