package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.listen.ocsp.Staple;
import java.util.Map;

/**
 * The TLS contexts of a listener for one transport, one for each certificate.
 *
 * @param <C> the TLS context type of TCP or of QUIC
 * @param byName the context that a requested server name gets
 * @param byCertificate the contexts by the SHA-256 fingerprint of their certificate
 * @param staples the OCSP responses of the contexts that have one
 */
public record Contexts<C>(
    ServerNames<C> byName, Map<String, C> byCertificate, Map<C, Staple> staples) {}
