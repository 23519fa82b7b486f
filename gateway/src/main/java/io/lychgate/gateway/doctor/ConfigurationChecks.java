package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.CertificateReview;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.CertificateNotices;
import io.lychgate.gateway.config.pem.JavaRoots;
import io.lychgate.gateway.config.pem.Lifetime;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.store.ClockOffset;
import io.lychgate.gateway.store.NodeIdentity;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks a configuration, its certificates and its store. */
final class ConfigurationChecks {
  private final Path file;
  private final Checked<GatewayConfig> read;

  ConfigurationChecks(Path file) {
    this.file = file;
    this.read = ConfigReader.ofProcess().read(file);
  }

  /** Returns the round-trip times that the running gateway of this configuration has measured, or else typical ones. */
  RoundTrips roundTrips() throws GeneralSecurityException, InterruptedException {
    return read.isValid() && read.value().admin().enabled()
        ? RunningGateway.of(read.value().admin()).roundTrips().orElseGet(RoundTrips::typical)
        : RoundTrips.typical();
  }

  List<Finding> run() {
    if (!read.isValid()) {
      return List.of(unusable(file, read));
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok("configuration", file + " can be used"));
    for (ListenerConfig listener : read.value().listeners()) {
      TlsConfig tls = listener.tls();
      if (tls != null) {
        tls.certificates().forEach(certificate -> findings.addAll(certificate(certificate)));
      }
    }
    CertificateReview.of(read.value(), Instant.now(), JavaRoots::names)
        .forEach(notice -> findings.add(
            Finding.warn("certificate", notice, "docs/how-to/certificates.md#other-certificates")));
    findings.add(store(read.value().store()));
    findings.addAll(StoreChecks.of(read.value().store()));
    ClockOffset.of(url(read.value().store())).map(ClockChecks::ofStore).ifPresent(findings::add);
    try (DnsLookup lookup = new DnsLookup()) {
      findings.addAll(new NameChecks(Kernel.ofThisMachine(), lookup).run(read.value()));
    }
    return findings;
  }

  /** Checks the store without writing to it or beside it. */
  private static Finding store(StoreConfig config) {
    StoreUrl url = url(config);
    if (url.file() != null && NodeIdentity.isInUse(config.directory())) {
      return Finding.ok("store", url + " is in use by a gateway, whose status reports its state");
    }
    StoreException fault = Store.fault(url, config.directory());
    if (fault == null) {
      return Finding.ok("store", url + " can be used");
    }
    Optional<PublishedManifests> kept = Store.kept(url, config.directory());
    String found = String.valueOf(fault.getMessage());
    return kept.isPresent()
        ? Finding.warn(
            "store",
            found,
            "until it is repaired, a gateway serves revision " + kept.get().revision()
                + ", as last published, and nothing can be changed")
        : Finding.fail(
            "store",
            found,
            "no copy of the manifests last published is in " + config.directory() + ": a gateway "
                + (url.file() == null ? "starts without manifests" : "does not start"));
  }

  private static StoreUrl url(StoreConfig config) {
    Secret password = config.password();
    return StoreUrl.parse(config.url(), config.directory())
        .withLogin(config.user(), password == null ? null : password.reveal());
  }

  /** Returns a finding with the first problem of a configuration. */
  static Finding unusable(Path file, Checked<GatewayConfig> read) {
    return Finding.fail(
        "configuration",
        String.valueOf(read.problems().get(0)),
        "lychgate check -c " + file + " lists all problems");
  }

  private static List<Finding> certificate(TlsConfig.Certificate files) {
    try {
      List<X509Certificate> chain = PemIdentity.read(files.chain(), files.key()).chain();
      Lifetime lifetime = Lifetime.of(chain);
      Instant now = Instant.now();
      if (lifetime.hasEnded(now)) {
        return List.of(Finding.fail(
            "certificate",
            files.chain() + " expired on " + lifetime.end(),
            "renew it; no browser accepts it"));
      }
      List<Finding> findings = new ArrayList<>();
      for (String notice : CertificateNotices.of(
          files.chain().toString(), files.key(), chain, now, JavaRoots::names)) {
        findings.add(Finding.warn("certificate", notice, "docs/how-to/certificates.md"));
      }
      return findings.isEmpty()
          ? List.of(Finding.ok("certificate", files.chain() + " until " + lifetime.end()))
          : findings;
    } catch (IOException | GeneralSecurityException e) {
      return List.of(Finding.fail(
          "certificate", files.chain() + ": " + Kernel.oneLine(e), "PEM files of one identity"));
    }
  }
}
