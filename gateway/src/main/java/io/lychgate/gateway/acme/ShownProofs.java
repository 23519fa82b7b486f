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
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.Identifier;
import org.shredzone.acme4j.util.CertificateUtils;

/** The proofs that the listeners of this node show to an authority. One thread shows them; any thread may look. */
final class ShownProofs {
  private final CertificateOrders.Listening listening;
  private volatile List<Challenge> shown = List.of();

  /** The key of all certificates of TLS-ALPN-01: an authority looks at their digest only. Null until it is needed. */
  private @Nullable KeyPair key;

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
  private PemIdentity alpnCertificate(Challenge challenge) throws IOException {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256")
          .digest(challenge.proof().getBytes(StandardCharsets.US_ASCII));
      KeyPair signer = key;
      if (signer == null) {
        // The library signs with RSA, and the key of each name would take a tenth of a second.
        signer = PemKeys.create(AcmeConfig.KeyType.RSA2048);
        key = signer;
      }
      X509Certificate certificate = CertificateUtils.createTlsAlpn01Certificate(
          signer, Identifier.dns(challenge.name()), digest);
      return new PemIdentity(List.of(certificate), signer.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
