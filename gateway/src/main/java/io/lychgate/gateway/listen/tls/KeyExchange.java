package io.lychgate.gateway.listen.tls;

import io.netty.handler.codec.quic.BoringSSLContextOption;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The groups of key exchange that a server offers, preferred ones first, as in Mozilla's recommendations. */
public final class KeyExchange {
  private static final Logger LOG = LoggerFactory.getLogger(KeyExchange.class);

  /** With the hybrid of X25519 and ML-KEM-768, recorded traffic stays secret from a later quantum computer. */
  private static final String[] WITH_ML_KEM = {"X25519MLKEM768", "X25519", "P-256", "P-384"};

  private static final String[] CLASSIC = {"X25519", "P-256", "P-384"};

  private KeyExchange() {}

  /** Builds a context with these groups; without the hybrid if the library does not have it. */
  static SslContext build(SslProvider provider, Builder builder) throws IOException {
    if (provider == SslProvider.JDK) {
      return builder.make().build();
    }
    try {
      return counted(builder, WITH_ML_KEM);
    } catch (IOException | RuntimeException e) {
      SslContext context = counted(builder, CLASSIC);
      LOG.debug("tls: without X25519MLKEM768, which this library does not have", e);
      return context;
    }
  }

  private static SslContext counted(Builder builder, String[] groups) throws IOException {
    return CountedContext.of(builder
        .make()
        .sslProvider(SslProvider.OPENSSL_REFCNT)
        .option(OpenSslContextOption.GROUPS, groups)
        .build());
  }

  /**
   * The same for QUIC. The groups of the context with which a handshake begins count, not those of the certificate that is chosen.
   *
   * @param builder makes a new builder each time
   */
  public static QuicSslContext buildQuic(Supplier<QuicSslContextBuilder> builder) {
    try {
      return builder.get().option(BoringSSLContextOption.GROUPS, WITH_ML_KEM).build();
    } catch (RuntimeException e) {
      LOG.debug("quic: without X25519MLKEM768, which this library does not have", e);
      return builder.get().build();
    }
  }

  /** Makes a new builder each time. */
  @FunctionalInterface
  interface Builder {
    SslContextBuilder make() throws IOException;
  }
}
