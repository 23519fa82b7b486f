package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.listener.TlsVersion;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.exchange.CertifiedNames;
import io.lychgate.gateway.listen.ocsp.Staple;
import io.lychgate.gateway.message.AnchorConstraints;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of one listener as contexts for TLS over TCP and for QUIC. Immutable: a reload creates new ones.
 *
 * @param tcp the contexts for TCP; null on a listener without TLS
 * @param quic the contexts for QUIC; null if HTTP/3 is not served
 * @param certified the names of the certificate that a client gets
 * @param names the names of all certificates, in lower case
 * @param ofListener {@code names}, for look-ups
 * @param tcpByCertificate the contexts of {@code tcp} by the fingerprint of their certificate
 * @param quicByCertificate the contexts of {@code quic} by the fingerprint of their certificate
 * @param clients identifies what is demanded of clients; empty if they need no certificate
 * @param served the certificates, the default one first
 * @param staples the OCSP responses of the contexts that have one
 * @param http1 the contexts for clients that are offered HTTP/1.1 alone; null if there are none
 * @param http1ByCertificate the contexts of {@code http1} by the fingerprint of their certificate
 * @param challenges certificates for an authority that checks an order; null on a listener without TLS
 */
public record TlsIdentities(
    @Nullable ServerNames<SslContext> tcp,
    @Nullable ServerNames<QuicSslContext> quic,
    ServerNames<CertifiedNames> certified,
    Set<String> names,
    CertifiedNames ofListener,
    Map<String, SslContext> tcpByCertificate,
    Map<String, QuicSslContext> quicByCertificate,
    String clients,
    List<ServerCertificate> served,
    Map<SslContext, Staple> staples,
    @Nullable ServerNames<SslContext> http1,
    Map<String, SslContext> http1ByCertificate,
    @Nullable AlpnChallenges challenges) {
  /** Milliseconds that a start or a reload waits for the OCSP responses of certificates that clients reject without one. */
  private static final long STAPLE_PATIENCE = 5000;

  /**
   * No certificate authorities, for clients that need no certificate. By default, Netty makes each context read and keep the
   * authorities of the JDK.
   */
  private static final X509Certificate[] NO_AUTHORITIES = {};

  /** Reads chains and keys. The message of the exception names the file. */
  public static TlsIdentities of(
      ListenerConfig listener,
      SslProvider provider,
      boolean quicAvailable,
      CertificateSources sources)
      throws IOException {
    TlsConfig tls = listener.tls();
    if (tls == null) {
      return new TlsIdentities(
          null,
          null,
          ServerNames.ofNames(List.of(List.of())),
          Set.of(),
          CertifiedNames.NONE,
          Map.of(),
          Map.of(),
          "",
          List.of(),
          Map.of(),
          null,
          Map.of(),
          null);
    }
    boolean quic = quicAvailable && listener.speaks(Protocol.HTTP_3);
    List<ServerCertificate> served = read(tls, sources);
    List<PemIdentity> identities =
        served.stream().map(ServerCertificate::identity).toList();
    awaitNeededStaples(served);
    X509Certificate[] authorities = authorities(tls);
    Map<String, SslContext> tcpByCertificate = new LinkedHashMap<>();
    Map<String, QuicSslContext> quicByCertificate = new LinkedHashMap<>();
    Map<SslContext, Staple> staples = new HashMap<>();
    List<List<String>> names = names(identities);
    Set<String> all = new LinkedHashSet<>();
    names.forEach(all::addAll);
    try {
      TlsIdentities identitiesOfAll = new TlsIdentities(
          ofTcp(served, listener, alpn(listener), authorities, provider, tcpByCertificate, staples),
          quic ? ofQuic(identities, listener, authorities, quicByCertificate) : null,
          ServerNames.ofNames(names),
          all,
          new CertifiedNames(all),
          tcpByCertificate,
          quicByCertificate,
          clients(tls, authorities),
          served,
          staples,
          null,
          Map.of(),
          sources.challenges());
      return sources.offersHttp1Alone()
          ? identitiesOfAll.withHttp1Alone(listener, provider)
          : identitiesOfAll;
    } catch (SSLException | RuntimeException e) {
      throw new IOException(
          "listener " + listener.name() + ": tls.certificates: " + e.getMessage(), e);
    }
  }

  /** Returns the same with contexts for clients that are offered HTTP/1.1 alone, if the listener offers them more. */
  public TlsIdentities withHttp1Alone(ListenerConfig listener, SslProvider provider)
      throws IOException {
    TlsConfig tls = listener.tls();
    if (tls == null || !listener.speaks(Protocol.HTTP_2) || !listener.speaks(Protocol.HTTP_1_1)) {
      return this;
    }
    Map<String, SslContext> byCertificate = new LinkedHashMap<>();
    Map<SslContext, Staple> more = new HashMap<>(staples);
    ServerNames<SslContext> contexts = ofTcp(
        served,
        listener,
        alpn(List.of(ApplicationProtocolNames.HTTP_1_1)),
        authorities(tls),
        provider,
        byCertificate,
        more);
    return with(more, contexts, byCertificate);
  }

  /** Returns the same without these contexts. */
  public TlsIdentities withoutHttp1Alone() {
    Map<SslContext, Staple> rest = new HashMap<>(staples);
    http1ByCertificate.values().forEach(rest::remove);
    return with(rest, null, Map.of());
  }

  private TlsIdentities with(
      Map<SslContext, Staple> responses,
      @Nullable ServerNames<SslContext> contexts,
      Map<String, SslContext> byCertificate) {
    return new TlsIdentities(
        tcp,
        quic,
        certified,
        names,
        ofListener,
        tcpByCertificate,
        quicByCertificate,
        clients,
        served,
        responses,
        contexts,
        byCertificate,
        challenges);
  }

  /**
   * Reads each pair once for both transports. Netty would read keys through Bouncy Castle, which loads several hundred unneeded
   * classes at startup.
   */
  private static List<ServerCertificate> read(TlsConfig tls, CertificateSources sources)
      throws IOException {
    List<ServerCertificate> served = new ArrayList<>();
    for (TlsConfig.Certificate certificate : tls.certificates()) {
      try {
        PemIdentity identity = PemIdentity.read(certificate.chain(), certificate.key());
        served.add(new ServerCertificate(
            identity,
            ServerCertificate.Origin.FILE,
            certificate.chain().toString(),
            certificate.key(),
            sources.staples().of(identity.chain(), certificate.ocsp())));
      } catch (IOException | GeneralSecurityException e) {
        throw new IOException(
            certificate.chain() + " with " + certificate.key() + ": " + e.getMessage(), e);
      }
    }
    if (tls.acme()) {
      for (IssuedCertificates.Issued issued : sources.issued().all()) {
        if (issued.isLastResort() && !served.isEmpty()) {
          continue;
        }
        boolean isOrdered = !issued.isPlaceholder();
        served.add(new ServerCertificate(
            issued.identity(),
            isOrdered ? ServerCertificate.Origin.ACME : ServerCertificate.Origin.PLACEHOLDER,
            issued.place(),
            null,
            isOrdered
                ? sources.staples().of(issued.identity().chain(), TlsConfig.Ocsp.AUTOMATIC)
                : null));
      }
    }
    return served;
  }

  /** A client rejects such a certificate without a response, so the first handshake should have one. */
  private static void awaitNeededStaples(List<ServerCertificate> served) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STAPLE_PATIENCE);
    for (ServerCertificate each : served) {
      Staple staple = each.staple();
      if (staple != null && staple.isNeeded()) {
        staple.awaitFirst(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
      }
    }
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

  /** Returns the trust in these authorities; null if each of them may issue certificates for every name. */
  private static @Nullable TrustManagerFactory constrained(X509Certificate[] authorities)
      throws IOException {
    try {
      List<X509Certificate> all = List.of(authorities);
      return AnchorConstraints.areIn(all) ? AnchorConstraints.trust(all) : null;
    } catch (GeneralSecurityException e) {
      throw new IOException("authorities of clients: " + e.getMessage(), e);
    }
  }

  /** Returns a text that changes with everything that is demanded of a client. A session of before then does not continue. */
  private static String clients(TlsConfig tls, X509Certificate[] authorities) throws IOException {
    StringBuilder text = new StringBuilder();
    for (X509Certificate authority : authorities) {
      text.append(' ').append(fingerprint(authority));
    }
    return text.isEmpty() ? "" : " clients " + tls.clientAuth().token() + text;
  }

  /** Returns the form of the TLS library. */
  public static ClientAuth demand(ListenerConfig listener) {
    return switch (listener.clientAuth()) {
      case NONE -> ClientAuth.NONE;
      case REQUEST -> ClientAuth.OPTIONAL;
      case REQUIRE -> ClientAuth.REQUIRE;
    };
  }

  private static List<List<String>> names(List<PemIdentity> identities) throws IOException {
    List<List<String>> names = new ArrayList<>();
    for (PemIdentity identity : identities) {
      names.add(ServerNames.namesOf(identity));
    }
    return names;
  }

  private static ServerNames<SslContext> ofTcp(
      List<ServerCertificate> served,
      ListenerConfig listener,
      ApplicationProtocolConfig alpn,
      X509Certificate[] authorities,
      SslProvider provider,
      Map<String, SslContext> byCertificate,
      Map<SslContext, Staple> staples)
      throws IOException {
    TlsConfig tls = Objects.requireNonNull(listener.tls(), "tls");
    Map<PemIdentity, Staple> byIdentity = new HashMap<>();
    for (ServerCertificate each : served) {
      if (each.staple() != null) {
        byIdentity.put(each.identity(), each.staple());
      }
    }
    List<PemIdentity> identities =
        served.stream().map(ServerCertificate::identity).toList();
    TrustManagerFactory constrained = constrained(authorities);
    return ServerNames.of(identities, identity -> {
      Staple staple = provider == SslProvider.JDK ? null : byIdentity.get(identity);
      SslContext context = KeyExchange.build(
          provider,
          () -> trusting(
                  SslContextBuilder.forServer(ServerKeys.tcp(identity, provider)),
                  authorities,
                  constrained)
              .sslProvider(provider)
              .clientAuth(demand(listener))
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
  }

  private static SslContextBuilder trusting(
      SslContextBuilder builder,
      X509Certificate[] authorities,
      @Nullable TrustManagerFactory constrained) {
    return constrained == null
        ? builder.trustManager(authorities)
        : builder.trustManager(constrained);
  }

  private static String fingerprint(X509Certificate leaf) throws IOException {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(leaf.getEncoded());
      return HexFormat.of().formatHex(hash);
    } catch (GeneralSecurityException e) {
      throw new IOException("fingerprint of a certificate: " + e.getMessage(), e);
    }
  }

  /**
   * Makes session tickets of these certificates from these secrets from now on.
   *
   * @param promises the values besides the certificate that QUIC clients with such a ticket rely on
   */
  public void share(String listener, String promises, SharedSecrets secrets) {
    tcpByCertificate.forEach((certificate, context) ->
        new TicketKeys(secrets, listener, certificate + clients).putInto(context));
    // The same keys: a client may move between both with its ticket.
    http1ByCertificate.forEach((certificate, context) ->
        new TicketKeys(secrets, listener, certificate + clients).putInto(context));
    quicByCertificate.forEach((certificate, context) ->
        new TicketKeys(secrets, listener, certificate + promises + clients).putInto(context));
  }

  /** Creates the contexts for QUIC, which has TLS 1.3 and nothing older (RFC 9001 section 4.2). */
  private static ServerNames<QuicSslContext> ofQuic(
      List<PemIdentity> identities,
      ListenerConfig listener,
      X509Certificate[] authorities,
      Map<String, QuicSslContext> byCertificate)
      throws IOException {
    TrustManagerFactory constrained = constrained(authorities);
    return ServerNames.of(identities, identity -> {
      QuicSslContextBuilder builder =
          QuicSslContextBuilder.forServer(ServerKeys.quic(identity), null);
      QuicSslContext context = (constrained == null
              ? builder.trustManager(authorities)
              : builder.trustManager(constrained))
          .clientAuth(demand(listener))
          .applicationProtocols(Http3.supportedApplicationProtocols())
          .earlyData(listener.quic().earlyData())
          .build();
      byCertificate.put(fingerprint(identity.chain().get(0)), context);
      return context;
    });
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
