package io.lychgate.gateway.config.pem;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Judges the chain of a certificate file: each certificate is followed by the one of its issuer (RFC 5246 section 7.4.2). The root is
 * optional, because clients have it.
 */
public final class ChainCheck {
  private ChainCheck() {}

  /** Returns what clients are sure to reject, as an expectation; null if there is nothing. */
  public static @Nullable String defect(List<X509Certificate> chain) {
    for (int i = 0; i + 1 < chain.size() && !isSelfIssued(chain.get(i)); i++) {
      X509Certificate certificate = chain.get(i);
      if (isIssuedBy(certificate, chain.get(i + 1))) {
        if (!mayIssue(chain.get(i + 1))) {
          return "certificate " + (i + 2) + ", "
              + nameOf(chain.get(i + 1).getSubjectX500Principal())
              + ", to be one of an authority (basic constraints with CA:TRUE)";
        }
        continue;
      }
      int place = placeOfIssuer(chain, i);
      String wanted = "certificate " + (i + 2) + " to be the issuer of certificate " + (i + 1)
          + ", " + nameOf(certificate.getIssuerX500Principal());
      return place < 0
          ? wanted + "; the file has no certificate of this issuer, in its place is "
              + nameOf(chain.get(i + 1).getSubjectX500Principal())
          : wanted + "; it is certificate " + (place + 1) + ": the order is wrong";
    }
    return null;
  }

  /**
   * Returns the issuer that the file does not have and that no root is known to be: clients reject the chain unless they know it. A
   * certificate of the chain may have the name of a known root, if an older authority has signed that root as well.
   *
   * @param roots the subjects of the roots that clients are known to have
   */
  public static @Nullable String missingIssuer(
      List<X509Certificate> chain, Iterable<X500Principal> roots) {
    X509Certificate last = lastOf(chain);
    if (isSelfIssued(last)) {
      return null;
    }
    X500Principal issuer = last.getIssuerX500Principal();
    for (X500Principal root : roots) {
      if (root.equals(issuer) || isSubjectAfterFirst(chain, root)) {
        return null;
      }
    }
    return nameOf(issuer);
  }

  private static boolean isSubjectAfterFirst(List<X509Certificate> chain, X500Principal name) {
    for (int i = 1; i < chain.size(); i++) {
      if (chain.get(i).getSubjectX500Principal().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the certificate after the leaf, which verifies OCSP responses; null if the file does not have it. */
  public static @Nullable X509Certificate issuerOf(List<X509Certificate> chain) {
    X509Certificate leaf = chain.get(0);
    if (isSelfIssued(leaf)) {
      return null;
    }
    return chain.size() > 1 && isIssuedBy(leaf, chain.get(1)) ? chain.get(1) : null;
  }

  /** Returns the certificates after the root, which clients ignore. */
  public static List<X509Certificate> surplus(List<X509Certificate> chain) {
    for (int i = 0; i < chain.size(); i++) {
      if (isSelfIssued(chain.get(i))) {
        return new ArrayList<>(chain.subList(i + 1, chain.size()));
      }
    }
    return List.of();
  }

  /** Returns the certificate with which the file ends; that of the root, if it has one. */
  private static X509Certificate lastOf(List<X509Certificate> chain) {
    return chain.stream()
        .filter(ChainCheck::isSelfIssued)
        .findFirst()
        .orElse(chain.get(chain.size() - 1));
  }

  public static String nameOf(X500Principal name) {
    String text = name.getName();
    return text.isEmpty() ? "(no name)" : text;
  }

  private static int placeOfIssuer(List<X509Certificate> chain, int of) {
    for (int i = 0; i < chain.size(); i++) {
      if (i != of && isIssuedBy(chain.get(of), chain.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /** RFC 5280 section 4.2.1.9. Certificates before version 3 have no extensions. */
  private static boolean mayIssue(X509Certificate certificate) {
    return certificate.getVersion() < 3 || certificate.getBasicConstraints() >= 0;
  }

  static boolean isSelfIssued(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
  }

  private static boolean isIssuedBy(X509Certificate certificate, X509Certificate issuer) {
    if (!issuer.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
      return false;
    }
    try {
      // Another key may have the same name: that of an issuer before its renewal.
      certificate.verify(issuer.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
