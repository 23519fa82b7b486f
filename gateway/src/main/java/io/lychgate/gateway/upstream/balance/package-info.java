/**
 * The choice of a server for each request, and the state of servers that all event loops share.
 *
 * <p>Start with {@code SelectionPolicy}. A policy decides from {@code ServerState}s alone and opens no connections.
 */
@NullMarked
package io.lychgate.gateway.upstream.balance;

import org.jspecify.annotations.NullMarked;
