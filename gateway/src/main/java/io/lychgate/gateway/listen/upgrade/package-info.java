/**
 * The replacement of a running gateway by a new process: the hand-over of its sockets through a UNIX socket, the packets of QUIC
 * connections that the old process still serves, and the protocol of systemd.
 */
@NullMarked
package io.lychgate.gateway.listen.upgrade;

import org.jspecify.annotations.NullMarked;
