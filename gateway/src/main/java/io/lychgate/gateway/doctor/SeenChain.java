package io.lychgate.gateway.doctor;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Takes every certificate and remembers it, so that the rest can be looked at whatever is wrong with it. It is not asked in a
 * resumed handshake, which has no certificate: that is how one is told. The extended kind: the plain one would still compare
 * names.
 */
final class SeenChain extends X509ExtendedTrustManager {
  private volatile X509Certificate @Nullable [] chain;

  /** Of the last full handshake; null if there was none. */
  X509Certificate @Nullable [] chain() {
    return chain;
  }

  void forget() {
    chain = null;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] seen, String type, Socket socket) {
    chain = seen;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] seen, String type, SSLEngine engine) {
    chain = seen;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] seen, String type) {
    chain = seen;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] seen, String type, Socket socket) {}

  @Override
  public void checkClientTrusted(X509Certificate[] seen, String type, SSLEngine engine) {}

  @Override
  public void checkClientTrusted(X509Certificate[] seen, String type) {}

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
