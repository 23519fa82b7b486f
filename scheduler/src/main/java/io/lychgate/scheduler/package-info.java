/**
 * Which stream sends next, and why. Pure Java: knows no socket and no Netty.
 *
 * <p>Start at {@link io.lychgate.scheduler.StreamScheduler}; its two answers are {@link
 * io.lychgate.scheduler.DependencyTree} (RFC 7540) and {@link io.lychgate.scheduler.UrgencyQueues}
 * (RFC 9218). {@link io.lychgate.scheduler.PriorityOverride} decides when the gateway knows better
 * than the client. Everything here belongs to one connection and is used on its event loop only.
 */
@NullMarked
package io.lychgate.scheduler;

import org.jspecify.annotations.NullMarked;
