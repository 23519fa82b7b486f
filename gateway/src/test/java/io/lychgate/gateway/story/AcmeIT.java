package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.Pebble;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Certificates from an authority, pebble: each challenge, renewal, failures, and what the store keeps. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class AcmeIT {
  private static final String SECRET = "a secret of at least sixteen characters";

  @TempDir
  static Path directory;

  private static int httpPort;
  private static int tlsPort;
  private static Pebble pebble;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  @BeforeAll
  static void start() throws Exception {
    httpPort = FreePort.find();
    tlsPort = FreePort.find();
    pebble = Pebble.start(directory, httpPort, tlsPort);
    TestCertificates.write(directory, "file", "file.acme.test");
    Path hook = Files.writeString(directory.resolve("dns.sh"), """
        #!/bin/sh
        echo "$@" >> dns.log
        case $1 in
          add) exec curl -sSf -d "{\\"host\\":\\"$2.\\",\\"value\\":\\"$3\\"}" %1$s/set-txt ;;
          remove) exec curl -sSf -d "{\\"host\\":\\"$2.\\"}" %1$s/clear-txt ;;
        esac
        """.formatted(pebble.dnsManagement())
        .replace("dns.log", directory.resolve("dns.log").toString()));
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwx------"));
    gateway = GatewayProcess.start(
        directory,
        yaml("http-01", "www.acme.test, acme.test, file.acme.test"),
        Map.of("EAB", Pebble.EAB_KEY, "SEAL", SECRET));
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
    if (pebble != null) {
      pebble.close();
    }
  }

  /** A gateway that redirects to https and denies every address: both come after the proof. */
  private static String yaml(String challenge, String hosts) {
    return """
        listeners:
          - name: http
            address: 127.0.0.1:%1$d
            redirectToHttps: true
          - name: tls
            address: 127.0.0.1:%2$d
            tls: { acme: true, certificates: [ { chain: file.pem, key: file.key } ] }
        acme:
          directory: %3$s
          acceptTerms: true
          contact: [ "mailto:ops@acme.test" ]
          challenge: %4$s
          externalAccount: { keyId: %5$s, key: "env:EAB" }
          encryptionKey: env:SEAL
          trust: %6$s
          %7$s
        sites:
          - hosts: [ %8$s ]
            policies: { access: { deny: [ "127.0.0.0/8" ] } }
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: ok } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(
        httpPort,
        tlsPort,
        pebble.url(),
        challenge,
        Pebble.EAB_KEY_ID,
        pebble.trust(),
        challenge.equals("dns-01") ? "dns: { command: dns.sh, timeout: 10s, propagation: 0s }" : "",
        hosts);
  }

  private static SSLSocket connect(String name, String... protocols) throws IOException {
    SSLSocket socket = (SSLSocket)
        TestCertificates.trustingAll().getSocketFactory().createSocket("127.0.0.1", tlsPort);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setServerNames(List.of(new SNIHostName(name)));
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static List<X509Certificate> chain(String name) {
    try (SSLSocket socket = connect(name)) {
      socket.startHandshake();
      return Arrays.stream(socket.getSession().getPeerCertificates())
          .map(X509Certificate.class::cast)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<X509Certificate> awaitIssued(String name) {
    Await.until(() -> assertThat(chain(name).get(0).getIssuerX500Principal().getName())
        .as(order(name).toString())
        .contains("Pebble Intermediate"));
    return chain(name);
  }

  private static JsonNode order(String name) {
    for (JsonNode each : admin.get("/certificates").path("automatic").path("orders")) {
      if (each.path("names").toString().contains('"' + name + '"')) {
        return each;
      }
    }
    return admin.get("/certificates").path("automatic");
  }

  private static String pem(X509Certificate certificate) throws Exception {
    return "-----BEGIN CERTIFICATE-----\n"
        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
        + "\n-----END CERTIFICATE-----\n";
  }

  @Test
  @Order(1)
  void httpProofComesBeforeRedirectsAndAccessRules() throws Exception {
    List<X509Certificate> chain = awaitIssued("www.acme.test");

    assertThat(chain).hasSize(2);
    assertThat(chain.get(0).getSubjectAlternativeNames().toString())
        .contains("www.acme.test", "acme.test")
        .doesNotContain("file.acme.test");
    assertThat(chain("file.acme.test").get(0).getSubjectX500Principal().getName())
        .isEqualTo("CN=file.acme.test");
    try (Http3Client quic = Http3Client.connect(tlsPort, "www.acme.test")) {
      assertThat(quic.certificate())
          .isEqualTo(chain.get(0).getSubjectX500Principal().getName());
    }
    assertThat(pebble.log()).contains("/.well-known/acme-challenge/");
    Path root = Files.writeString(directory.resolve("root.pem"), pebble.root());
    // The certificate is good, and the access rule denies the request.
    assertThat(Commands.curl(
                "--no-insecure",
                "--cacert",
                root.toString(),
                "--resolve",
                "www.acme.test:" + tlsPort + ":127.0.0.1",
                "-o",
                "/dev/null",
                "-w",
                "%{http_code}",
                "https://www.acme.test:" + tlsPort + "/")
            .expectSuccess()
            .out())
        .isEqualTo("403");
  }

  @Test
  @Order(2)
  void otherTokensMeetTheAccessRule() {
    try (Http1Peer client = Http1Peer.connect(httpPort)) {
      Http1Peer.Response response = client
          .send("GET /.well-known/acme-challenge/unknown HTTP/1.1\r\nHost: www.acme.test\r\n\r\n")
          .read();
      assertThat(response.status()).isEqualTo(403);
    }
  }

  @Test
  @Order(3)
  void stateIsInRestAndMetrics() {
    JsonNode order = order("www.acme.test");

    assertThat(order.path("state").asString()).isEqualTo("valid");
    assertThat(order.path("error").isNull()).isTrue();
    // Ninety days, of which a third is left at the renewal, unless the authority advises otherwise.
    assertThat(order.path("renewAt").asString()).startsWith("2027-0");
    assertThat(admin.get("/certificates").path("automatic").path("isLeader").asBoolean())
        .isTrue();
    assertThat(gateway.metric("lychgate_acme_orders_total", "outcome=\"issued\""))
        .isEqualTo(1);
    assertThat(gateway.metric("lychgate_acme_failing")).isZero();
    JsonNode certificate =
        admin.get("/certificates?q=www.acme.test").path("items").path(0);
    assertThat(certificate.path("origin").asString()).isEqualTo("acme");
    assertThat(certificate.path("listeners").toString()).isEqualTo("[\"tls\"]");
  }

  @Test
  @Order(4)
  void storeHasNoKeyInPlainText() throws Exception {
    StringBuilder all = new StringBuilder();
    try (var files = Files.walk(directory)) {
      Path database =
          files.filter(file -> file.toString().endsWith(".db")).findFirst().orElseThrow();
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
          var statement = connection.createStatement()) {
        for (String query : List.of(
            "SELECT sealed FROM acme_account", "SELECT sealed || chain FROM acme_certificate")) {
          ResultSet rows = statement.executeQuery(query);
          assertThat(rows.next()).as(query).isTrue();
          all.append(rows.getString(1));
        }
        ResultSet proofs = statement.executeQuery("SELECT count(*) FROM acme_challenge");
        assertThat(proofs.getInt(1)).isZero();
      }
    }
    assertThat(all).contains("BEGIN CERTIFICATE").doesNotContain("PRIVATE KEY");
  }

  @Test
  @Order(5)
  void renewalFollowsTheAdviceOfTheAuthority() throws Exception {
    X509Certificate before = chain("www.acme.test").get(0);
    pebble.adviseRenewal(pem(before), "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");

    // A reload asks for the advice again.
    gateway.apply(yaml("http-01", "www.acme.test, acme.test, file.acme.test"));

    Await.until(() -> assertThat(chain("www.acme.test").get(0).getSerialNumber())
        .isNotEqualTo(before.getSerialNumber()));
    assertThat(awaitIssued("www.acme.test")).hasSize(2);
  }

  @Test
  @Order(6)
  void tlsAlpnProofIsShownToTheAuthorityOnly() throws Exception {
    gateway.apply(yaml("tls-alpn-01", "alpn.acme.test"));

    assertThat(awaitIssued("alpn.acme.test").get(0).getSubjectAlternativeNames().toString())
        .contains("alpn.acme.test");
    assertThat(order("alpn.acme.test").path("state").asString()).isEqualTo("valid");
    // No proof is left, so a client with this protocol gets the usual certificate and no requests.
    try (SSLSocket late = connect("alpn.acme.test", "acme-tls/1")) {
      late.startHandshake();
      assertThat(late.getApplicationProtocol()).isEmpty();
    } catch (SSLException refused) {
      assertThat(refused).hasMessageContaining("no_application_protocol");
    }
  }

  @Test
  @Order(7)
  void programProvesAWildcardByDns() throws Exception {
    gateway.apply(yaml("dns-01", "dns.acme.test, \"*.dns.acme.test\""));

    assertThat(
            awaitIssued("any.dns.acme.test").get(0).getSubjectAlternativeNames().toString())
        .contains("*.dns.acme.test");
    Await.until(() -> assertThat(Files.readAllLines(directory.resolve("dns.log")))
        .anySatisfy(
            line -> assertThat(line).matches("add _acme-challenge.dns.acme.test [\\w-]{43}"))
        .anySatisfy(
            line -> assertThat(line).matches("remove _acme-challenge.dns.acme.test [\\w-]{43}")));
  }

  @Test
  @Order(8)
  void failureIsReportedAndAPlaceholderServes() {
    try (LogLines log = LogLines.of("io.lychgate.gateway.acme.CertificateOrderer")) {
      gateway.apply(yaml("http-01", "www.acme.test, " + Pebble.BLOCKED));

      Await.until(
          () -> assertThat(order(Pebble.BLOCKED).path("state").asString()).isEqualTo("failed"));
      assertThat(order(Pebble.BLOCKED).path("error").asString()).contains(Pebble.BLOCKED);
      assertThat(order(Pebble.BLOCKED).path("renewAt").asString()).isNotEmpty();
      assertThat(gateway.metric("lychgate_acme_failing")).isEqualTo(1);
      assertThat(log.with("no certificate for [blocked.example, www.acme.test]"))
          .hasSize(1);
      assertThat(chain(Pebble.BLOCKED).get(0).getSubjectX500Principal().getName())
          .isEqualTo("CN=Lychgate placeholder");
      // The certificate of another group of names, from before, still serves this one.
      assertThat(chain("www.acme.test").get(0).getIssuerX500Principal().getName())
          .contains("Pebble Intermediate");
      assertThat(admin.get("/certificates?q=placeholder").path("items").toString())
          .contains("until a certificate is issued");
    }

    // The operator mends the names, and the next order does not wait.
    gateway.apply(yaml("http-01", "mended.acme.test"));
    awaitIssued("mended.acme.test");
    assertThat(gateway.metric("lychgate_acme_failing")).isZero();
  }

  @Test
  @Order(9)
  void certificatesOfTheStoreServeAfterARestart() throws Exception {
    X509Certificate before = awaitIssued("mended.acme.test").get(0);
    gateway.close();
    pebble.close();

    gateway = GatewayProcess.start(
        directory,
        yaml("http-01", "mended.acme.test"),
        Map.of("EAB", Pebble.EAB_KEY, "SEAL", SECRET));
    admin = AdminPeer.login(gateway.adminPort());

    assertThat(chain("mended.acme.test").get(0)).isEqualTo(before);
  }

  @Test
  @Order(10)
  void anotherSecretOpensNoKeyAndIsReported() throws Exception {
    gateway.close();
    try (LogLines log = LogLines.of("io.lychgate.gateway.acme.CertificateFollower")) {
      gateway = GatewayProcess.start(
          directory,
          yaml("http-01", "mended.acme.test"),
          Map.of("EAB", Pebble.EAB_KEY, "SEAL", "another secret of the operator"));

      assertThat(chain("mended.acme.test").get(0).getSubjectX500Principal().getName())
          .isEqualTo("CN=Lychgate placeholder");
      assertThat(log.with("the key of [mended.acme.test] in the store cannot be opened"))
          .isNotEmpty();
      assertThat(log.all().toString()).doesNotContain(SECRET, Pebble.EAB_KEY);
    }
  }
}
