package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LocalPostgres;
import io.lychgate.gateway.testkit.Pebble;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways with one PostgreSQL: one orders, the authority looks at the other, and both serve. */
final class AcmeFleetIT {
  @TempDir
  static Path directory;

  private static LocalPostgres server;
  private static Pebble pebble;
  private static GatewayProcess first;
  private static GatewayProcess second;
  private static int secondHttp;

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    secondHttp = FreePort.find();
    // The authority reaches only the second node.
    pebble = Pebble.start(directory, secondHttp, FreePort.find());
    server = LocalPostgres.start();
    server.create("fleet");
    second = node("second", secondHttp, "other.acme.test");
    first = node("first", 0, "www.acme.test");
  }

  @AfterAll
  static void stop() throws Exception {
    for (GatewayProcess each : new GatewayProcess[] {first, second}) {
      if (each != null) {
        each.close();
      }
    }
    if (pebble != null) {
      pebble.close();
    }
    if (server != null) {
      server.stop();
    }
  }

  private static String yaml(String name, int httpPort, String hosts) {
    return """
        listeners:
          - { name: http, address: "127.0.0.1:%d" }
          - { name: tls, address: "127.0.0.1:0", tls: { acme: true } }
        acme:
          directory: %s
          acceptTerms: true
          externalAccount: { keyId: %s, key: "env:EAB" }
          trust: %s
        sites: [ { hosts: [ %s ], routes: [ { match: { path: "/*" }, respond: { status: 200, body: ok } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "%s", user: postgres, node: %s }
        """.formatted(
            httpPort,
            pebble.url(),
            Pebble.EAB_KEY_ID,
            pebble.trust(),
            hosts,
            server.url("fleet"),
            name);
  }

  private static GatewayProcess node(String name, int httpPort, String hosts) throws IOException {
    return GatewayProcess.start(
        Files.createDirectories(directory.resolve(name)),
        yaml(name, httpPort, hosts),
        Map.of("EAB", Pebble.EAB_KEY));
  }

  private static X509Certificate shown(GatewayProcess node, String name) {
    try (SSLSocket socket = (SSLSocket) TestCertificates.trustingAll()
        .getSocketFactory()
        .createSocket("127.0.0.1", node.port("tls"))) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setServerNames(List.of(new SNIHostName(name)));
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitIssued(GatewayProcess node, String name) {
    Await.until(() -> assertThat(shown(node, name).getIssuerX500Principal().getName())
        .contains("Pebble Intermediate"));
  }

  private static boolean leads(GatewayProcess node) {
    return node.metric("lychgate_acme_leader") == 1;
  }

  @Test
  void oneNodeOrdersForAllAndAnotherTakesOver() throws IOException {
    Await.until(() -> assertThat(leads(first) ^ leads(second)).isTrue());
    assertThat(leads(second)).isTrue();
    awaitIssued(second, "other.acme.test");

    // Both get the same sites, as a fleet has.
    second.apply(yaml("second", secondHttp, "www.acme.test, other.acme.test"));
    first.apply(yaml("first", 0, "www.acme.test, other.acme.test"));
    awaitIssued(second, "www.acme.test");
    awaitIssued(first, "www.acme.test");
    assertThat(shown(first, "www.acme.test")).isEqualTo(shown(second, "www.acme.test"));
    assertThat(first.metric("lychgate_acme_orders_total", "outcome=\"issued\"")).isZero();
    assertThat(AdminPeer.login(first.adminPort())
            .get("/certificates")
            .path("automatic")
            .path("isLeader")
            .asBoolean())
        .isFalse();

    // The leader goes, and the other one takes its task. The authority looks at the second one,
    // which shows the proof of the first.
    second.close();
    Await.until(() -> assertThat(leads(first)).isTrue());
    second = node("second", secondHttp, "new.acme.test");
    first.apply(yaml("first", 0, "new.acme.test"));

    awaitIssued(first, "new.acme.test");
    awaitIssued(second, "new.acme.test");
    assertThat(first.metric("lychgate_acme_orders_total", "outcome=\"issued\"")).isEqualTo(1);
    assertThat(shown(first, "new.acme.test")).isEqualTo(shown(second, "new.acme.test"));
  }
}
