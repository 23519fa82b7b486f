package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.config.Protocol;
import io.lychgate.gateway.config.TlsConfig;
import io.lychgate.gateway.config.TlsVersion;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of one listener as contexts of TLS over TCP and of QUIC. Immutable: a reload makes others.
 *
 * @param tcp null on a listener without TLS
 * @param quic null where HTTP/3 is not spoken
 */
record TlsIdentities(
    @Nullable ServerNames<SslContext> tcp, @Nullable ServerNames<QuicSslContext> quic) {
  /** Reads chains and keys. The message of the exception names the file. */
  static TlsIdentities of(ListenerConfig listener, SslProvider provider, boolean quicAvailable)
      throws IOException {
    TlsConfig tls = listener.tls();
    if (tls == null) {
      return new TlsIdentities(null, null);
    }
    boolean quic = quicAvailable && listener.speaks(Protocol.HTTP_3);
    return new TlsIdentities(ofTcp(listener, tls, provider), quic ? ofQuic(tls) : null);
  }

  private static ServerNames<SslContext> ofTcp(
      ListenerConfig listener, TlsConfig tls, SslProvider provider) throws IOException {
    return ServerNames.of(
        tls.certificates(),
        certificate -> SslContextBuilder.forServer(
                certificate.chain().toFile(), certificate.key().toFile())
            .sslProvider(provider)
            .protocols(versions(tls))
            .applicationProtocolConfig(alpn(listener))
            .build());
  }

  /** QUIC has TLS 1.3 and nothing older (RFC 9001 section 4.2). */
  private static ServerNames<QuicSslContext> ofQuic(TlsConfig tls) throws IOException {
    return ServerNames.of(
        tls.certificates(),
        certificate -> QuicSslContextBuilder.forServer(
                certificate.key().toFile(), null, certificate.chain().toFile())
            .applicationProtocols(Http3.supportedApplicationProtocols())
            // Netty shows early data only after the handshake: replay risk, no gain (RFC 8470).
            .earlyData(false)
            .build());
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
    return new ApplicationProtocolConfig(
        ApplicationProtocolConfig.Protocol.ALPN,
        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
        protocols);
  }
}
