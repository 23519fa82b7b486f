package io.lychgate.gateway.message;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.Certificate;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.ASN1OctetString;
import org.jspecify.annotations.Nullable;

/**
 * The name constraints of trusted authorities (RFC 5280 section 4.2.1.10). Java applies only those of the authorities between them and the
 * leaf, so a trusted authority could issue certificates for any name.
 */
public final class AnchorConstraints extends PKIXCertPathChecker {
  private static final String OID = "2.5.29.30";

  private final List<X509Certificate> authorities;

  /** The constraints of the authorities that may have issued the first certificate of the path; null before that certificate. */
  private @Nullable List<X509CertSelector> inForce;

  private AnchorConstraints(List<X509Certificate> authorities) {
    this.authorities = authorities;
  }

  /** Returns true if one of these authorities may not issue certificates for every name. */
  public static boolean areIn(Collection<X509Certificate> authorities) {
    return authorities.stream().anyMatch(each -> each.getExtensionValue(OID) != null);
  }

  /**
   * Returns the verification of paths to these authorities, which heeds their constraints.
   *
   * @throws IOException if constraints are malformed
   */
  public static PKIXBuilderParameters parameters(
      Collection<X509Certificate> authorities, X509CertSelector target)
      throws GeneralSecurityException, IOException {
    Set<TrustAnchor> anchors =
        authorities.stream().map(each -> new TrustAnchor(each, null)).collect(Collectors.toSet());
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
    parameters.setRevocationEnabled(false);
    if (areIn(authorities)) {
      for (X509Certificate each : authorities) {
        permittedBy(each);
      }
      parameters.addCertPathChecker(new AnchorConstraints(List.copyOf(authorities)));
    }
    return parameters;
  }

  /**
   * Returns trust in these authorities, within their constraints.
   *
   * @throws IOException if constraints are malformed
   */
  public static TrustManagerFactory trust(Collection<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(
        new CertPathTrustManagerParameters(parameters(authorities, new X509CertSelector())));
    return factory;
  }

  /** Returns a selector of the certificates that the authority may issue. */
  private static X509CertSelector permittedBy(X509Certificate authority) throws IOException {
    X509CertSelector permitted = new X509CertSelector();
    byte[] extension = authority.getExtensionValue(OID);
    if (extension != null) {
      try {
        permitted.setNameConstraints(ASN1OctetString.getInstance(extension).getOctets());
      } catch (IOException | IllegalArgumentException e) {
        throw new IOException(
            "name constraints of " + authority.getSubjectX500Principal() + ": " + e.getMessage(),
            e);
      }
    }
    return permitted;
  }

  @Override
  public void init(boolean forward) throws CertPathValidatorException {
    if (forward) {
      throw new CertPathValidatorException(
          "name constraints: from the leaf (expected: from the authority)");
    }
    inForce = null;
  }

  @Override
  public boolean isForwardCheckingSupported() {
    return false;
  }

  @Override
  public @Nullable Set<String> getSupportedExtensions() {
    return null;
  }

  @Override
  public void check(Certificate certificate, Collection<String> unresolved)
      throws CertPathValidatorException {
    X509Certificate checked = (X509Certificate) certificate;
    List<X509CertSelector> permitted = inForce;
    if (permitted == null) {
      permitted = ofIssuersOf(checked);
      inForce = permitted;
    }
    if (permitted.stream().noneMatch(each -> each.match(checked))) {
      throw new CertPathValidatorException(
          "name constraints: the authority may not issue certificates for "
              + checked.getSubjectX500Principal());
    }
  }

  private List<X509CertSelector> ofIssuersOf(X509Certificate first)
      throws CertPathValidatorException {
    List<X509CertSelector> permitted = new ArrayList<>();
    for (X509Certificate authority : authorities) {
      if (authority.getSubjectX500Principal().equals(first.getIssuerX500Principal())
          && hasSigned(authority, first)) {
        try {
          permitted.add(permittedBy(authority));
        } catch (IOException e) {
          throw new CertPathValidatorException(e);
        }
      }
    }
    return permitted;
  }

  private static boolean hasSigned(X509Certificate authority, X509Certificate certificate) {
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
