package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.seam.Pooling.Group;
import io.lychgate.gateway.admin.seam.Pooling.Report;
import io.lychgate.gateway.exchange.CertifiedNames;
import io.lychgate.gateway.listen.tls.ServerNames;
import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.count.WireProtocol;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report on connections that could be one. */
final class PoolableConnectionsTest {
  private static final ServerNames<CertifiedNames> CERTIFICATES = ServerNames.ofNames(
      List.of(List.of("a.example", "b.example", "*.shop.example"), List.of("other.example")));

  private final List<ConnectionView> live = new ArrayList<>();

  private void open(String client, WireProtocol protocol, String... authorities) {
    live.add(new ConnectionView(
        live.size(),
        "tls",
        protocol,
        new InetSocketAddress(client, 40_000 + live.size()),
        0,
        1,
        0,
        0,
        0,
        1,
        List.of(authorities)));
  }

  private Report report(boolean sendsOrigins) {
    return new PoolableConnections(listener -> CERTIFICATES, listener -> sendsOrigins).report(live);
  }

  @Test
  void countsConnectionsForNamesOfOneCertificate() {
    open("192.0.2.1", WireProtocol.HTTP_2, "a.example:8443");
    open("192.0.2.1", WireProtocol.HTTP_2, "B.example:8443");
    open("192.0.2.2", WireProtocol.HTTP_2, "a.example");
    open("192.0.2.2", WireProtocol.HTTP_2, "b.example");
    open("192.0.2.3", WireProtocol.HTTP_2, "a.example", "b.example");

    Report report = report(true);

    assertThat(report.clients()).isEqualTo(3);
    assertThat(report.connections()).isEqualTo(5);
    assertThat(report.items())
        .containsExactly(new Group("tls", List.of("a.example", "b.example"), "clients", 2, 4, 2));
    assertThat(report(false).items().get(0).reason()).isEqualTo("origin-frame-off");
  }

  @Test
  void ignoresVisitorsBehindOneAddressAndOtherProtocols() {
    open("192.0.2.1", WireProtocol.HTTP_2, "a.example");
    open("192.0.2.1", WireProtocol.HTTP_2, "a.example");
    open("192.0.2.1", WireProtocol.HTTP_3, "b.example");
    open("192.0.2.1", WireProtocol.HTTP_1_1, "b.example");

    assertThat(report(true).items()).isEmpty();
  }

  @Test
  void namesHostsThatHaveDifferentCertificates() {
    open("192.0.2.1", WireProtocol.HTTP_3, "x.shop.example");
    open("192.0.2.1", WireProtocol.HTTP_3, "other.example");

    assertThat(report(true).items())
        .containsExactly(new Group(
            "tls", List.of("other.example", "x.shop.example"), "no-common-certificate", 1, 2, 1));
  }
}
