package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.listen.ocsp.OcspStaples;

/**
 * The certificates and proofs of a listener that are not in its files.
 *
 * @param issued certificates that the gateway has ordered
 * @param staples OCSP responses
 * @param challenges certificates for the authority that checks an order
 * @param offersHttp1Alone true if some clients are offered HTTP/1.1 and nothing else
 */
public record CertificateSources(
    IssuedCertificates issued,
    OcspStaples staples,
    AlpnChallenges challenges,
    boolean offersHttp1Alone) {}
