/**
 * The choice of a server for each request, and the state of servers that all event loops share.
 *
 * <p>Start with {@code Balancer}. It decides from {@code ServerState}s alone and opens no connections. {@code LineupRule} says which
 * servers take requests, a {@code Chooser} chooses among them.
 */
@NullMarked
package io.lychgate.gateway.upstream.balance;

import org.jspecify.annotations.NullMarked;
