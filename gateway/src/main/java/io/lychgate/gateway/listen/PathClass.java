package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.CongestionControl;

/**
 * What the paths of a listener's QUIC connections have in common.
 *
 * @param number of the class in metrics ({@link io.lychgate.gateway.observe.Observatory#pathClass})
 */
record PathClass(CongestionControl congestion, int number) {}
