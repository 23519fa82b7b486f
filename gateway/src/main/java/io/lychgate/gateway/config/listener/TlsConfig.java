package io.lychgate.gateway.config.listener;

import java.util.List;

/** Certificates of a listener, the default one first, and the oldest TLS version that it accepts. */
public record TlsConfig(List<CertificateConfig> certificates, TlsVersion minVersion) {

  public TlsConfig {
    certificates = List.copyOf(certificates);
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("certificates: none (expected: at least one)");
    }
  }

  /** Returns a configuration of one certificate, for TLS 1.2 and newer. */
  public static TlsConfig of(CertificateConfig certificate) {
    return new TlsConfig(List.of(certificate), TlsVersion.defaults());
  }
}
