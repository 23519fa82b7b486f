package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.exchange.CertifiedNames;
import io.lychgate.gateway.listen.ocsp.Staple;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of one listener as contexts for TLS over TCP and for QUIC. Immutable: a reload creates new ones.
 *
 * @param tcp the contexts for TCP; null on a listener without TLS
 * @param quic the contexts for QUIC; null if HTTP/3 is not served
 * @param http1 the contexts for clients that are offered HTTP/1.1 alone; null if there are none
 * @param certified the names of the certificate that a client gets
 * @param names the names of all certificates
 * @param clients identifies the certificates that clients must have; empty if they need none
 * @param served the certificates, the default one first
 * @param challenges certificates for an authority that checks an order; null on a listener without TLS
 */
public record TlsIdentities(
    @Nullable Contexts<SslContext> tcp,
    @Nullable Contexts<QuicSslContext> quic,
    @Nullable Contexts<SslContext> http1,
    ServerNames<CertifiedNames> certified,
    CertifiedNames names,
    String clients,
    List<ServerCertificate> served,
    @Nullable AlpnChallenges challenges) {
  /** Milliseconds that a start or a reload waits for the OCSP responses of certificates that clients reject without one. */
  private static final long STAPLE_PATIENCE = 5000;

  private static final TlsIdentities NONE = new TlsIdentities(
      null,
      null,
      null,
      ServerNames.ofNames(List.of(List.of())),
      CertifiedNames.NONE,
      "",
      List.of(),
      null);

  /** Reads chains and keys. The message of the exception names the file. */
  public static TlsIdentities of(
      ListenerConfig listener,
      SslProvider provider,
      boolean quicAvailable,
      CertificateSources sources)
      throws IOException {
    TlsConfig tls = listener.tls();
    if (tls == null) {
      return NONE;
    }
    boolean hasQuic = quicAvailable && listener.speaks(Protocol.HTTP_3);
    List<ServerCertificate> served = read(tls, sources);
    awaitNeededStaples(served);
    List<List<String>> names = names(served);
    ContextMaker contexts = new ContextMaker(listener, tls, served);
    try {
      return new TlsIdentities(
          contexts.tcp(provider),
          hasQuic ? contexts.quic() : null,
          sources.offersHttp1Alone() && offersMore(listener) ? contexts.http1Alone(provider) : null,
          ServerNames.ofNames(names),
          new CertifiedNames(names.stream().flatMap(List::stream).toList()),
          contexts.demands(),
          served,
          sources.challenges());
    } catch (SSLException | RuntimeException e) {
      throw new IOException(
          "listener " + listener.name() + ": tls.certificates: " + e.getMessage(), e);
    }
  }

  /** Returns true if the listener speaks HTTP/1.1 and another protocol over TCP. */
  private static boolean offersMore(ListenerConfig listener) {
    return listener.speaks(Protocol.HTTP_2) && listener.speaks(Protocol.HTTP_1_1);
  }

  /** Returns a copy with contexts for clients that are offered HTTP/1.1 alone, if the listener speaks more than that. */
  public TlsIdentities withHttp1Alone(ListenerConfig listener, SslProvider provider)
      throws IOException {
    TlsConfig tls = listener.tls();
    return tls == null || !offersMore(listener)
        ? this
        : with(new ContextMaker(listener, tls, served).http1Alone(provider));
  }

  /** Returns a copy without contexts for HTTP/1.1 alone. */
  public TlsIdentities withoutHttp1Alone() {
    return with(null);
  }

  private TlsIdentities with(@Nullable Contexts<SslContext> http1Alone) {
    return new TlsIdentities(tcp, quic, http1Alone, certified, names, clients, served, challenges);
  }

  /** Returns the OCSP response for handshakes with a context for TCP; null if there is none. */
  public @Nullable Staple staple(SslContext context) {
    Staple found = tcp == null ? null : tcp.staples().get(context);
    return found == null && http1 != null ? http1.staples().get(context) : found;
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

  /** Returns the listener's {@code tls.clientAuth} as the TLS library names it. */
  public static ClientAuth demand(ListenerConfig listener) {
    return switch (listener.clientAuth()) {
      case NONE -> ClientAuth.NONE;
      case REQUEST -> ClientAuth.OPTIONAL;
      case REQUIRE -> ClientAuth.REQUIRE;
    };
  }

  private static List<List<String>> names(List<ServerCertificate> served) throws IOException {
    List<List<String>> names = new ArrayList<>();
    for (ServerCertificate each : served) {
      names.add(ServerNames.namesOf(each.identity()));
    }
    return names;
  }

  /** Returns the fingerprints of the certificates in use; none on a listener without TLS. */
  public Set<String> fingerprints() {
    return tcp == null ? Set.of() : Set.copyOf(tcp.byCertificate().keySet());
  }

  /**
   * Derives the keys of session tickets from these secrets from now on.
   *
   * @param promises the values on which QUIC clients with such a ticket rely, besides the certificate
   */
  public void share(String listener, String promises, SharedSecrets secrets) {
    share(tcp, listener, secrets);
    // The same keys: a client may bring its ticket to another arm of an experiment.
    share(http1, listener, secrets);
    if (quic != null) {
      quic.byCertificate()
          .forEach((certificate, context) ->
              new TicketKeys(secrets, listener, certificate + promises + clients).putInto(context));
    }
  }

  private void share(
      @Nullable Contexts<SslContext> contexts, String listener, SharedSecrets secrets) {
    if (contexts != null) {
      contexts
          .byCertificate()
          .forEach((certificate, context) ->
              new TicketKeys(secrets, listener, certificate + clients).putInto(context));
    }
  }
}
