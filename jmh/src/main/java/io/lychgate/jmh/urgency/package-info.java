/**
 * Delay until a server acts on urgency: the time from a priority change, or from a new urgent request, to its first byte while a
 * large transfer fills an emulated link.
 *
 * <p>Start at {@link io.lychgate.jmh.urgency.UrgencyBench}. The client is a separate program at the client's end of the
 * link, {@code UrgencyClient}; what happens on one connection is {@code BulkConnection}.
 */
@NullMarked
package io.lychgate.jmh.urgency;

import org.jspecify.annotations.NullMarked;
