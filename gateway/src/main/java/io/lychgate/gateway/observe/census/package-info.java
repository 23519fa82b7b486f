/**
 * Counters of all loops at one moment, by part of the gateway: the whole, a listener or a site, and a protocol.
 * {@link io.lychgate.gateway.observe.census.Measure} defines each counter.
 */
@NullMarked
package io.lychgate.gateway.observe.census;

import org.jspecify.annotations.NullMarked;
