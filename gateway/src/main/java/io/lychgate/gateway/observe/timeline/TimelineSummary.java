package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.observe.ConnectionView;
import org.jspecify.annotations.Nullable;

/**
 * One timeline without its events.
 *
 * @param connection null while none has come
 * @param startedMillis when the recording began, or when it was requested
 * @param endNanos since then: when the connection closed, or when the waiting ends; -1 for a connection that is open
 * @param capacity events that are kept
 * @param recorded events so far, those included that were dropped
 * @param dropped the oldest ones, for which there was no room
 */
public record TimelineSummary(
    long id,
    TimelineOrigin origin,
    TimelineState state,
    @Nullable ConnectionView connection,
    long startedMillis,
    long endNanos,
    int streams,
    long streamsDropped,
    int capacity,
    long recorded,
    long dropped) {}
