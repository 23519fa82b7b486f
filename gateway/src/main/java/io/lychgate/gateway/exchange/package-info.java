/**
 * One request and its response, the same for all protocols. Read {@code ExchangePipeline} first: its one method lists the steps in
 * their order.
 *
 * <p>This package depends on lessons (such as the ledger), policies (such as route, push and upstream) and ground; the protocol
 * packages depend on it. Everything here runs on the event loop that accepted the connection.
 */
@NullMarked
package io.lychgate.gateway.exchange;

import org.jspecify.annotations.NullMarked;
