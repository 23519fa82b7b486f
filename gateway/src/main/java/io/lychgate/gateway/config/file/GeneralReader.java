package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.AdminConfig;
import io.lychgate.gateway.config.AuditReceiver;
import io.lychgate.gateway.config.BackupConfig;
import io.lychgate.gateway.config.CasperConfig;
import io.lychgate.gateway.config.ConfigOrigin;
import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.config.NodeSources;
import io.lychgate.gateway.config.PriorityConfig;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.config.UpgradeConfig;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.listener.TlsConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the sections that a file has at most once. */
final class GeneralReader {

  private static final int MAX_PORT = 65_535;

  /** A backup reads the whole store. */
  private static final Duration LEAST_BETWEEN_BACKUPS = Duration.ofMinutes(1);

  private static final String SQLITE = "jdbc:sqlite:";

  private GeneralReader() {}

  static PushConfig push(Section section) {
    List<Path> manifests = section.paths("manifests");
    for (int i = 0; i < manifests.size(); i++) {
      if (!Files.isRegularFile(manifests.get(i)) || !Files.isReadable(manifests.get(i))) {
        section.problem("manifests", i, manifests.get(i) + " (expected: a file that can be read)");
      }
    }
    return new PushConfig(
        PushConfig.Mode.valueOf(constant(section.text("mode", "auto"))),
        casper(section.section("casper")),
        manifests,
        section.size("budget", Limits.PUSH_BUDGET_BYTES, 0, Long.MAX_VALUE),
        section.integer("maxHints", Limits.MAX_HINTS),
        section.integer("maxPushes", Limits.MAX_PUSHES),
        earlyHints(section.section("earlyHints")));
  }

  private static EarlyHintsConfig earlyHints(Section section) {
    EarlyHintsConfig defaults = EarlyHintsConfig.defaults();
    return new EarlyHintsConfig(
        shortTime(section, "hold", defaults.hold()),
        shortTime(section, "nearRoundTrip", defaults.nearRoundTrip()));
  }

  /** Reads "off" or a time up to the maximum. The schema allows up to 999 ms. */
  private static Duration shortTime(Section section, String key, Duration otherwise) {
    if ("off".equals(section.text(key))) {
      return Duration.ZERO;
    }
    Duration value = section.duration(key, otherwise);
    if (value.compareTo(EarlyHintsConfig.MOST) > 0) {
      section.problem(key, section.text(key, "") + " (expected: off, or 1ms to 100ms)");
      return otherwise;
    }
    return value;
  }

  private static CasperConfig casper(Section section) {
    return new CasperConfig(
        CasperConfig.Mode.valueOf(constant(section.text("mode", "native"))),
        section.integer("capacityBits", Limits.CASPER_CAPACITY_BITS),
        section.size(
            "cookieMaxSize", Limits.CASPER_COOKIE_BYTES, 64, Limits.CASPER_COOKIE_BYTES_CEILING),
        CasperConfig.TrackedTypes.valueOf(
            constant(section.text("trackedTypes", "blocking-assets"))),
        section.has("blockingTypes")
            ? section.texts("blockingTypes")
            : CasperConfig.H2O_BLOCKING_TYPES);
  }

  /** Returns the name of an enum constant. The schema lists the same words in lower case with dashes. */
  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  static PriorityConfig priority(Section section) {
    return new PriorityConfig(
        section.flag("reprioritizeBlockingAssets", true),
        PriorityConfig.Scheme.valueOf(constant(section.text("scheme", "auto"))),
        timeline(section.section("timeline")));
  }

  private static TimelineConfig timeline(Section section) {
    TimelineConfig defaults = TimelineConfig.defaults();
    String sample = section.text("sample", "1/" + defaults.sampleOneIn());
    return new TimelineConfig(
        // The schema allows "off", or 1 and a divisor.
        sample.equals("off") ? 0 : Integer.parseInt(sample.substring(2)),
        section.integer("connections", defaults.connections()),
        section.integer("events", defaults.events()));
  }

  static AdminConfig admin(Section section) {
    HostPort address =
        section.address("address", AdminConfig.DEFAULT_HOST + ":" + AdminConfig.DEFAULT_PORT);
    TlsConfig tls = section.has("tls") ? ListenerReader.tls(section.section("tls")) : null;
    return new AdminConfig(
        section.flag("enabled", true),
        address.host(),
        address.port(),
        tls,
        Set.copyOf(section.texts("allowedHosts")),
        SecretReference.read(section, "metricsToken"),
        AccountReader.read(section),
        SignOnReader.read(section.section("signOn")));
  }

  /** @param own the sources of the sections that stay in the file */
  static ConfigOrigin origin(Section section, Path baseDirectory, NodeSources own) {
    if (!section.text("from", "file").equals("store")) {
      return ConfigOrigin.FILE;
    }
    return new ConfigOrigin(
        true,
        section.text("approval", "none").equals("required"),
        section.has("folders") ? section.paths("folders") : List.of(baseDirectory),
        section.has("variables") ? section.texts("variables") : ConfigOrigin.DEFAULT_VARIABLES,
        own);
  }

  static StoreConfig store(Section section, Path baseDirectory, String configuration) {
    StoreConfig defaults = StoreConfig.defaults(baseDirectory, configuration);
    Path directory = section.path("directory");
    Secret password = SecretReference.read(section, "password");
    return new StoreConfig(
        section.has("url") ? storeUrl(section) : defaults.url(),
        section.text("user"),
        password,
        section.text("node", defaults.node()),
        Objects.requireNonNullElse(directory, defaults.directory()),
        section.section("audit").durationOrZero("keep", StoreConfig.KEEP_AUDIT),
        section.section("audit").has("syslog")
            ? auditReceiver(section.section("audit").section("syslog"))
            : null,
        backup(
            section.section("backup"),
            Objects.requireNonNullElse(directory, defaults.directory())));
  }

  private static @Nullable AuditReceiver auditReceiver(Section section) {
    String address = section.text("address", "");
    Path caFile = section.path("caFile");
    if (caFile != null) {
      CertificateCheck.checkTrust(section, "caFile", caFile);
    }
    URI uri = URI.create("x:x");
    try {
      uri = new URI(address);
    } catch (URISyntaxException e) {
      // The problem below names the address.
    }
    AuditReceiver.Transport transport = transport(uri.getScheme());
    boolean isAddress = transport != null
        && uri.getHost() != null
        && uri.getUserInfo() == null
        && uri.getRawPath().isEmpty()
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null
        && uri.getPort() != 0
        && uri.getPort() <= MAX_PORT;
    if (!isAddress || transport == null) {
      section.problem(
          "address",
          address.replaceFirst("//[^/]*@", "//***@")
              + " (expected: tls://host:6514, tcp://host:514 or udp://host:514)");
      return null;
    }
    if (caFile != null && transport != AuditReceiver.Transport.TLS) {
      section.problem("caFile", caFile + " (expected: an address with tls://)");
    }
    return new AuditReceiver(
        transport,
        uri.getHost().replaceAll("[\\[\\]]", ""),
        uri.getPort() < 0 ? transport.port() : uri.getPort(),
        caFile);
  }

  private static AuditReceiver.@Nullable Transport transport(@Nullable String scheme) {
    return switch (scheme == null ? "" : scheme.toLowerCase(Locale.ROOT)) {
      case "udp" -> AuditReceiver.Transport.UDP;
      case "tcp" -> AuditReceiver.Transport.TCP;
      case "tls" -> AuditReceiver.Transport.TLS;
      default -> null;
    };
  }

  private static BackupConfig backup(Section section, Path directory) {
    Path folder = section.path("folder");
    Duration every = section.durationOrZero("every", Duration.ZERO);
    if (!every.isZero() && every.compareTo(LEAST_BETWEEN_BACKUPS) < 0) {
      section.problem("every", section.text("every", "") + " (expected: 0s, or at least 1m)");
      every = Duration.ZERO;
    }
    return new BackupConfig(
        folder == null ? directory.resolve("backups") : folder,
        every,
        section.integer("keep", BackupConfig.DEFAULT_KEEP));
  }

  /** Returns the URL of the store. A path of an SQLite file becomes absolute, independent of the working directory. */
  private static String storeUrl(Section section) {
    String url = section.text("url", "");
    if (url.matches("(?i).*[?&;]password=.*")) {
      section.problem(
          "url", "a password inside (expected: store.password, as file:PATH or env:NAME)");
    }
    String rest = url.startsWith(SQLITE) ? url.substring(SQLITE.length()) : "";
    if (rest.isEmpty()
        || rest.startsWith(":")
        || rest.startsWith("file:")
        || rest.startsWith("/")) {
      return url;
    }
    int query = rest.indexOf('?');
    String file = query < 0 ? rest : rest.substring(0, query);
    return SQLITE
        + section.directoryOf("url").resolve(file).normalize()
        + (query < 0 ? "" : rest.substring(query));
  }

  static UpgradeConfig upgrade(Section section, StoreConfig store) {
    Path directory =
        Objects.requireNonNullElse(section.path("directory"), UpgradeConfig.directoryIn(store));
    boolean isEnabled = section.flag("enabled", false);
    if (isEnabled && UpgradeConfig.isTooLong(directory)) {
      section.problem(
          "directory",
          directory + " (expected: a path of at most " + UpgradeConfig.MAX_PATH_BYTES + " bytes)");
    }
    return new UpgradeConfig(
        isEnabled, directory, section.duration("timeout", UpgradeConfig.DEFAULT_TIMEOUT));
  }
}
