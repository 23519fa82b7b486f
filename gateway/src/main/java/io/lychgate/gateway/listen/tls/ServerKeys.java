package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.pem.PemIdentity;
import io.netty.handler.ssl.OpenSslX509KeyManagerFactory;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;

/**
 * Provides certificates and keys to TLS libraries in the form that they require, an in-memory key store.
 *
 * <p>Netty would build a PKCS#12 key store. Such a store encrypts and decrypts the key with 10,000 rounds of a hash each, for every
 * certificate and transport, in interpreted code at startup. This key store never leaves the process.
 */
final class ServerKeys {
  /** Key store type that hides keys by one round of a hash. */
  private static final String UNENCRYPTED = "JKS";

  /** The password that the API requires. */
  private static final char[] PASSWORD = {'-'};

  private ServerKeys() {}

  /** Returns the keys for TLS over TCP. BoringSSL receives the keys here, not at each handshake. */
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
