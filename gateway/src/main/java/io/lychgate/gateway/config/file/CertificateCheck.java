package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.ChainCheck;
import io.lychgate.gateway.config.pem.OcspExtensions;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;

/** Reads the PEM files that a configuration names, to find a wrong one before the first handshake. */
final class CertificateCheck {
  /** The kinds of keys with which BoringSSL signs handshakes by default. */
  private static final List<String> TLS_KEYS = List.of("RSA", "EC");

  private CertificateCheck() {}

  /** Checks a certificate for clients: the files, their match, and the chain. */
  static void check(Section section, Path chain, Path key, TlsConfig.Ocsp ocsp) {
    if (check(section, "chain", chain, key)) {
      readable(section, "chain", chain, () -> {
        List<X509Certificate> certificates = PemIdentity.readChain(chain);
        String defect = ChainCheck.defect(certificates);
        if (defect != null) {
          throw new GeneralSecurityException(defect);
        }
        checkStapling(section, chain, certificates, ocsp);
        return certificates;
      });
    }
  }

  /** Checks the certificate of the gateway for its servers. */
  static void checkClient(Section section, Path certificate, Path key) {
    check(section, "certificate", certificate, key);
  }

  /** Returns true if the chain can be read. */
  private static boolean check(Section section, String chainKey, Path chain, Path key) {
    boolean hasChain = readable(section, chainKey, chain, () -> PemIdentity.readChain(chain));
    boolean hasKey = readable(section, "key", key, () -> PemIdentity.readKey(key));
    if (hasChain && hasKey) {
      readable(section, "key", key, () -> {
        PemIdentity identity = PemIdentity.read(chain, key);
        if (!TLS_KEYS.contains(identity.key().getAlgorithm())) {
          throw new GeneralSecurityException(
              "a key of RSA or EC; the TLS library completes no handshake with "
                  + identity.key().getAlgorithm());
        }
        return identity;
      });
    }
    return hasChain;
  }

  static void checkKey(Section section, String key, Path file) {
    readable(section, key, file, () -> PemIdentity.readKey(file));
  }

  static void checkTrust(Section section, Path trust) {
    checkTrust(section, "trust", trust);
  }

  static void checkTrust(Section section, String key, Path trust) {
    readable(section, key, trust, () -> PemIdentity.readChain(trust));
  }

  /** Checks that a certificate which clients reject without an OCSP response can have one (RFC 7633). */
  private static void checkStapling(
      Section section, Path chain, List<X509Certificate> certificates, TlsConfig.Ocsp ocsp) {
    X509Certificate leaf = certificates.get(0);
    boolean hasResponder = ocsp.responder() != null || OcspExtensions.namesResponder(leaf);
    boolean isNeeded = OcspExtensions.mustStaple(leaf);
    if (isNeeded && !ocsp.mayStaple()) {
      section.problem(
          "ocsp", "off (expected: auto or a URL; the certificate demands a stapled response)");
    } else if (isNeeded && !hasResponder) {
      section.problem(
          "ocsp",
          "auto (expected: the URL of a responder; the certificate demands a stapled response and names none)");
    } else if ((isNeeded || ocsp.responder() != null)
        && ChainCheck.issuerOf(certificates) == null) {
      section.problem(
          "chain",
          chain
              + " (expected: the certificate of the issuer after the first one, to verify OCSP responses: "
              + ChainCheck.nameOf(leaf.getIssuerX500Principal()) + ")");
    }
  }

  /** Reads one file. */
  private interface Reading {
    Object read() throws IOException, GeneralSecurityException;
  }

  private static boolean readable(Section section, String key, Path file, Reading reading) {
    try {
      reading.read();
      return true;
    } catch (NoSuchFileException e) {
      section.problem(key, file + " (expected: a file that exists)");
    } catch (AccessDeniedException e) {
      section.problem(key, file + " (expected: permission to read it)");
    } catch (IOException e) {
      section.problem(key, file + " (expected: a readable file; " + e.getMessage() + ")");
    } catch (GeneralSecurityException e) {
      section.problem(key, file + " (expected: " + e.getMessage() + ")");
    }
    return false;
  }
}
