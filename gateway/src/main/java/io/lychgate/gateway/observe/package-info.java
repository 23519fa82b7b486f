/**
 * Observation of the gateway: live connections, counters, savings, access log.
 *
 * <p>Start at {@link io.lychgate.gateway.observe.LoopObserver}: it is the data path's only access. Each event loop has one, and
 * only that loop writes to it. A scrape reads the counters of all loops from another thread and adds them up; it never makes a loop
 * wait. {@code Observatory} holds the observers of all loops.
 *
 * <p>Ground layer: depends neither on exchanges nor on protocol codecs.
 */
@NullMarked
package io.lychgate.gateway.observe;

import org.jspecify.annotations.NullMarked;
