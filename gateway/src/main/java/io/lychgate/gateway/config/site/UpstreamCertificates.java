package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.pem.CertificateNotices;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Findings about the certificates of upstreams: those that the gateway presents to servers, and the authorities that it trusts. */
public final class UpstreamCertificates {
  private UpstreamCertificates() {}

  /** Returns one sentence for each finding about the files of an upstream, which are read. */
  public static List<String> notices(String name, UpstreamConfig upstream, Instant now) {
    List<String> notices = new ArrayList<>();
    UpstreamTlsConfig tls = upstream.tls();
    if (!upstream.mayUseTls()) {
      return notices;
    }
    String place = "upstreams." + name + ".tls.";
    UpstreamTlsConfig.Identity identity = tls.identity();
    if (identity != null) {
      try {
        CertificateNotices.ofClient(
                identity.certificate().toString(),
                identity.key(),
                PemIdentity.readChain(identity.certificate()),
                now)
            .forEach(notice -> notices.add(place + "certificate: " + notice));
      } catch (IOException | GeneralSecurityException e) {
        notices.add(place + "certificate: " + identity.certificate() + ": " + e.getMessage());
      }
    }
    if (tls.trust() != null && tls.verify()) {
      try {
        String notice = CertificateNotices.ofAuthorities(
            tls.trust().toString(), PemIdentity.readChain(tls.trust()), now);
        if (notice != null) {
          notices.add(place + "trust: " + notice);
        }
      } catch (IOException | GeneralSecurityException e) {
        notices.add(place + "trust: " + tls.trust() + ": " + e.getMessage());
      }
    }
    return notices;
  }
}
