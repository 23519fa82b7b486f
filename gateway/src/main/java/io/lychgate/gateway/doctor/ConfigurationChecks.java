package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks a configuration, its certificates and its store. */
final class ConfigurationChecks {
  /** Automatic renewal happens earlier than this before the end. */
  private static final Duration RENEWAL = Duration.ofDays(14);

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
        tls.certificates().forEach(certificate -> findings.add(certificate(certificate)));
      }
    }
    findings.add(store(read.value().store()));
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

  private static Finding certificate(TlsConfig.Certificate files) {
    try {
      X509Certificate leaf =
          PemIdentity.read(files.chain(), files.key()).chain().get(0);
      Instant end = leaf.getNotAfter().toInstant();
      Instant now = Instant.now();
      if (end.isBefore(now)) {
        return Finding.fail(
            "certificate", files.chain() + " expired on " + end, "renew it; no browser accepts it");
      }
      return end.isBefore(now.plus(RENEWAL))
          ? Finding.warn("certificate", files.chain() + " expires on " + end, "renew it")
          : Finding.ok("certificate", files.chain() + " until " + end);
    } catch (IOException | GeneralSecurityException e) {
      return Finding.fail(
          "certificate", files.chain() + ": " + Kernel.oneLine(e), "PEM files of one identity");
    }
  }
}
