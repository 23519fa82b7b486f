package io.lychgate.gateway.doctor;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Accepts every certificate and records it, so that later steps run even if it is invalid. A resumed handshake has no certificate
 * and does not call this class, which is how one is recognized. It extends X509ExtendedTrustManager, because with a plain trust
 * manager the JDK would still compare names.
 */
final class SeenChain extends X509ExtendedTrustManager {
  private volatile X509Certificate @Nullable [] chain;

  /** Returns the chain of the last full handshake; null if there was none. */
  X509Certificate @Nullable [] chain() {
    return chain;
  }

  void clear() {
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
