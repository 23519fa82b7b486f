package io.lychgate.gateway.config.listener;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of a listener, the default one first, the oldest TLS version that it accepts, and the certificates of its clients.
 *
 * @param trust PEM file of the authorities that issue certificates of clients; null if clients need none
 */
public record TlsConfig(
    List<Certificate> certificates,
    TlsVersion minVersion,
    ClientAuth clientAuth,
    @Nullable Path trust) {

  public TlsConfig {
    certificates = List.copyOf(certificates);
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("certificates: none (expected: at least one)");
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
    this(certificates, minVersion, ClientAuth.NONE, null);
  }

  /** Returns a configuration of one certificate, for TLS 1.2 and newer. */
  public static TlsConfig of(Certificate certificate) {
    return new TlsConfig(List.of(certificate), TlsVersion.defaults());
  }

  /** PEM files of one identity: the chain, leaf first, and the private key of the leaf. */
  public record Certificate(Path chain, Path key) {}
}
