package io.lychgate.gateway.listen.quic;

import io.netty.handler.codec.quic.Quic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that this machine has the native QUIC library. Logs the reason once if not; HTTP/1.1 and HTTP/2 are still served. */
public final class QuicSupport {
  private static final Logger LOG = LoggerFactory.getLogger(QuicSupport.class);

  private boolean warned;

  public boolean isAvailable() {
    if (Quic.isAvailable()) {
      return true;
    }
    if (!warned) {
      warned = true;
      LOG.warn("h3 is configured but not served: {}", complaint());
    }
    return false;
  }

  /** Returns the reason why QUIC is not available. */
  public static String complaint() {
    Throwable cause = Quic.unavailabilityCause();
    String message = cause == null ? "" : String.valueOf(cause.getMessage());
    return "no QUIC library for this platform (" + message + ")";
  }
}
