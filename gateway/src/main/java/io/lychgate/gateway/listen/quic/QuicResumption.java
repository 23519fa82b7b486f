package io.lychgate.gateway.listen.quic;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects whether a QUIC handshake was resumed. Netty 4.2.18 does not publish this: {@code QuicheQuicSslEngine.isSessionReused} is
 * package-private. If the method is missing, every handshake counts as a full one.
 */
final class QuicResumption {
  private static final Logger LOG = LoggerFactory.getLogger(QuicResumption.class);

  private @Nullable Class<?> known;
  private @Nullable MethodHandle isSessionReused;

  /** Returns true if the handshake was resumed. Event loop only. */
  boolean isResumed(@Nullable SSLEngine engine) {
    if (engine == null) {
      return false;
    }
    if (known != engine.getClass()) {
      known = engine.getClass();
      isSessionReused = find(engine.getClass());
    }
    try {
      return isSessionReused != null && (boolean) isSessionReused.invoke(engine);
    } catch (Throwable e) {
      throw new IllegalStateException("isSessionReused: failed", e);
    }
  }

  private static @Nullable MethodHandle find(Class<?> engine) {
    try {
      return MethodHandles.privateLookupIn(engine, MethodHandles.lookup())
          .findVirtual(engine, "isSessionReused", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      LOG.debug("cannot distinguish resumed from full QUIC handshakes", e);
      return null;
    }
  }
}
