/**
 * Timelines of the few recorded connections: the bytes of each stream, with time and reason.
 *
 * <p>Start at {@link io.lychgate.gateway.observe.timeline.ConnectionTimeline}: the data path reports events to it on the
 * connection's own loop. {@code LoopTimelines} chooses the recorded connections and keeps the last of them. {@code Timelines} is
 * the admin plane's side: it requests a copy from each loop and never reads a loop's own data.
 */
@NullMarked
package io.lychgate.gateway.observe.timeline;

import org.jspecify.annotations.NullMarked;
