package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.listener.AltSvcConfig;
import io.lychgate.gateway.config.listener.HttpsRecords;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.SiteConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The HTTP/3 settings of the gateway that serves a URL. */
final class ServedConfiguration {
  private static final String STEP = "configuration";

  private final @Nullable Path file;
  private final String host;
  private final int port;
  private @Nullable ListenerConfig listener;

  /** @param file null if the user named none */
  ServedConfiguration(@Nullable Path file, String host, int port) {
    this.file = file;
    this.host = host;
    this.port = port;
  }

  Finding look() {
    if (file == null) {
      return Finding.skip(STEP, "none given: -c gateway.yaml");
    }
    Checked<GatewayConfig> read = ConfigReader.ofProcess().read(file);
    if (!read.isValid()) {
      return ConfigurationChecks.unusable(file, read);
    }
    GatewayConfig config = read.value();
    Optional<ListenerConfig> found = listenerOf(config);
    if (found.isEmpty()) {
      return Finding.fail(
          STEP, "no listener with TLS in " + file, "add tls to a listener: HTTP/3 requires TLS");
    }
    listener = found.get();
    return judge(config, found.get());
  }

  /** Returns the listener with this port. If ports are mapped, returns the first that speaks HTTP/3, or else TLS. */
  private Optional<ListenerConfig> listenerOf(GatewayConfig config) {
    List<ListenerConfig> withTls =
        config.listeners().stream().filter(one -> one.tls() != null).toList();
    return withTls.stream()
        .filter(one -> one.port() == port)
        .findFirst()
        .or(() -> withTls.stream().filter(one -> one.speaks(Protocol.HTTP_3)).findFirst())
        .or(() -> withTls.stream().findFirst());
  }

  private Finding judge(GatewayConfig config, ListenerConfig of) {
    String name = "listener " + of.name();
    if (!of.speaks(Protocol.HTTP_3)) {
      return Finding.fail(STEP, name + " does not speak h3", "list h3 in its protocols");
    }
    AltSvcConfig altSvc = of.altSvc();
    if (altSvc.clear() || altSvc.percent() == 0) {
      return Finding.fail(
          STEP,
          name + " makes clients drop HTTP/3",
          altSvc.clear() ? "remove altSvc.clear" : "raise altSvc.percent");
    }
    AltSvcUse use = useOf(config);
    if (use != AltSvcUse.LISTENER) {
      return Finding.fail(
          STEP,
          "the site of " + host + " has altSvc: " + use.token(),
          "remove it, or leave the site on HTTP/2");
    }
    if (altSvc.percent() < 100) {
      return Finding.warn(
          STEP,
          name + " advertises HTTP/3 to " + altSvc.percent() + " % of client networks",
          "raise altSvc.percent; the others stay with HTTP/2");
    }
    return Finding.ok(STEP, name + " speaks h3 on " + of.host() + ":" + of.port());
  }

  private AltSvcUse useOf(GatewayConfig config) {
    String lower = host.toLowerCase(Locale.ROOT);
    return config.sites().stream()
        .filter(site -> site.hosts().stream().anyMatch(pattern -> pattern.matches(lower)))
        .findFirst()
        .map(SiteConfig::altSvc)
        .orElse(AltSvcUse.LISTENER);
  }

  /** Returns the DNS records of this host. Without a configuration it assumes a listener with all protocols. */
  List<String> records(@Nullable String alternativeHost, int udpPort) {
    return listener == null
        ? HttpsRecords.of(
            List.of(Protocol.HTTP_3, Protocol.HTTP_2, Protocol.HTTP_1_1),
            alternativeHost,
            host,
            port,
            udpPort)
        : HttpsRecords.of(listener.protocols(), alternativeHost, host, port, udpPort);
  }
}
