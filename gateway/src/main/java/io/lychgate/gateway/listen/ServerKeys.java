package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.PemIdentity;
import io.netty.handler.ssl.OpenSslX509KeyManagerFactory;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;

/**
 * Certificates and keys in the shape in which TLS libraries take them, a key store in memory.
 *
 * <p>Not left to Netty, which makes one of PKCS#12: that encrypts the key, and decrypts it again, by 10,000 rounds of a hash each,
 * for every certificate and transport, interpreted at a start. This key store never leaves the process.
 */
final class ServerKeys {
  /** Hides keys by one round of a hash. */
  private static final String UNENCRYPTED = "JKS";

  /** There has to be one. */
  private static final char[] PASSWORD = {'-'};

  private ServerKeys() {}

  /** For TLS over TCP. With BoringSSL, keys are handed to it here, not at each handshake. */
  static KeyManagerFactory tcp(PemIdentity identity, SslProvider provider) throws IOException {
    try {
      KeyManagerFactory factory = provider == SslProvider.JDK
          ? KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
          : new OpenSslX509KeyManagerFactory();
      factory.init(store(identity), PASSWORD);
      return factory;
    } catch (GeneralSecurityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  static KeyManagerFactory quic(PemIdentity identity) throws IOException {
    return tcp(identity, SslProvider.JDK);
  }

  private static KeyStore store(PemIdentity identity) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(UNENCRYPTED);
    store.load(null, null);
    X509Certificate[] chain = identity.chain().toArray(X509Certificate[]::new);
    store.setKeyEntry("server", identity.key(), PASSWORD, chain);
    return store;
  }
}
