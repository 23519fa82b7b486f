/**
 * One request and its response, the same for all protocols. Read {@code ExchangePipeline} first: its one method lists the
 * steps in the order in which they happen.
 *
 * <p>Knows policy (route, push, upstream, files) and ground; the protocols know it. Everything here runs on the event loop
 * that accepted the connection.
 */
@NullMarked
package io.lychgate.gateway.exchange;

import org.jspecify.annotations.NullMarked;
