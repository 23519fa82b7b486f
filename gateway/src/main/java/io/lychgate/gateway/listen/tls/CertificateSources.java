package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.listen.ocsp.OcspStaples;

/**
 * The certificates and proofs of a listener that are not in its files.
 *
 * @param issued certificates that the gateway has ordered
 * @param staples OCSP responses
 * @param challenges certificates for the authority that checks an order
 */
public record CertificateSources(
    IssuedCertificates issued, OcspStaples staples, AlpnChallenges challenges) {}
