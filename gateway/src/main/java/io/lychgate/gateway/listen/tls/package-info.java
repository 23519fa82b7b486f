/**
 * The identity of the gateway towards clients: certificates by server name, keys of session tickets, and the secrets that gateways
 * of a fleet share. For TCP and QUIC.
 */
@NullMarked
package io.lychgate.gateway.listen.tls;

import org.jspecify.annotations.NullMarked;
