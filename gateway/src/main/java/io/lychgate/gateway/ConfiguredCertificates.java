package io.lychgate.gateway;

import io.lychgate.gateway.config.CertificateReview;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.CertificateNotices;
import io.lychgate.gateway.config.pem.DnsNames;
import io.lychgate.gateway.config.pem.JavaRoots;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Findings about the certificates of a configuration that is valid. */
final class ConfiguredCertificates {
  private ConfiguredCertificates() {}

  /** Returns a line for each finding, in the format of compilers. */
  static List<String> warnings(GatewayConfig config, String file) {
    Set<TlsConfig.Certificate> all = new LinkedHashSet<>();
    for (ListenerConfig listener : config.listeners()) {
      TlsConfig tls = listener.tls();
      if (tls != null) {
        all.addAll(tls.certificates());
      }
    }
    List<String> warnings = new ArrayList<>();
    for (TlsConfig.Certificate each : all) {
      try {
        CertificateNotices.of(
                each.chain().toString(),
                each.key(),
                PemIdentity.readChain(each.chain()),
                Instant.now(),
                JavaRoots::names)
            .forEach(notice -> warnings.add(file + ": warning: tls.certificates: " + notice));
      } catch (IOException | GeneralSecurityException e) {
        warnings.add(file + ": warning: tls.certificates: " + each.chain() + ": " + e.getMessage());
      }
    }
    for (ListenerConfig listener : config.listeners()) {
      unserved(listener)
          .forEach(notice -> warnings.add(file + ": warning: tls.certificates: " + notice));
    }
    CertificateReview.of(config, Instant.now(), JavaRoots::names)
        .forEach(notice -> warnings.add(file + ": warning: " + notice));
    return warnings;
  }

  private static List<String> unserved(ListenerConfig listener) {
    List<String> notices = new ArrayList<>();
    TlsConfig tls = listener.tls();
    Set<String> earlier = new HashSet<>();
    for (TlsConfig.Certificate each :
        tls == null ? List.<TlsConfig.Certificate>of() : tls.certificates()) {
      try {
        List<String> names = DnsNames.of(PemIdentity.readChain(each.chain()).get(0));
        String notice =
            CertificateNotices.unserved(each.chain().toString(), listener.name(), names, earlier);
        if (notice != null) {
          notices.add(notice);
        }
        earlier.addAll(names);
      } catch (IOException | GeneralSecurityException e) {
        // The file is a finding of its own.
      }
    }
    return notices;
  }
}
