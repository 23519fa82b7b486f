/**
 * Certificates that the gateway orders from an authority (ACME, RFC 8555), renews, and shares with the other gateways of its store. Works
 * on its own threads.
 */
@NullMarked
package io.lychgate.gateway.acme;

import org.jspecify.annotations.NullMarked;
