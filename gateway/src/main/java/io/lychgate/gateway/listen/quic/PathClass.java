package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.config.listener.CongestionControl;

/**
 * The common properties of the paths of a listener's QUIC connections.
 *
 * @param number number of the class in metrics ({@link io.lychgate.gateway.observe.Observatory#pathClass})
 */
record PathClass(CongestionControl congestion, int number) {}
