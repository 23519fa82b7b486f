/**
 * The parts of TCP and QUIC sockets that are the same: the transport of the machine, limits and counts of connections, and the cost
 * of read cycles.
 */
@NullMarked
package io.lychgate.gateway.listen.socket;

import org.jspecify.annotations.NullMarked;
