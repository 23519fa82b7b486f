/**
 * Checks of servers: requests, calls and connections of the gateway's own, which find a failed server before a client does.
 *
 * <p>Start with {@code HealthChecks}. It has an event loop of its own and uses the connections of the data path's protocols, so that
 * TLS, names and versions of HTTP are those of requests. Results go to {@code balance.ServerState}, which decides.
 */
@NullMarked
package io.lychgate.gateway.upstream.health;

import org.jspecify.annotations.NullMarked;
