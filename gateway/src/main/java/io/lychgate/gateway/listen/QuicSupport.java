package io.lychgate.gateway.listen;

import io.netty.handler.codec.quic.Quic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this machine has the native library of QUIC. Says once why not; HTTP/1.1 and HTTP/2 are served all the same. */
final class QuicSupport {
  private static final Logger LOG = LoggerFactory.getLogger(QuicSupport.class);

  private boolean said;

  boolean isAvailable() {
    if (Quic.isAvailable()) {
      return true;
    }
    if (!said) {
      said = true;
      LOG.warn("h3 is configured but not served: {}", complaint());
    }
    return false;
  }

  /** Why it is not available. */
  static String complaint() {
    Throwable cause = Quic.unavailabilityCause();
    String message = cause == null ? "" : String.valueOf(cause.getMessage());
    return "no QUIC library for this platform (" + message + ")";
  }
}
