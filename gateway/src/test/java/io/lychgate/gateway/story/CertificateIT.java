package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.OcspResponder;
import io.lychgate.gateway.testkit.OcspResponder.Behaviour;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.TestAuthority;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TlsPeer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Certificates of listeners: chains, names, OCSP responses, policies, key exchange, findings, and their replacement. */
final class CertificateIT {
  private static final Path CLIENT = Path.of("src/test/e2e/tls/client").toAbsolutePath();

  @TempDir
  static Path directory;

  private static final TestAuthority ROOT = TestAuthority.root("Test Root");
  private static final TestAuthority ISSUER = ROOT.intermediate("Test Issuer");
  private static final OcspResponder RESPONDER = OcspResponder.of(ISSUER);
  private static final OcspResponder REVOKING = OcspResponder.of(ISSUER).behave(Behaviour.REVOKED);

  private static String client = "";
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  @BeforeAll
  static void start() throws Exception {
    TestAuthority.writeChain(directory.resolve("root.pem"), ROOT.certificate());
    ISSUER.issue("one.example", "localhost").make().write(directory, "one", ISSUER.certificate());
    ISSUER
        .issue("wild.example", "*.wild.example")
        .make()
        .write(directory, "wild", ISSUER.certificate());
    ISSUER.issue("exact.wild.example").rsa().make().write(directory, "exact", ISSUER.certificate());
    ISSUER
        .issue("stapled.example")
        .withResponder(RESPONDER.url())
        .mustStaple()
        .make()
        .write(directory, "stapled", ISSUER.certificate());
    ISSUER.issue("configured.example").make().write(directory, "configured", ISSUER.certificate());
    ISSUER
        .issue("revoked.example")
        .withResponder(REVOKING.url())
        .make()
        .write(directory, "revoked", ISSUER.certificate());
    ISSUER
        .issue("ending.example")
        .until(Instant.now().plus(Duration.ofDays(9)).plusSeconds(60))
        .make()
        .write(directory, "ending");
    Files.setPosixFilePermissions(
        directory.resolve("ending.key"), PosixFilePermissions.fromString("rw-r--r--"));
    ISSUER.issue("one.example").rsa().make().write(directory, "again", ISSUER.certificate());
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls:
              certificates:
                - { chain: one.pem, key: one.key }
                - { chain: wild.pem, key: wild.key }
                - { chain: exact.pem, key: exact.key }
                - { chain: stapled.pem, key: stapled.key }
                - { chain: configured.pem, key: configured.key, ocsp: "%s" }
                - { chain: revoked.pem, key: revoked.key }
                - { chain: ending.pem, key: ending.key }
          - name: modern
            address: 127.0.0.1:0
            protocols: [h2, http/1.1]
            tls:
              policy: modern
              certificates: [ { chain: one.pem, key: one.key }, { chain: again.pem, key: again.key } ]
        sites: [ { hosts: [ "*" ], routes: [ { match: { path: "/*" }, respond: { status: 200, body: ok } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(RESPONDER.url()), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
    if (Program.isOnPath("go")) {
      client = directory.resolve("tls-client").toString();
      Program.Ended fetched = Program.run(CLIENT, "go", "mod", "download");
      if (fetched.isGood()) {
        Program.run(CLIENT, "go", "build", "-o", client, ".").expectGood();
      } else {
        client = "";
      }
    }
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
    RESPONDER.close();
    REVOKING.close();
  }

  /** Returns the lines that the client of Go prints about one handshake. */
  private static String handshake(String listener, String name, String... options)
      throws Exception {
    assumeTrue(!client.isEmpty(), "go: cannot build the client (expected: Go 1.26 or newer)");
    List<String> command = new ArrayList<>(List.of(client));
    command.addAll(Arrays.asList(options));
    command.addAll(List.of(Integer.toString(gateway.port(listener)), name));
    return Program.run(directory, command.toArray(String[]::new)).output();
  }

  // Names and chains.

  @ParameterizedTest
  @CsvSource({
    "one.example, CN=one.example",
    "exact.wild.example, CN=exact.wild.example",
    "other.wild.example, CN=wild.example",
    "a.b.wild.example, CN=one.example",
    "unknown.example, CN=one.example"
  })
  void anExactNameComesBeforeAWildcardAndTheFirstServesTheRest(String name, String subject)
      throws Exception {
    assertThat(TlsPeer.certificateOf(gateway.port("tls"), name)).isEqualTo(subject);
    try (Http3Client quic = Http3Client.connect(gateway.port("tls"), name)) {
      assertThat(quic.certificate()).isEqualTo(subject);
    }
  }

  @ParameterizedTest
  @CsvSource({"-alpn=h2", "-quic"})
  void clientThatTrustsTheRootAloneVerifiesTheChain(String option) throws Exception {
    assertThat(handshake("tls", "exact.wild.example", option, "-roots=root.pem"))
        .contains("chain 2", "subject CN=exact.wild.example");
  }

  private static List<String> problems(String chain, String key) {
    Checked<GatewayConfig> read =
        ConfigReader.of(Map.of()).read("""
            listeners:
              - name: tls
                address: 127.0.0.1:0
                tls: { certificates: [ { chain: %s, key: %s } ] }
            sites: []
            """.formatted(chain, key), "gateway.yaml", directory);
    return read.problems().stream().map(Object::toString).toList();
  }

  @Test
  void aChainInTheWrongOrderIsRefusedWithThePlace() {
    TestAuthority.Issued issued = ISSUER.issue("a.example").make();
    issued.write(directory, "order", ROOT.certificate(), ISSUER.certificate());

    assertThat(problems("order.pem", "order.key"))
        .singleElement()
        .asString()
        .startsWith("gateway.yaml:4:")
        .contains(
            "certificates[0].chain", "CN=Test Issuer; it is certificate 3: the order is wrong");
  }

  @Test
  void aForeignCertificateInTheChainIsRefusedWithTheMissingIssuer() {
    ISSUER.issue("a.example").make().write(directory, "gap", ROOT.certificate());

    assertThat(problems("gap.pem", "gap.key"))
        .singleElement()
        .asString()
        .contains("the file has no certificate of this issuer, in its place is CN=Test Root");
  }

  @Test
  void aKeyOfAnotherCertificateIsRefused() {
    TestAuthority.Issued issued = ISSUER.issue("a.example").make();
    issued.write(directory, "pair");
    TestAuthority.writeChain(
        directory.resolve("turned.pem"), ISSUER.certificate(), issued.certificate());

    assertThat(problems("one.pem", "pair.key"))
        .singleElement()
        .asString()
        .contains("expected: the key of the first certificate in one.pem");
    assertThat(problems("turned.pem", "pair.key"))
        .anySatisfy(problem -> assertThat(problem)
            .contains("it is the key of certificate 2, CN=a.example: the order is wrong"));
  }

  /** BoringSSL would accept it, and fail each handshake. */
  @Test
  void aKeyWithWhichNoHandshakeCompletesIsRefused() {
    ISSUER.issue("ed.example").ed25519().make().write(directory, "ed", ISSUER.certificate());

    assertThat(problems("ed.pem", "ed.key"))
        .singleElement()
        .asString()
        .contains("listeners[0].tls.certificates[0].key", "expected: a key of RSA or EC");
  }

  @Test
  void aDeviceIsNoCertificate() {
    assertThat(problems("/dev/zero", "one.key"))
        .singleElement()
        .asString()
        .contains("/dev/zero (expected: a readable file; no regular file)");
  }

  @Test
  void aCertificateThatDemandsAResponseNeedsAResponder() {
    ISSUER.issue("a.example").mustStaple().make().write(directory, "must", ISSUER.certificate());

    assertThat(problems("must.pem", "must.key"))
        .singleElement()
        .asString()
        .contains("ocsp", "the certificate demands a stapled response and names none");
    assertThat(problems("stapled.pem", "stapled.key, ocsp: off"))
        .singleElement()
        .asString()
        .contains("off (expected: auto or a URL");
  }

  // OCSP.

  @ParameterizedTest
  @CsvSource({"h2, stapled.example", "http/1.1, stapled.example", "h2, configured.example"})
  void aVerifiedResponseIsStapled(String protocol, String name) throws Exception {
    Await.until(() -> assertThat(ocsp(name).path("state").asString()).isEqualTo("good"));

    assertThat(handshake("tls", name, "-alpn=" + protocol)).containsPattern("ocsp 3082[0-9a-f]+");
  }

  @Test
  void theFirstHandshakeHasTheResponseThatClientsDemand() {
    // The start has waited for it.
    assertThat(ocsp("stapled.example").path("state").asString()).isEqualTo("good");
    assertThat(ocsp("stapled.example").path("isNeeded").asBoolean()).isTrue();
  }

  @Test
  void aRevokedCertificateIsReportedAndServedWithoutAResponse() throws Exception {
    Await.until(
        () -> assertThat(ocsp("revoked.example").path("state").asString()).isEqualTo("revoked"));

    assertThat(handshake("tls", "revoked.example", "-alpn=h2")).contains("ocsp \n");
    assertThat(ocsp("revoked.example").path("error").asString()).startsWith("revoked on ");
    assertThat(gateway.metric("lychgate_certificate_staples_failed")).isEqualTo(1);
  }

  @Test
  void quicHasNoResponseWhichIsSaid() throws Exception {
    assertThat(handshake("tls", "stapled.example", "-quic")).contains("ocsp \n");
    assertThat(certificate("stapled.example").path("notices").toString())
        .contains("which HTTP/3 of listener tls cannot send");
  }

  // Policies and key exchange.

  @ParameterizedTest
  @CsvSource({"cbc, one.example", "cbc-rsa, exact.wild.example", "static, exact.wild.example"})
  void intermediateRefusesCbcAndCiphersWithoutForwardSecrecy(String suite, String name)
      throws Exception {
    assertThat(handshake("tls", name, "-suite=" + suite))
        .startsWith("failed")
        .contains("handshake failure");
  }

  @ParameterizedTest
  @CsvSource({"gcm, one.example", "gcm-rsa, exact.wild.example"})
  void intermediateAcceptsTheCiphersOfItsListInTls12(String suite, String name) throws Exception {
    assertThat(handshake("tls", name, "-suite=" + suite)).contains("version TLS 1.2");
  }

  @Test
  void modernRefusesTls12() throws Exception {
    assertThat(handshake("modern", "one.example", "-suite=gcm")).startsWith("failed");
    assertThat(handshake("modern", "one.example")).contains("version TLS 1.3");
  }

  @ParameterizedTest
  @CsvSource({"-alpn=h2", "-quic"})
  void aClientThatOffersOnlyTheHybridWithMlKemIsServed(String transport) throws Exception {
    assertThat(handshake("tls", "one.example", transport, "-curve=mlkem"))
        .contains("curve X25519MLKEM768");
  }

  @ParameterizedTest
  @CsvSource({"x25519, X25519", "p256, CurveP256"})
  void aClientWithoutTheHybridIsServed(String curve, String name) throws Exception {
    assertThat(handshake("tls", "one.example", "-curve=" + curve)).contains("curve " + name);
    assertThat(handshake("tls", "one.example", "-quic", "-curve=" + curve))
        .contains("curve " + name);
  }

  // Findings.

  private static JsonNode certificate(String name) {
    for (JsonNode each : admin.get("/certificates?q=" + name).path("items")) {
      if (each.path("names").path(0).asString().equals(name)) {
        return each;
      }
    }
    throw new AssertionError(name + ": no such certificate");
  }

  private static JsonNode ocsp(String name) {
    return certificate(name).path("ocsp");
  }

  @Test
  void listHasChainSourceListenersAndDaysLeft() {
    JsonNode one = certificate("one.example");

    assertThat(one.path("listeners").toString()).isEqualTo("[\"tls\",\"modern\"]");
    assertThat(one.path("defaultOf").toString()).isEqualTo("[\"tls\",\"modern\"]");
    assertThat(one.path("chain").size()).isEqualTo(2);
    assertThat(one.path("issuer").asString()).isEqualTo("CN=Test Issuer");
    assertThat(one.path("origin").asString()).isEqualTo("file");
    assertThat(one.path("place").asString()).endsWith("/one.pem");
    assertThat(one.path("keyType").asString()).isEqualTo("EC 256");
    assertThat(one.path("daysLeft").asDouble()).isBetween(89.0, 90.0);
    assertThat(admin.get("/certificates?limit=1").path("total").asInt()).isEqualTo(8);
  }

  @Test
  void anEndNearAMissingIssuerAndAnExposedKeyAreReported() {
    String notices = certificate("ending.example").path("notices").toString();

    assertThat(notices)
        .contains("in 9 days")
        .contains("the issuer of the last certificate, CN=Test Issuer, is neither in the file")
        .contains("every user can read this key");
    Await.until(() -> assertThat(
            gateway.metric("lychgate_certificate_expiry_days", "name=\"ending.example\""))
        .isBetween(8.9, 9.1));
    assertThat(gateway.metric("lychgate_certificate_expiry_days_min")).isBetween(8.9, 9.1);
  }

  @Test
  void certificateThatNoClientGetsIsReported() {
    String notices = admin.get("/certificates").toString();

    assertThat(notices).contains("again.pem: no client of listener modern gets it");
    assertThat(notices).doesNotContain("listener tls gets it", "one.pem: no client");
  }

  @Test
  void findingsAreLoggedAtTheLoad() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("logged"));
    ISSUER.issue("old.example").until(Instant.now().minusSeconds(60)).make().write(folder, "old");
    try (LogLines log = LogLines.of("io.lychgate.gateway.CertificatesInForce");
        GatewayProcess other = GatewayProcess.start(folder, """
            listeners:
              - name: tls
                address: 127.0.0.1:0
                tls: { certificates: [ { chain: old.pem, key: old.key } ] }
            sites: []
            admin: { enabled: false }
            """, Map.of())) {
      assertThat(other.port("tls")).isPositive();
      Await.until(() -> {
        assertThat(log.with("expired on")).hasSize(1);
        assertThat(log.with("CN=Test Issuer, is neither in the file")).hasSize(1);
      });
    }
  }

  @Test
  void certificatesThatListenersDoNotServeAreReportedOnceTheyHaveExpired() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("upstream"));
    TestCertificates.write(folder, "site", "site.example");
    TestCertificates.write(folder, "client", Instant.now().minusSeconds(60), "gateway");
    TestCertificates.write(folder, "ca", Instant.now().minusSeconds(60), "ca");
    TestCertificates.write(folder, "admin", Instant.now().minusSeconds(60), "localhost");
    String config = """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls:
              certificates: [ { chain: site.pem, key: site.key } ]
              clientAuth: request
              trust: ca.pem
        upstreams:
          app:
            servers: [ "https://127.0.0.1:9" ]
            tls: { certificate: client.pem, key: client.key, trust: ca.pem }
        sites: []
        admin:
          address: 127.0.0.1:0
          tls: { certificates: [ { chain: admin.pem, key: admin.key } ] }
        tracing: { otlp: { endpoint: "https://127.0.0.1:9", ca: ca.pem } }
        """;
    Path file = Files.writeString(folder.resolve("gateway.yaml"), config);

    for (String command : List.of("check", "doctor")) {
      List<String> line = ForkedJava.lychgate(command, "-c", file.toString());
      assertThat(Program.run(folder, line.toArray(String[]::new)).output())
          .containsPattern("upstreams.app.tls.certificate: .*client.pem: expired on .*;"
              + " servers reject it \\(expected: a renewed certificate\\)")
          .containsPattern("upstreams.app.tls.trust: .*ca.pem: no authority is valid any more,"
              + " the last one expired on ")
          .containsPattern("listeners.tls.tls.trust: .*ca.pem: no authority is valid any more,")
          .containsPattern("tracing.otlp.ca: .*ca.pem: no authority is valid any more,")
          .containsPattern("admin.tls.certificates: .*admin.pem: expired on .*; clients reject it");
    }
    try (LogLines log = LogLines.of("io.lychgate.gateway.CertificatesInForce");
        GatewayProcess other = GatewayProcess.start(folder, config, Map.of())) {
      assertThat(other.port("tls")).isPositive();
      Await.until(() -> {
        assertThat(log.with("upstreams.app.tls.certificate")).hasSize(1);
        assertThat(log.with("upstreams.app.tls.trust")).hasSize(1);
        assertThat(log.with("listeners.tls.tls.trust")).hasSize(1);
        assertThat(log.with("admin.tls.certificates")).hasSize(1);
      });
    }
  }

  // Replacement.

  /** A client that uses one connection, or a new one for each round, until the end. */
  private interface Visits {
    void run(AtomicBoolean isOver, AtomicLong rounds) throws Exception;
  }

  @Test
  void certificatesAreReplacedUnderLoadWithoutAFailure() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("swap"));
    TestCertificates.write(folder, "site", "zero.example", "localhost");
    Files.writeString(folder.resolve("gateway.yaml"), """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, respond: { status: 200, body: ok } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """);
    List<String> failures = new CopyOnWriteArrayList<>();
    AtomicBoolean isOver = new AtomicBoolean();
    List<AtomicLong> rounds = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try (ForkedGateway forked = ForkedGateway.start(folder, Map.of()).awaitStart()) {
      int port = forked.port("tls");
      List<Visits> all = List.of(
          (over, count) -> http1(port, over, count),
          (over, count) -> http2(port, over, count),
          (over, count) -> http3(port, over, count),
          (over, count) -> handshakes(port, over, count));
      for (Visits visits : all) {
        AtomicLong count = new AtomicLong();
        rounds.add(count);
        Thread thread = new Thread(() -> {
          try {
            visits.run(isOver, count);
          } catch (Exception | AssertionError e) {
            failures.add(e.toString());
          }
        });
        thread.start();
        threads.add(thread);
      }
      for (int i = 1; i <= 5; i++) {
        String name = "number-" + i + ".example";
        TestAuthority.root("Root " + i).issue(name, "localhost").make().write(folder, "site");
        if (i % 2 == 0) {
          forked.hangUp();
        }
        Await.until(
            () -> assertThat(TlsPeer.certificateOf(port, "localhost")).isEqualTo("CN=" + name));
        try (Http3Client quic = Http3Client.connect(port, "localhost")) {
          assertThat(quic.certificate()).isEqualTo("CN=" + name);
        }
        long[] before = rounds.stream().mapToLong(AtomicLong::get).toArray();
        Await.until(() -> {
          assertThat(failures).isEmpty();
          for (int each = 0; each < before.length; each++) {
            assertThat(rounds.get(each).get()).isGreaterThan(before[each] + 2);
          }
        });
      }
      // Half of a pair is refused, and the last pair stays.
      TestCertificates.write(folder, "other", "other.example");
      Files.copy(
          folder.resolve("other.key"),
          folder.resolve("site.key"),
          StandardCopyOption.REPLACE_EXISTING);
      forked.hangUp();
      Await.until(() -> assertThat(forked.err())
          .contains("configuration refused, the running one stays")
          .contains("the key of the first certificate in site.pem"));
      assertThat(TlsPeer.certificateOf(port, "localhost")).isEqualTo("CN=number-5.example");
      isOver.set(true);
      for (Thread thread : threads) {
        thread.join(Duration.ofSeconds(30).toMillis());
      }
      assertThat(failures).isEmpty();
    } finally {
      isOver.set(true);
    }
  }

  private static void http1(int port, AtomicBoolean isOver, AtomicLong rounds) throws Exception {
    SSLSocket socket = (SSLSocket)
        TestCertificates.trustingAll().getSocketFactory().createSocket("localhost", port);
    try (Http1Peer client = Http1Peer.on(socket)) {
      while (!isOver.get()) {
        Http1Peer.Response response =
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
        assertThat(response.status()).isEqualTo(200);
        rounds.incrementAndGet();
      }
    }
  }

  private static void http2(int port, AtomicBoolean isOver, AtomicLong rounds) {
    try (Http2Peer client = Http2Peer.connectTls(port)) {
      for (int stream = 1; !isOver.get(); stream += 2) {
        assertThat(client.get(stream, "/").readResponse(stream).status()).isEqualTo(200);
        rounds.incrementAndGet();
      }
    }
  }

  private static void http3(int port, AtomicBoolean isOver, AtomicLong rounds) throws Exception {
    try (Http3Client client = Http3Client.connect(port, "localhost")) {
      while (!isOver.get()) {
        assertThat(client.get("/").await().status()).isEqualTo(200);
        rounds.incrementAndGet();
      }
    }
  }

  private static void handshakes(int port, AtomicBoolean isOver, AtomicLong rounds) {
    while (!isOver.get()) {
      assertThat(TlsPeer.certificateOf(port, "localhost")).startsWith("CN=");
      rounds.incrementAndGet();
    }
  }
}
