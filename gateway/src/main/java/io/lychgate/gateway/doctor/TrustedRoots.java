package io.lychgate.gateway.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** The trusted roots: those of Java, which are close to those of browsers, and those named by the user. */
final class TrustedRoots {
  private final X509TrustManager ofJava;
  private final @Nullable X509TrustManager named;

  private TrustedRoots(X509TrustManager ofJava, @Nullable X509TrustManager named) {
    this.ofJava = ofJava;
    this.named = named;
  }

  /** @param more PEM file; null for none */
  static TrustedRoots with(@Nullable Path more) throws IOException, GeneralSecurityException {
    return new TrustedRoots(managerOf(null), more == null ? null : managerOf(storeOf(more)));
  }

  private static KeyStore storeOf(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends java.security.cert.Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      for (java.security.cert.Certificate one : all) {
        store.setCertificateEntry("named-" + store.size(), one);
      }
    }
    return store;
  }

  private static X509TrustManager managerOf(@Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager found) {
        return found;
      }
    }
    throw new GeneralSecurityException("trust manager: none (expected: in every JDK)");
  }

  /** Returns the reason for which the chain leads to no root of Java; empty if it does. */
  String objection(X509Certificate[] chain) {
    return objection(ofJava, chain);
  }

  /** Returns true if the chain leads to a root named by the user. */
  boolean isNamed(X509Certificate[] chain) {
    return named != null && objection(named, chain).isEmpty();
  }

  private static String objection(X509TrustManager manager, X509Certificate[] chain) {
    try {
      manager.checkServerTrusted(chain, chain[0].getPublicKey().getAlgorithm());
      return "";
    } catch (CertificateException e) {
      // The messages of the outer ones are names of classes before that of the innermost one.
      Throwable innermost = e;
      while (innermost.getCause() != null) {
        innermost = innermost.getCause();
      }
      return Kernel.oneLine(innermost);
    }
  }
}
