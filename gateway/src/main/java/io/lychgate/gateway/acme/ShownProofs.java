package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.store.AcmeStore.Challenge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shredzone.acme4j.Identifier;
import org.shredzone.acme4j.util.CertificateUtils;

/** The proofs that the listeners of this node show to an authority. One thread shows them; any thread may look. */
final class ShownProofs {
  private final CertificateOrders.Listening listening;
  private volatile List<Challenge> shown = List.of();

  ShownProofs(CertificateOrders.Listening listening) {
    this.listening = listening;
  }

  /** Shows these proofs and no others. */
  void show(List<Challenge> challenges) throws IOException {
    if (challenges.equals(shown)) {
      return;
    }
    Map<String, String> http = new HashMap<>();
    Map<String, PemIdentity> alpn = new HashMap<>();
    for (Challenge each : challenges) {
      if (each.kind().equals(AcmeConfig.Challenge.HTTP_01.token())) {
        http.put(each.token(), each.proof());
      } else if (each.kind().equals(AcmeConfig.Challenge.TLS_ALPN_01.token())) {
        alpn.put(each.name(), alpnCertificate(each));
      }
    }
    listening.httpProofs(http);
    listening.alpnProofs(alpn);
    shown = List.copyOf(challenges);
  }

  boolean haveAll(Collection<Challenge> challenges) {
    return shown.containsAll(challenges);
  }

  /** RFC 8737 section 3: self-signed, with the digest of the key authorization. */
  private static PemIdentity alpnCertificate(Challenge challenge) throws IOException {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256")
          .digest(challenge.proof().getBytes(StandardCharsets.US_ASCII));
      // The library signs with RSA.
      KeyPair key = PemKeys.create(AcmeConfig.KeyType.RSA2048);
      X509Certificate certificate = CertificateUtils.createTlsAlpn01Certificate(
          key, Identifier.dns(challenge.name()), digest);
      return new PemIdentity(List.of(certificate), key.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
