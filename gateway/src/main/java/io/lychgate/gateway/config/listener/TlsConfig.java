package io.lychgate.gateway.config.listener;

import java.nio.file.Path;
import java.util.List;

/** Certificates of a listener, the default one first, and the oldest TLS version that it accepts. */
public record TlsConfig(List<Certificate> certificates, TlsVersion minVersion) {

  public TlsConfig {
    certificates = List.copyOf(certificates);
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("certificates: none (expected: at least one)");
    }
  }

  /** Returns a configuration of one certificate, for TLS 1.2 and newer. */
  public static TlsConfig of(Certificate certificate) {
    return new TlsConfig(List.of(certificate), TlsVersion.defaults());
  }

  /** PEM files of one identity: the chain, leaf first, and the private key of the leaf. */
  public record Certificate(Path chain, Path key) {}
}
