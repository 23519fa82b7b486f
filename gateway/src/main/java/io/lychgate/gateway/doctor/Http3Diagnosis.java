package io.lychgate.gateway.doctor;

import io.netty.handler.codec.http3.Http3SettingsFrame;
import io.netty.handler.codec.quic.Quic;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Diagnosis of HTTP/3 for a URL, in the order of a browser. Each step has a remedy; later steps run after a failure if they can. */
final class Http3Diagnosis {
  private final URI url;
  private final String host;
  private final int port;
  private final TrustedRoots roots;
  private final Duration patience;
  private final ServedConfiguration configuration;
  private final List<Finding> findings = new ArrayList<>();

  /** The HTTP/3 alternative that the site advertises over TCP; null if there is none. */
  private @Nullable AlternativeService alternative;

  Http3Diagnosis(URI url, @Nullable Path configFile, TrustedRoots roots, Duration patience) {
    this.url = url;
    // Brackets of an IPv6 address belong to the URL only.
    this.host = url.getHost().replaceAll("[\\[\\]]", "");
    this.port = AltSvcStep.portOf(url);
    this.roots = roots;
    this.patience = patience;
    this.configuration = new ServedConfiguration(configFile, host, port);
  }

  /** READ FIRST: the steps. */
  List<Finding> run() {
    findings.add(configuration.look());
    boolean hasLibrary = library();
    findings.add(LocalChecks.udpBuffers(Kernel.ofThisMachine()));
    findings.add(PublishedPorts.look(port));
    if (address(host, port, "dns").isEmpty()) {
      return findings;
    }
    overTcp();
    overQuic(hasLibrary);
    verdict();
    return findings;
  }

  private boolean library() {
    if (Quic.isAvailable()) {
      findings.add(Finding.ok("quic-library", "loaded"));
      return true;
    }
    Throwable cause = Quic.unavailabilityCause();
    findings.add(
        Finding.fail(
            "quic-library",
            "not available: " + (cause == null ? "unknown reason" : Kernel.oneLine(cause)),
            "a gateway on this machine serves no HTTP/3: use a platform that has one (docs/how-to/http3.md)"));
    return false;
  }

  private Optional<InetSocketAddress> address(String of, int at, String step) {
    try {
      InetAddress[] all = InetAddress.getAllByName(of);
      if (step.equals("dns")) {
        findings.add(Finding.ok(
            step,
            Arrays.stream(all).map(InetAddress::getHostAddress).collect(Collectors.joining(", "))));
      }
      return Optional.of(new InetSocketAddress(all[0], at));
    } catch (UnknownHostException e) {
      findings.add(
          Finding.fail(step, of + " is not known", "an address record (A, AAAA) for this name"));
      return Optional.empty();
    }
  }

  private void overTcp() {
    try {
      TcpVisit visit = TcpVisit.make(url, patience);
      findings.add(Finding.ok("tcp", visit.version() + ", status " + visit.status()));
      findings.add(CertificateStep.judge(visit.chain(), host, roots));
      findings.add(AltSvcStep.judge(visit.altSvc(), url));
      alternative = AltSvcStep.http3(AlternativeService.parse(String.join(", ", visit.altSvc())))
          .orElse(null);
    } catch (IOException | GeneralSecurityException e) {
      findings.add(
          Finding.fail(
              "tcp",
              NetUtil.toSocketAddressString(host, port) + ": "
                  + (e instanceof ConnectException ? "no connection" : Kernel.oneLine(e)),
              e instanceof SSLException
                  ? "a server listens, but without TLS: check tls of the listener, and its port"
                  : "browsers connect over TCP first: check that the gateway runs and the port is open"));
      findings.add(Finding.skip("certificate", "no response over TCP"));
      findings.add(Finding.skip("alt-svc", "no response over TCP"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void overQuic(boolean hasLibrary) {
    AlternativeService found = alternative;
    String target = found == null || found.host().isEmpty() ? host : found.host();
    int udpPort = found == null ? port : found.port();
    Optional<InetSocketAddress> address = address(target, udpPort, "udp");
    if (address.isEmpty() || !udp(address.get())) {
      findings.add(Finding.skip("handshake", "no connection over UDP"));
    } else if (!hasLibrary) {
      findings.add(Finding.skip("handshake", "no QUIC library on this machine"));
    } else {
      handshakes(address.get());
    }
    findings.add(record(configuration.records(
        found == null || found.host().isEmpty() ? null : found.host(), udpPort)));
  }

  private static Finding record(List<String> lines) {
    return lines.isEmpty()
        ? Finding.skip("https-record", "none: no host name, or no h3 in the configuration")
        : Finding.ok("https-record", "for DNS: " + String.join(" | ", lines));
  }

  private boolean udp(InetSocketAddress address) {
    String place = NetUtil.toSocketAddressString(address);
    try {
      UdpProbe.Reply reply = UdpProbe.send(address, patience);
      findings.add(
          switch (reply) {
            case QUIC -> Finding.ok("udp", place + " speaks QUIC version 1");
            case OTHER_VERSIONS ->
              Finding.fail(
                  "udp",
                  place + " responds, but not with QUIC version 1",
                  "check which program listens there");
            case REFUSED ->
              Finding.fail(
                  "udp",
                  place + " refuses: no server listens",
                  "list h3 in protocols of the listener; for a container publish UDP: -p "
                      + address.getPort() + ":PORT/udp");
            case SILENCE ->
              Finding.fail(
                  "udp",
                  place + " is silent for " + patience.toMillis() + " ms",
                  "let UDP port " + address.getPort()
                      + " through: firewall, security group, balancer, published port");
          });
      return reply == UdpProbe.Reply.QUIC;
    } catch (IOException e) {
      findings.add(
          Finding.fail("udp", place + ": " + Kernel.oneLine(e), "check the route to this address"));
      return false;
    }
  }

  private void handshakes(InetSocketAddress address) {
    try (QuicClient client = new QuicClient(address, host, patience)) {
      try (QuicVisit first = client.visit()) {
        findings.add(Finding.ok("handshake", "h3 in " + first.handshakeMillis() + " ms"));
        request(first);
      }
      resumption(client);
    } catch (IOException e) {
      findings.add(
          Finding.fail(
              "handshake",
              Kernel.oneLine(e),
              "the port speaks QUIC, but not HTTP/3 for this name: check protocols for h3, the certificate and the limits"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void request(QuicVisit visit) throws InterruptedException {
    try {
      Http3SettingsFrame settings = visit.settings();
      findings.add(Finding.ok(
          "settings", settings.iterator().hasNext() ? text(settings) : "all defaults of RFC 9114"));
      String status = visit.get(url);
      findings.add(
          status.startsWith("5")
              ? Finding.warn("request", "GET returns " + status, "see the access log")
              : Finding.ok("request", "GET returns " + status));
    } catch (IOException e) {
      findings.add(Finding.fail("request", Kernel.oneLine(e), "see the log of the gateway"));
    }
  }

  private static String text(Http3SettingsFrame settings) {
    List<String> all = new ArrayList<>();
    settings.forEach(
        setting -> all.add("0x" + Long.toHexString(setting.getKey()) + "=" + setting.getValue()));
    return String.join(" ", all);
  }

  private void resumption(QuicClient client) throws InterruptedException {
    try (QuicVisit again = client.visit()) {
      String found = "second handshake " + (again.isResumed() ? "resumed" : "in full") + ", "
          + again.handshakeMillis() + " ms; 0-RTT "
          + (again.isEarlyDataReady() ? "offered" : "not offered");
      findings.add(
          again.isResumed()
              ? Finding.ok("resumption", found)
              : Finding.warn(
                  "resumption",
                  found,
                  "each visit needs a full handshake: check that all nodes share their ticket keys"));
    } catch (IOException e) {
      findings.add(Finding.warn(
          "resumption",
          "no second connection: " + Kernel.oneLine(e),
          "see the log of the gateway"));
    }
  }

  private void verdict() {
    String blocking = findings.stream()
        .filter(Finding::isFailure)
        .map(Finding::step)
        .collect(Collectors.joining(", "));
    if (!blocking.isEmpty()) {
      findings.add(Finding.fail(
          "browser",
          "stays with HTTP/2 because of: " + blocking,
          "fix the first one, then check again"));
      return;
    }
    AlternativeService found = alternative;
    long hours = found == null ? 0 : Duration.ofSeconds(found.maxAge()).toHours();
    String way = "the first visit is HTTP/2, unless DNS has the record; then HTTP/3 for "
        + (hours == 0 ? "less than an hour" : hours + " h") + " after each response";
    if (host.equals("localhost")) {
      findings.add(Finding.warn(
          "browser", way, "Chromium follows no Alt-Svc from localhost: try another host name"));
      return;
    }
    boolean isDoubtful = findings.stream()
        .anyMatch(one -> one.step().equals("certificate") && one.status() == Finding.Status.WARN);
    findings.add(
        isDoubtful
            ? Finding.warn("browser", way, "but only if the browser treats the root as public")
            : Finding.ok("browser", way));
  }
}
