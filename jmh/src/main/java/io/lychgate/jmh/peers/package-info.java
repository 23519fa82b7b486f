/**
 * Lychgate beside other gateways on one machine: the same load, one core, processor time per request.
 *
 * <p>Start at {@link io.lychgate.jmh.peers.PeerBench}; the order of a run is {@code Run.scenario}. A new peer is one
 * class that implements {@code Peer} and one line in {@code Peers}.
 */
@NullMarked
package io.lychgate.jmh.peers;

import org.jspecify.annotations.NullMarked;
