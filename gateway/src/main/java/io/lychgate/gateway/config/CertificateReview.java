package io.lychgate.gateway.config;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogTarget;
import io.lychgate.gateway.config.observe.OtlpConfig;
import io.lychgate.gateway.config.pem.CertificateNotices;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Findings about the certificates of a configuration, apart from those that listeners serve: that of the admin plane, those that the
 * gateway presents to servers, and the authorities that it trusts. Reads the files.
 */
public final class CertificateReview {
  private final List<String> notices = new ArrayList<>();
  private final Instant now;
  private final Supplier<Set<X500Principal>> roots;

  private CertificateReview(Instant now, Supplier<Set<X500Principal>> roots) {
    this.now = now;
    this.roots = roots;
  }

  /**
   * Returns one sentence for each finding. It begins with the key of the file in the configuration.
   *
   * @param roots the names of the roots that clients are known to have
   */
  public static List<String> of(
      GatewayConfig config, Instant now, Supplier<Set<X500Principal>> roots) {
    CertificateReview review = new CertificateReview(now, roots);
    config.listeners().forEach(review::listener);
    review.admin(config.admin());
    config.upstreams().forEach(review::upstream);
    review.acme(config.acme());
    review.limits(config.limits());
    review.audit(config.store().auditReceiver());
    review.collector("tracing", config.tracing().collector());
    review.logs(config.accessLog());
    return review.notices;
  }

  private void listener(ListenerConfig listener) {
    if (listener.tls() != null) {
      authorities("listeners." + listener.name() + ".tls.trust", listener.tls().trust());
    }
  }

  private void admin(AdminConfig admin) {
    TlsConfig tls = admin.tls();
    if (tls == null || !admin.enabled()) {
      return;
    }
    for (TlsConfig.Certificate each : tls.certificates()) {
      read(
          "admin.tls.certificates",
          each.chain(),
          chain -> CertificateNotices.of(each.chain().toString(), each.key(), chain, now, roots));
    }
    authorities("admin.tls.trust", tls.trust());
  }

  private void upstream(String name, UpstreamConfig upstream) {
    if (!upstream.mayUseTls()) {
      return;
    }
    UpstreamTlsConfig tls = upstream.tls();
    String place = "upstreams." + name + ".tls.";
    UpstreamTlsConfig.Identity identity = tls.identity();
    if (identity != null) {
      read(
          place + "certificate",
          identity.certificate(),
          chain -> CertificateNotices.ofClient(
              identity.certificate().toString(), identity.key(), chain, now));
    }
    if (tls.verify()) {
      authorities(place + "trust", tls.trust());
    }
  }

  private void acme(@Nullable AcmeConfig acme) {
    if (acme != null) {
      authorities("acme.trust", acme.trust());
    }
  }

  private void limits(LimitSharingConfig limits) {
    if (limits.redis() != null) {
      authorities("limits.shared.redis.ca", limits.redis().authorities());
    }
  }

  private void audit(@Nullable AuditReceiver receiver) {
    if (receiver != null) {
      authorities("store.audit.syslog.caFile", receiver.caFile());
    }
  }

  private void logs(AccessLogConfig accessLog) {
    for (LogConfig log : accessLog.logs()) {
      if (log.to() instanceof LogTarget.Otlp otlp) {
        collector("accessLog", otlp.collector());
      }
    }
  }

  private void collector(String section, @Nullable OtlpConfig collector) {
    if (collector != null) {
      authorities(section + ".otlp.ca", collector.ca());
    }
  }

  private void authorities(String key, @Nullable Path file) {
    if (file != null) {
      read(key, file, certificates -> {
        String notice = CertificateNotices.ofAuthorities(file.toString(), certificates, now);
        return notice == null ? List.of() : List.of(notice);
      });
    }
  }

  /** The findings about the certificates of one file. */
  private interface Rule {
    List<String> of(List<X509Certificate> certificates);
  }

  private void read(String key, Path file, Rule rule) {
    try {
      rule.of(PemIdentity.readChain(file)).forEach(notice -> notices.add(key + ": " + notice));
    } catch (IOException | GeneralSecurityException e) {
      notices.add(key + ": " + file + ": " + e.getMessage());
    }
  }
}
