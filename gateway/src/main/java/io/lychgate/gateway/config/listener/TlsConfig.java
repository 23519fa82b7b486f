package io.lychgate.gateway.config.listener;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of a listener, the default one first, the versions and ciphers that it accepts, and the certificates of its clients.
 *
 * @param minVersion oldest version; no older than the policy allows
 * @param trust PEM file of the authorities that issue certificates of clients; null if clients need none
 * @param acme true if the listener also has the certificates that the gateway orders for its sites
 */
public record TlsConfig(
    List<Certificate> certificates,
    TlsPolicy policy,
    TlsVersion minVersion,
    ClientAuth clientAuth,
    @Nullable Path trust,
    boolean acme) {

  public TlsConfig {
    certificates = List.copyOf(certificates);
    if (certificates.isEmpty() && !acme) {
      throw new IllegalArgumentException("certificates: none (expected: at least one, or acme)");
    }
    if (minVersion.compareTo(policy.oldest()) < 0) {
      throw new IllegalArgumentException("minVersion: " + minVersion.token() + " (expected: "
          + policy.oldest().token() + " with policy " + policy.token() + ")");
    }
    if ((clientAuth == ClientAuth.NONE) != (trust == null)) {
      throw new IllegalArgumentException(
          trust == null
              ? "clientAuth: " + clientAuth.token() + " (expected: trust beside it)"
              : "trust: " + trust + " (expected: clientAuth beside it, request or require)");
    }
  }

  /** A configuration without certificates of clients. */
  public TlsConfig(List<Certificate> certificates, TlsVersion minVersion) {
    this(certificates, TlsPolicy.defaults(), minVersion, ClientAuth.NONE, null, false);
  }

  /** Returns a configuration of one certificate, for TLS 1.2 and newer. */
  public static TlsConfig of(Certificate certificate) {
    return new TlsConfig(List.of(certificate), TlsVersion.defaults());
  }

  /**
   * PEM files of one identity: the chain, leaf first, and the private key of the leaf.
   *
   * @param ocsp where the state of the certificate is asked for
   */
  public record Certificate(Path chain, Path key, Ocsp ocsp) {
    public Certificate(Path chain, Path key) {
      this(chain, key, Ocsp.AUTOMATIC);
    }
  }

  /**
   * The source of stapled OCSP responses (RFC 6066 section 8).
   *
   * @param mayStaple false to staple none
   * @param responder takes the place of the responder that the certificate names; null for that one, if there is one
   */
  public record Ocsp(boolean mayStaple, @Nullable URI responder) {
    public static final Ocsp AUTOMATIC = new Ocsp(true, null);
    public static final Ocsp OFF = new Ocsp(false, null);

    public Ocsp {
      if (!mayStaple && responder != null) {
        throw new IllegalArgumentException("responder: " + responder + " (expected: none)");
      }
    }

    /** Returns the source that a value of the configuration file means: {@code auto}, {@code off} or a URL. */
    public static Ocsp of(String text) {
      return switch (text) {
        case "auto" -> AUTOMATIC;
        case "off", "false" -> OFF;
        default -> new Ocsp(true, URI.create(text));
      };
    }
  }
}
