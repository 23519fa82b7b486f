package io.lychgate.gateway.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that the client of a connection has proved to own, with those of its authorities as far as the client has sent them.
 * An authority that the listener trusts has issued it. Event loop of the connection only.
 */
public final class ClientCertificate {
  /** Types of names (RFC 5280 section 4.2.1.6). */
  public static final int EMAIL = 1;

  public static final int DNS = 2;
  public static final int URI = 6;
  public static final int IP = 7;

  /** Names of a certificate that are compared. */
  private static final int MAX_NAMES = 100;

  /** Characters of a name that is compared. */
  private static final int MAX_NAME_LENGTH = 512;

  /** Authorities between a certificate and the one that is trusted. */
  private static final int MAX_PATH = 8;

  private final List<X509Certificate> chain;

  /** The authorities that were last compared, and the result: a connection has mostly requests of one route. */
  private @Nullable List<X509Certificate> comparedIssuers;

  private boolean isIssued;
  private @Nullable String field;
  private @Nullable String chainField;

  public ClientCertificate(List<X509Certificate> chain) {
    this.chain = List.copyOf(chain);
  }

  /** Returns the certificate of the peer; null if it has shown none, or not yet. */
  public static @Nullable ClientCertificate of(SSLSession session) {
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      List<X509Certificate> chain = new ArrayList<>();
      for (Certificate each : session.getPeerCertificates()) {
        // The objects of a TLS library may lack parts of the interface.
        chain.add((X509Certificate)
            factory.generateCertificate(new ByteArrayInputStream(each.getEncoded())));
      }
      return chain.isEmpty() ? null : new ClientCertificate(chain);
    } catch (SSLPeerUnverifiedException | CertificateException e) {
      return null;
    }
  }

  public X509Certificate leaf() {
    return chain.get(0);
  }

  /** Returns true if its time of validity includes this one. A connection or session may outlive the certificate. */
  public boolean isValidAt(long wallMillis) {
    Instant at = Instant.ofEpochMilli(wallMillis);
    return !at.isBefore(leaf().getNotBefore().toInstant())
        && !at.isAfter(leaf().getNotAfter().toInstant());
  }

  /** Returns the distinguished name of the subject in the form of RFC 2253. */
  public String subject() {
    return leaf().getSubjectX500Principal().getName();
  }

  /** Returns the distinguished name of the issuer in the form of RFC 2253. */
  public String issuer() {
    return leaf().getIssuerX500Principal().getName();
  }

  /** Returns the SHA-256 hash of the certificate, 64 digits. */
  public String fingerprint() {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(leaf().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("certificate: no fingerprint", e);
    }
  }

  /** Returns the alternative names of a type; hosts and mailboxes in lower case. */
  public List<String> names(int type) {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> all = leaf().getSubjectAlternativeNames();
      for (List<?> each : all == null ? List.<List<?>>of() : all) {
        if (names.size() < MAX_NAMES
            && each.get(0).equals(type)
            && each.get(1) instanceof String name
            && name.length() <= MAX_NAME_LENGTH) {
          names.add(type == URI ? name : name.toLowerCase(Locale.ROOT));
        }
      }
    } catch (CertificateException e) {
      // A certificate with malformed names has none.
      names.clear();
    }
    return names;
  }

  /** Returns true if one of these authorities has issued it, directly or by the authorities that the client has sent. */
  @SuppressWarnings("ReferenceEquality") // An equal list in another object is only compared again.
  public boolean isIssuedBy(List<X509Certificate> authorities) {
    if (authorities != comparedIssuers) {
      isIssued = hasPathTo(authorities);
      comparedIssuers = authorities;
    }
    return isIssued;
  }

  private boolean hasPathTo(List<X509Certificate> authorities) {
    try {
      X509CertSelector target = new X509CertSelector();
      target.setCertificate(leaf());
      PKIXBuilderParameters parameters = AnchorConstraints.parameters(authorities, target);
      parameters.setMaxPathLength(MAX_PATH);
      parameters.addCertStore(
          CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
      return CertPathBuilder.getInstance("PKIX").build(parameters).getCertPath() != null;
    } catch (GeneralSecurityException | IOException e) {
      return false;
    }
  }

  /** Returns the value of Client-Cert (RFC 9440 section 2.2): a byte sequence of structured fields. */
  public String field() {
    String value = field;
    if (value == null) {
      value = encoded(leaf());
      field = value;
    }
    return value;
  }

  /** Returns the value of Client-Cert-Chain (RFC 9440 section 2.3); empty if the client has sent no other certificate. */
  public String chainField() {
    String value = chainField;
    if (value == null) {
      value =
          chain.stream().skip(1).map(ClientCertificate::encoded).collect(Collectors.joining(", "));
      chainField = value;
    }
    return value;
  }

  private static String encoded(X509Certificate certificate) {
    try {
      return ":" + Base64.getEncoder().encodeToString(certificate.getEncoded()) + ":";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("certificate: not encoded", e);
    }
  }
}
