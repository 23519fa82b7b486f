/**
 * What the gateway knows of itself: live connections, counters, savings, access log.
 *
 * <p>Start at {@link io.lychgate.gateway.observe.LoopObserver}: it is all that the data path sees. Each event loop has
 * one, and only that loop writes to it. A scrape reads the counters of all loops from outside and adds them up; it
 * never makes a loop wait. {@code Observatory} holds the observers of all loops.
 *
 * <p>Ground layer: knows neither exchanges nor protocols' codecs.
 */
@NullMarked
package io.lychgate.gateway.observe;

import org.jspecify.annotations.NullMarked;
