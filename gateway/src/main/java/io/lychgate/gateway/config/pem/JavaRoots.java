package io.lychgate.gateway.config.pem;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.Set;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;

/** The names of the roots that Java trusts, mostly those of browsers. */
public final class JavaRoots {
  private JavaRoots() {}

  /** Reads the names; none if this Java has no roots. Takes some 0.1 s. */
  public static Set<X500Principal> names() {
    Set<X500Principal> names = new HashSet<>();
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509TrustManager x509) {
          for (X509Certificate root : x509.getAcceptedIssuers()) {
            names.add(root.getSubjectX500Principal());
          }
        }
      }
      return names;
    } catch (GeneralSecurityException e) {
      return names;
    }
  }
}
