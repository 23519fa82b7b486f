/**
 * The distribution of a route's requests over upstreams: a split by weight or by a property of the request, and copies for a
 * mirror. Start with {@link io.lychgate.gateway.exchange.traffic.TrafficSplit}.
 */
@NullMarked
package io.lychgate.gateway.exchange.traffic;

import org.jspecify.annotations.NullMarked;
