package io.lychgate.gateway.store;

import java.time.Instant;

/**
 * Page views that one process recorded in one hour.
 *
 * @param views all page views of the hour
 * @param sampled the page views that {@code body} has
 * @param body GZIP of JSON lines
 */
@SuppressWarnings("ArrayRecordComponent") // Nothing compares or changes it.
public record RecordedHour(String instance, Instant hour, long views, long sampled, byte[] body) {}
