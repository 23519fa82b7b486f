/**
 * Which stream of a connection sent which bytes when and why, for the few connections that are recorded.
 *
 * <p>Start at {@link io.lychgate.gateway.observe.timeline.ConnectionTimeline}: the data path tells it what happens, on the
 * connection's own loop. {@code LoopTimelines} decides which connections have one and keeps the last of them; {@code Timelines}
 * is the side of the admin plane, which asks each loop for a copy and never reads what a loop writes.
 */
@NullMarked
package io.lychgate.gateway.observe.timeline;

import org.jspecify.annotations.NullMarked;
