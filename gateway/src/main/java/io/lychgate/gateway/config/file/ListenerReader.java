package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.AltSvcConfig;
import io.lychgate.gateway.config.listener.ClientAuth;
import io.lychgate.gateway.config.listener.CongestionControl;
import io.lychgate.gateway.config.listener.HealthConfig;
import io.lychgate.gateway.config.listener.HttpsRedirectConfig;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.QpackTables;
import io.lychgate.gateway.config.listener.QuicConfig;
import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.listener.TlsPolicy;
import io.lychgate.gateway.config.listener.TlsVersion;
import io.lychgate.gateway.config.policy.Policies.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one of {@code listeners}, and {@code tls} of each section that has it. */
final class ListenerReader {
  /** Value of {@code congestionControl} that selects the algorithm of TCP. */
  private static final String AUTOMATIC = "auto";

  private ListenerReader() {}

  static Optional<ListenerConfig> read(Section section) {
    HostPort address = section.address("address", "");
    TlsConfig tls = section.has("tls") ? listenerTls(section.section("tls")) : null;
    Set<Protocol> protocols = protocols(section, section.has("tls"));
    if (protocols.contains(Protocol.HTTP_3) && !section.has("tls")) {
      section.problem("protocols", "h3 (expected: tls beside it, QUIC has no plain form)");
    }
    if (protocols.contains(Protocol.HTTP_3) && tls == null) {
      return Optional.empty();
    }
    AltSvcConfig altSvc = altSvc(section.section("altSvc"));
    if (!section.has("tls") && !altSvc.equals(AltSvcConfig.defaults())) {
      section.problem("altSvc", "without tls (expected: tls beside it, HTTP/3 has no plain form)");
    }
    return section.build(
        () -> ListenerConfig.builder(section.text("name", ""), address.host(), address.port(), tls)
            .protocols(protocols)
            .timeouts(timeouts(section.section("timeouts")))
            .limits(limits(section.section("limits")))
            .altSvc(altSvc)
            .quic(quic(section.section("quic")))
            .health(health(section.section("health")))
            .clients(ClientReader.clients(section))
            .originFrame(section.flag("originFrame", true))
            .passthrough(ClientReader.passthrough(section))
            .httpsRedirect(httpsRedirect(section))
            .policies(PolicyReader.read(section, Level.LISTENER))
            .build());
  }

  private static @Nullable HttpsRedirectConfig httpsRedirect(Section listener) {
    Section section = listener.section("redirectToHttps");
    boolean isFlag = section.scalar().isPresent();
    if (!listener.has("redirectToHttps") || (isFlag && !listener.flag("redirectToHttps", false))) {
      return null;
    }
    if (listener.has("tls")) {
      listener.problem("redirectToHttps", "beside tls (expected: a listener without tls)");
      return null;
    }
    return new HttpsRedirectConfig(
        section.integer("status", HttpsRedirectConfig.DEFAULT_STATUS),
        section.integer("port", HttpsRedirectConfig.DEFAULT_PORT));
  }

  private static Set<Protocol> protocols(Section section, boolean withTls) {
    if (!section.has("protocols")) {
      return withTls ? EnumSet.allOf(Protocol.class) : ListenerConfig.plainProtocols();
    }
    Set<Protocol> protocols = EnumSet.noneOf(Protocol.class);
    section.texts("protocols").forEach(token -> Protocol.of(token).ifPresent(protocols::add));
    return protocols;
  }

  /** Returns null after a problem. */
  private static @Nullable TlsConfig listenerTls(Section section) {
    List<TlsConfig.Certificate> certificates = certificates(section);
    boolean acme = section.flag("acme", false);
    ClientAuth clientAuth = ClientAuth.of(section.text("clientAuth", ClientAuth.NONE.token()));
    Path trust = section.path("trust");
    if (trust != null) {
      CertificateCheck.checkTrust(section, trust);
    }
    if (certificates.isEmpty() && !acme) {
      if (!section.has("certificates")) {
        section.problem("certificates", "none (expected: a list of { chain, key }, or acme: true)");
      }
      return null;
    }
    return section
        .build(() ->
            new TlsConfig(certificates, policy(section), version(section), clientAuth, trust, acme))
        .orElse(null);
  }

  /** Returns null if there is no certificate, or none is usable; the latter is already a problem. */
  static @Nullable TlsConfig tls(Section section) {
    List<TlsConfig.Certificate> certificates = certificates(section);
    if (certificates.isEmpty() && section.has("minVersion") && !section.has("certificates")) {
      section.problem(
          "minVersion", section.text("minVersion", "") + " (expected: certificates beside it)");
    }
    return certificates.isEmpty() ? null : new TlsConfig(certificates, version(section));
  }

  private static List<TlsConfig.Certificate> certificates(Section section) {
    List<TlsConfig.Certificate> certificates = new ArrayList<>();
    for (Section certificate : section.sections("certificates")) {
      Path chain = certificate.identityPath("chain");
      Path key = certificate.identityPath("key");
      if (chain != null && key != null) {
        TlsConfig.Ocsp ocsp = TlsConfig.Ocsp.of(certificate.text("ocsp", "auto"));
        CertificateCheck.check(certificate, chain, key, ocsp);
        certificates.add(new TlsConfig.Certificate(chain, key, ocsp));
      }
    }
    return certificates;
  }

  private static TlsPolicy policy(Section section) {
    return TlsPolicy.of(section.text("policy", TlsPolicy.defaults().token()));
  }

  /** Returns the oldest version that is accepted: that of the file, else that of the policy. */
  private static TlsVersion version(Section section) {
    TlsVersion oldest = policy(section).oldest();
    String token = section.text("minVersion", oldest.token());
    return token.equals(TlsVersion.TLS_1_3.token()) ? TlsVersion.TLS_1_3 : TlsVersion.TLS_1_2;
  }

  private static QuicConfig quic(Section section) {
    QuicConfig defaults = QuicConfig.defaults();
    return new QuicConfig(
        CongestionControl.of(section.text("congestionControl", AUTOMATIC)),
        section.integer("initialWindowPackets", defaults.initialWindowPackets()),
        section.flag("hystart", defaults.hystart()),
        section.size(
            "socketBuffer",
            defaults.socketBufferBytes(),
            Limits.UDP_BUFFER_BYTES_FLOOR,
            Limits.UDP_BUFFER_BYTES_CEILING),
        qpack(section.section("qpack")),
        section.flag("earlyData", defaults.earlyData()));
  }

  private static QpackConfig qpack(Section section) {
    QpackConfig defaults = QpackConfig.defaults();
    String tables = section.text("dynamicTable", defaults.dynamicTable().token());
    return new QpackConfig(
        QpackTables.of(tables).orElse(defaults.dynamicTable()),
        section.size(
            "capacity",
            defaults.capacityBytes(),
            Limits.QPACK_CAPACITY_BYTES_FLOOR,
            Limits.QPACK_CAPACITY_BYTES_CEILING),
        section.integer("blockedStreams", defaults.blockedStreams()));
  }

  private static HealthConfig health(Section section) {
    HealthConfig off = HealthConfig.off();
    return section
        .build(() -> new HealthConfig(
            section.flag("enabled", false),
            section.text("livenessPath", off.livenessPath()),
            section.text("readinessPath", off.readinessPath())))
        .orElse(off);
  }

  private static AltSvcConfig altSvc(Section section) {
    return new AltSvcConfig(
        section.duration("maxAge", Limits.ALT_SVC_MAX_AGE),
        section.flag("persist", false),
        section.integer("percent", 100),
        section.flag("clear", false),
        section.text("host"),
        section.integer("port", 0));
  }

  private static TimeoutConfig timeouts(Section section) {
    return new TimeoutConfig(
        section.duration("tlsHandshake", Limits.TLS_HANDSHAKE),
        section.duration("requestHead", Limits.REQUEST_HEAD),
        section.duration("requestBodyIdle", Limits.REQUEST_BODY_IDLE),
        section.duration("responseWriteIdle", Limits.RESPONSE_WRITE_IDLE),
        section.duration("idleConnection", Limits.IDLE_CONNECTION),
        section.duration("tunnelIdle", Limits.TUNNEL_IDLE),
        section.duration("drain", Limits.DRAIN));
  }

  private static LimitConfig limits(Section section) {
    int headers = Limits.MAX_HEADER_BYTES_CEILING;
    int window = Limits.MAX_WINDOW_BYTES;
    return new LimitConfig(
        section.size("maxHeaderSize", Limits.MAX_HEADER_BYTES, 1024, headers),
        section.integer("maxHeaderCount", Limits.MAX_HEADER_COUNT),
        section.size("maxTargetSize", Limits.MAX_TARGET_BYTES, 64, headers),
        section.size("maxRequestBodySize", Limits.MAX_REQUEST_BODY_BYTES, 1, Long.MAX_VALUE),
        section.integer("maxConcurrentStreams", Limits.MAX_CONCURRENT_STREAMS),
        section.integer("maxConnections", Limits.MAX_CONNECTIONS),
        section.integer("maxConnectionsPerAddress", Limits.MAX_CONNECTIONS_PER_ADDRESS),
        section.size("streamWindow", Limits.STREAM_WINDOW_BYTES, Limits.MIN_WINDOW_BYTES, window),
        section.size(
            "connectionWindow", Limits.CONNECTION_WINDOW_BYTES, Limits.MIN_WINDOW_BYTES, window));
  }
}
