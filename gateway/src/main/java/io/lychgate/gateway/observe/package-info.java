/**
 * Observation of the gateway: what its event loops count, their open connections, and its readiness.
 *
 * <p>Start at {@link io.lychgate.gateway.observe.LoopObserver}: it is the data path's only access. Each event loop has one, and
 * only that loop writes to it. A scrape reads the counters of all loops from another thread and adds them up; it never makes a
 * loop wait. {@code Observatory} holds the observers of all loops.
 *
 * <p>Ground layer: depends neither on exchanges nor on protocol codecs. Readers of the observers are the packages {@code meter}
 * and {@code savings}; {@code log} is the access log, {@code timeline} the timelines of recorded connections.
 */
@NullMarked
package io.lychgate.gateway.observe;

import org.jspecify.annotations.NullMarked;
