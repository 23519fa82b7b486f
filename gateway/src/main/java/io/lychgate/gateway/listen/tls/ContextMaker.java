package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.listener.TlsVersion;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.listen.ocsp.Staple;
import io.lychgate.gateway.message.AnchorConstraints;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes the TLS contexts of a listener from its certificates and from the authorities of its clients. */
final class ContextMaker {
  /**
   * No certificate authorities, for clients that need no certificate. By default, Netty makes each context read and keep the
   * authorities of the JDK.
   */
  private static final X509Certificate[] NO_AUTHORITIES = {};

  private final ListenerConfig listener;
  private final TlsConfig tls;
  private final List<ServerCertificate> served;
  private final X509Certificate[] authorities;

  /** Verifies name constraints of the authorities; null if none of them has any. */
  private final @Nullable TrustManagerFactory constrained;

  /** Reads the authorities of clients. The message of the exception names the file. */
  ContextMaker(ListenerConfig listener, TlsConfig tls, List<ServerCertificate> served)
      throws IOException {
    this.listener = listener;
    this.tls = tls;
    this.served = served;
    this.authorities = authorities(tls);
    this.constrained = constrained(authorities);
  }

  /** Returns the authorities that issue certificates of clients. */
  private static X509Certificate[] authorities(TlsConfig tls) throws IOException {
    Path trust = tls.trust();
    if (trust == null) {
      return NO_AUTHORITIES;
    }
    try {
      return PemIdentity.readChain(trust).toArray(X509Certificate[]::new);
    } catch (IOException | GeneralSecurityException e) {
      throw new IOException(trust + ": " + e.getMessage(), e);
    }
  }

  private static @Nullable TrustManagerFactory constrained(X509Certificate[] authorities)
      throws IOException {
    try {
      List<X509Certificate> all = List.of(authorities);
      return AnchorConstraints.areIn(all) ? AnchorConstraints.trust(all) : null;
    } catch (GeneralSecurityException e) {
      throw new IOException("authorities of clients: " + e.getMessage(), e);
    }
  }

  /** Returns a text that changes with every demand on clients, so that a session from before a change is not resumed after it. */
  String demands() throws IOException {
    StringBuilder text = new StringBuilder();
    for (X509Certificate authority : authorities) {
      text.append(' ').append(fingerprint(authority));
    }
    return text.isEmpty() ? "" : " clients " + tls.clientAuth().token() + text;
  }

  /** Returns the contexts for TCP with the protocols of the listener. */
  Contexts<SslContext> tcp(SslProvider provider) throws IOException {
    return tcp(provider, alpn(listener));
  }

  /** Returns the contexts for clients that are offered HTTP/1.1 alone. */
  Contexts<SslContext> http1Alone(SslProvider provider) throws IOException {
    return tcp(provider, alpn(List.of(ApplicationProtocolNames.HTTP_1_1)));
  }

  private Contexts<SslContext> tcp(SslProvider provider, ApplicationProtocolConfig alpn)
      throws IOException {
    Map<PemIdentity, Staple> byIdentity = new HashMap<>();
    for (ServerCertificate each : served) {
      if (each.staple() != null && provider != SslProvider.JDK) {
        byIdentity.put(each.identity(), each.staple());
      }
    }
    Map<String, SslContext> byCertificate = new LinkedHashMap<>();
    Map<SslContext, Staple> staples = new HashMap<>();
    ServerNames<SslContext> byName = ServerNames.of(identities(), identity -> {
      Staple staple = byIdentity.get(identity);
      SslContext context = KeyExchange.build(
          provider,
          () -> trusting(SslContextBuilder.forServer(ServerKeys.tcp(identity, provider)))
              .sslProvider(provider)
              .clientAuth(TlsIdentities.demand(listener))
              .protocols(versions(tls))
              .ciphers(tls.policy().ciphers(), SupportedCipherSuiteFilter.INSTANCE)
              .enableOcsp(staple != null)
              .applicationProtocolConfig(alpn));
      if (staple != null) {
        staples.put(context, staple);
      }
      byCertificate.put(fingerprint(identity.chain().get(0)), context);
      return context;
    });
    return new Contexts<>(byName, byCertificate, staples);
  }

  private SslContextBuilder trusting(SslContextBuilder builder) {
    return constrained == null
        ? builder.trustManager(authorities)
        : builder.trustManager(constrained);
  }

  /** Returns the contexts for QUIC, which needs TLS 1.3 or newer (RFC 9001 section 4.2). */
  Contexts<QuicSslContext> quic() throws IOException {
    Map<String, QuicSslContext> byCertificate = new LinkedHashMap<>();
    ServerNames<QuicSslContext> byName = ServerNames.of(identities(), identity -> {
      QuicSslContext context = trusting(
              QuicSslContextBuilder.forServer(ServerKeys.quic(identity), null))
          .clientAuth(TlsIdentities.demand(listener))
          .applicationProtocols(Http3.supportedApplicationProtocols())
          .earlyData(listener.quic().earlyData())
          .build();
      byCertificate.put(fingerprint(identity.chain().get(0)), context);
      return context;
    });
    return new Contexts<>(byName, byCertificate, Map.of());
  }

  private QuicSslContextBuilder trusting(QuicSslContextBuilder builder) {
    return constrained == null
        ? builder.trustManager(authorities)
        : builder.trustManager(constrained);
  }

  private List<PemIdentity> identities() {
    return served.stream().map(ServerCertificate::identity).toList();
  }

  private static String fingerprint(X509Certificate leaf) throws IOException {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(leaf.getEncoded());
      return HexFormat.of().formatHex(hash);
    } catch (GeneralSecurityException e) {
      throw new IOException("fingerprint of a certificate: " + e.getMessage(), e);
    }
  }

  private static List<String> versions(TlsConfig tls) {
    String newest = TlsVersion.TLS_1_3.protocolName();
    return tls.minVersion() == TlsVersion.TLS_1_3
        ? List.of(newest)
        : List.of(newest, TlsVersion.TLS_1_2.protocolName());
  }

  private static ApplicationProtocolConfig alpn(ListenerConfig listener) {
    List<String> protocols = new ArrayList<>();
    if (listener.speaks(Protocol.HTTP_2)) {
      protocols.add(ApplicationProtocolNames.HTTP_2);
    }
    if (listener.speaks(Protocol.HTTP_1_1) || protocols.isEmpty()) {
      protocols.add(ApplicationProtocolNames.HTTP_1_1);
    }
    return alpn(protocols);
  }

  private static ApplicationProtocolConfig alpn(List<String> protocols) {
    return new ApplicationProtocolConfig(
        ApplicationProtocolConfig.Protocol.ALPN,
        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
        protocols);
  }
}
