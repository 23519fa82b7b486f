/**
 * The response cache (RFC 9111). Start with {@link io.lychgate.gateway.cache.ResponseCache}: it decides on each request of a route. A
 * {@link io.lychgate.gateway.cache.Fill} fetches a response for one or more clients and stores it in the {@link
 * io.lychgate.gateway.cache.ResponseStore}, which all loops share.
 */
@NullMarked
package io.lychgate.gateway.cache;

import org.jspecify.annotations.NullMarked;
