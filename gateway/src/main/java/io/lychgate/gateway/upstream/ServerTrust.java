package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.AnchorConstraints;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the certificates of servers exactly as the JDK does, and names the reason of a rejection as an operator needs it: whose
 * certificate it is, and who has signed it. Any thread.
 */
final class ServerTrust extends X509ExtendedTrustManager {
  /** Most names of a certificate in a message. */
  private static final int MAX_NAMES = 5;

  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private final X509ExtendedTrustManager jdk;

  private ServerTrust(X509ExtendedTrustManager jdk) {
    this.jdk = jdk;
  }

  /** A certificate was rejected. The message is a sentence without a subject for the operator. */
  static final class Rejected extends CertificateException {
    private static final long serialVersionUID = 1L;

    Rejected(String why, CertificateException cause) {
      super(why, cause);
    }
  }

  /** Trusts the authorities of the JDK. */
  static ServerTrust ofJdk() throws GeneralSecurityException {
    return of((KeyStore) null);
  }

  /** Trusts these authorities only. */
  static ServerTrust of(Collection<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    if (AnchorConstraints.areIn(authorities)) {
      return of(AnchorConstraints.trust(authorities));
    }
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    int number = 0;
    for (X509Certificate each : authorities) {
      trusted.setCertificateEntry("authority-" + number++, each);
    }
    return of(trusted);
  }

  private static ServerTrust of(@Nullable KeyStore authorities) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(authorities);
    return of(factory);
  }

  private static ServerTrust of(TrustManagerFactory factory) throws GeneralSecurityException {
    for (TrustManager each : factory.getTrustManagers()) {
      if (each instanceof X509ExtendedTrustManager jdk) {
        return new ServerTrust(jdk);
      }
    }
    throw new GeneralSecurityException("X.509: no trust manager (expected: one in each JDK)");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    try {
      jdk.checkServerTrusted(chain, authType, engine);
    } catch (CertificateException e) {
      throw named(chain, engine.getPeerHost(), e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw withoutConnection();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw withoutConnection();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw withoutConnection();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw withoutConnection();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw withoutConnection();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return jdk.getAcceptedIssuers();
  }

  /** Without its engine a certificate could not be compared with the name of the server. */
  private static CertificateException withoutConnection() {
    return new CertificateException("trust: no connection (expected: an SSLEngine of a client)");
  }

  /** Returns the reason in words, or the same exception if it has a good one already. */
  private static CertificateException named(
      X509Certificate[] chain, @Nullable String host, CertificateException cause) {
    X509Certificate leaf = chain[0];
    if (isOfUnknownAuthority(cause)) {
      String subject = leaf.getSubjectX500Principal().getName();
      return new Rejected(
          isSelfSigned(leaf)
              ? "the certificate is self-signed (" + subject + ") and not in tls.trust"
              : "the certificate is not from a trusted authority ("
                  + chain[chain.length - 1].getIssuerX500Principal().getName()
                  + ", expected: one of tls.trust)",
          cause);
    }
    // The JDK compares the names last, with an exception that has no cause.
    List<String> names = names(leaf);
    if (cause.getCause() == null && host != null && !names.contains(host)) {
      return new Rejected(
          "the certificate is for " + String.join(", ", names) + " (expected: " + host + ")",
          cause);
    }
    return cause;
  }

  private static boolean isOfUnknownAuthority(Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof CertPathBuilderException) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSelfSigned(X509Certificate leaf) {
    if (!leaf.getSubjectX500Principal().equals(leaf.getIssuerX500Principal())) {
      return false;
    }
    try {
      leaf.verify(leaf.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static List<String> names(X509Certificate leaf) {
    try {
      Collection<List<?>> names = leaf.getSubjectAlternativeNames();
      if (names != null) {
        return names.stream()
            .filter(name ->
                Objects.equals(name.get(0), DNS_NAME) || Objects.equals(name.get(0), IP_ADDRESS))
            .map(name -> String.valueOf(name.get(1)))
            .limit(MAX_NAMES)
            .toList();
      }
    } catch (CertificateParsingException e) {
      // The subject is named instead.
    }
    return List.of(leaf.getSubjectX500Principal().getName());
  }
}
