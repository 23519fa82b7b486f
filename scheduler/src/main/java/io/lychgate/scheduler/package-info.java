/**
 * Chooses the stream that sends next, and states why. Pure Java, independent of sockets and Netty.
 *
 * <p>Start at {@link io.lychgate.scheduler.StreamScheduler}. Its two implementations are {@link
 * io.lychgate.scheduler.DependencyTree} (RFC 7540) and {@link io.lychgate.scheduler.UrgencyQueues} (RFC 9218). {@link
 * io.lychgate.scheduler.PriorityOverride} decides when the gateway changes the client's order. Everything here belongs to one
 * connection and is used on its event loop only.
 */
@NullMarked
package io.lychgate.scheduler;

import org.jspecify.annotations.NullMarked;
