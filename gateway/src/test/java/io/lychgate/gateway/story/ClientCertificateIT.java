package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ClientAuthority;
import io.lychgate.gateway.testkit.ClientAuthority.Issued;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Client certificates over TCP and QUIC: who gets a connection, who gets a response, and what the upstream knows. */
final class ClientCertificateIT {
  @TempDir
  static Path directory;

  private static ClientAuthority staff;
  private static ClientAuthority partners;
  private static ClientAuthority strangers;
  private static ClientAuthority limited;
  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    staff = ClientAuthority.of("Staff");
    partners = ClientAuthority.of("Partners");
    strangers = ClientAuthority.of("Strangers");
    limited = ClientAuthority.constrained("Limited", "dns:shop.example");
    Files.writeString(directory.resolve("staff.pem"), staff.pem());
    Files.writeString(directory.resolve("partners.pem"), partners.pem());
    Files.writeString(
        directory.resolve("clients.pem"), staff.pem() + partners.pem() + limited.pem());
    origin = ScriptedOrigin.start()
        .otherwise(visit -> visit.respond(
            200,
            String.join(
                "|",
                visit.field("x-sender"),
                visit.field("client-cert"),
                visit.field("client-cert-chain"))));
    gateway = GatewayProcess.start(directory, yaml("clients.pem"), Map.of());
  }

  private static String yaml(String trust) {
    return """
        listeners:
          - name: asking
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls:
              certificates: [ { chain: site.pem, key: site.key } ]
              clientAuth: request
              trust: %1$s
          - name: requiring
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls:
              certificates: [ { chain: site.pem, key: site.key } ]
              clientAuth: require
              trust: %1$s
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { app: { servers: [ "http://127.0.0.1:%2$d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - match: { path: "/any" }
                proxy: { upstream: app }
                policies: { clientCertificate: { forward: chain, nameField: X-Sender } }
              - match: { path: "/staff" }
                proxy: { upstream: app }
                policies: { clientCertificate: { issuers: staff.pem, nameField: X-Sender } }
              - match: { path: "/shop" }
                proxy: { upstream: app }
                policies:
                  clientCertificate:
                    names: [ "uri:spiffe://example/shop/*", "dns:*.shop.example", "subject:CN=root,O=Staff", "ip:2001:db8::7", "ip:10.1.2.3" ]
                    nameField: X-Sender
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(trust, origin.port());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static HttpResponse<String> get(
      HttpClient.Version version, String listener, String path, @Nullable Issued shown)
      throws Exception {
    return getWith(
        version, listener, path, shown == null ? TestCertificates.trustingAll() : shown.context());
  }

  private static HttpResponse<String> getWith(
      HttpClient.Version version, String listener, String path, SSLContext context)
      throws Exception {
    HttpClient client = HttpClient.newBuilder()
        .version(version)
        .connectTimeout(Duration.ofSeconds(10))
        .sslContext(context)
        .build();
    return client.send(
        HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port(listener) + path))
            .timeout(Duration.ofSeconds(10))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static Http3Client http3(String listener, @Nullable Issued shown) throws Exception {
    QuicSslContextBuilder tls = QuicSslContextBuilder.forClient()
        .trustManager(InsecureTrustManagerFactory.INSTANCE)
        .endpointIdentificationAlgorithm(null)
        .applicationProtocols(Http3.supportedApplicationProtocols());
    if (shown != null) {
      tls.keyManager(shown.keyManager(), null);
    }
    QuicSslContext context = tls.build();
    return Http3Client.connect(gateway.port(listener), "localhost", context);
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void certificateIsDescribedToTheUpstream(HttpClient.Version version) throws Exception {
    Issued shown = staff.issue("ann", "dns:ann.example");
    HttpResponse<String> response = get(version, "asking", "/any", shown);

    String leaf = Base64.getEncoder().encodeToString(shown.chain()[0].getEncoded());
    String authority = Base64.getEncoder().encodeToString(shown.chain()[1].getEncoded());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("ann.example|:" + leaf + ":|:" + authority + ":");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void connectionWithoutCertificateGetsTheOtherRoutes(HttpClient.Version version) throws Exception {
    HttpResponse<String> refused = get(version, "asking", "/any", null);

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("proxy-status"))
        .contains("lychgate; error=http_request_denied; details=\"client certificate required\"");
    assertThat(get(version, "asking", "/free", null).statusCode()).isEqualTo(200);
  }

  @Test
  void issuingAuthorityIsCompared() throws Exception {
    HttpClient.Version version = HttpClient.Version.HTTP_2;

    assertThat(get(version, "asking", "/staff", staff.issue("ann")).body())
        .isEqualTo("CN=ann,O=Staff||");
    HttpResponse<String> other = get(version, "asking", "/staff", partners.issue("ann"));
    assertThat(other.statusCode()).isEqualTo(403);
    assertThat(other.headers().firstValue("proxy-status").orElse(""))
        .contains("client certificate not allowed");
  }

  /** The client appends the certificate of the other authority, which has not issued its own. */
  @Test
  void appendedCertificateOfAnotherAuthorityIsOfNoUse() throws Exception {
    Issued shown = partners.issue("ann").withExtra(staff);

    assertThat(get(HttpClient.Version.HTTP_2, "asking", "/staff", shown).statusCode())
        .isEqualTo(403);
  }

  @Test
  void namesAreCompared() throws Exception {
    HttpClient.Version version = HttpClient.Version.HTTP_2;

    assertThat(get(version, "asking", "/shop", staff.issue("a", "uri:spiffe://example/shop/web"))
            .body())
        .startsWith("spiffe://example/shop/web|");
    assertThat(
            get(version, "asking", "/shop", staff.issue("a", "dns:x.example", "dns:A.Shop.example"))
                .body())
        .startsWith("a.shop.example|");
    assertThat(get(version, "asking", "/shop", staff.issue("root")).statusCode())
        .isEqualTo(200);
    assertThat(get(version, "asking", "/shop", staff.issue("root2")).statusCode())
        .isEqualTo(403);
    assertThat(get(version, "asking", "/shop", staff.issue("a", "dns:spiffe://example/shop/x"))
            .statusCode())
        .isEqualTo(403);
  }

  @Test
  void addressIsANameInOneForm() throws Exception {
    HttpClient.Version version = HttpClient.Version.HTTP_2;

    assertThat(get(version, "asking", "/shop", staff.issue("a", "ip:2001:DB8:0::7"))
            .body())
        .startsWith("2001:db8:0:0:0:0:0:7|");
    assertThat(get(version, "asking", "/shop", staff.issue("a", "ip:10.1.2.3")).body())
        .startsWith("10.1.2.3|");
    assertThat(get(version, "asking", "/shop", staff.issue("a", "ip:10.1.2.30")).statusCode())
        .isEqualTo(403);
    assertThat(get(version, "asking", "/shop", staff.issue("a", "dns:10.1.2.3")).statusCode())
        .isEqualTo(403);
  }

  /** A server would read such a field as a list of two names. */
  @Test
  void alternativeNameWithACommaOrSpaceDoesNotCount() throws Exception {
    for (String name : new String[] {"dns:evil, a.shop.example", "uri:spiffe://example/shop/a,b"}) {
      HttpResponse<String> response =
          get(HttpClient.Version.HTTP_2, "asking", "/shop", staff.issue("a", name));

      assertThat(response.statusCode()).as(name).isEqualTo(403);
    }
  }

  /** RFC 5280 section 4.2.1.10. */
  @Test
  void authorityIssuesNamesWithinItsConstraintsOnly() throws Exception {
    Issued own = limited.issue("a", "dns:a.shop.example");
    Issued foreign = limited.issue("root", "dns:root.example");

    assertThat(get(HttpClient.Version.HTTP_2, "asking", "/shop", own).body())
        .startsWith("a.shop.example|");
    assertThat(isServed(own, "asking")).isTrue();
    assertThatThrownBy(() -> get(HttpClient.Version.HTTP_1_1, "asking", "/free", foreign))
        .isInstanceOf(IOException.class);
    assertThat(isServed(foreign, "asking")).isFalse();
  }

  @Test
  void certificateOfAnUnknownAuthorityEndsTheHandshake() {
    Issued shown = strangers.issue("ann");

    assertThatThrownBy(() -> get(HttpClient.Version.HTTP_1_1, "asking", "/free", shown))
        .isInstanceOf(IOException.class);
  }

  @Test
  void requiringListenerGivesNoConnectionWithoutCertificate() throws Exception {
    assertThatThrownBy(() -> get(HttpClient.Version.HTTP_1_1, "requiring", "/free", null))
        .isInstanceOf(IOException.class);
    assertThat(get(HttpClient.Version.HTTP_2, "requiring", "/free", staff.issue("ann"))
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void certificateIsDescribedOverHttp3() throws Exception {
    Issued shown = staff.issue("ann", "dns:ann.example");
    try (Http3Client client = http3("asking", shown)) {
      Http3Request any = client.get("/any").await();
      assertThat(any.status()).isEqualTo(200);
      assertThat(any.text())
          .startsWith("ann.example|:"
              + Base64.getEncoder().encodeToString(shown.chain()[0].getEncoded())
              + ":");
      assertThat(client.get("/staff").await().status()).isEqualTo(200);
    }
    try (Http3Client client = http3("requiring", partners.issue("bob"))) {
      assertThat(client.get("/any").await().status()).isEqualTo(200);
      assertThat(client.get("/staff").await().status()).isEqualTo(403);
    }
  }

  @Test
  void http3ConnectionWithoutCertificateGetsTheOtherRoutes() throws Exception {
    try (Http3Client client = http3("asking", null)) {
      assertThat(client.get("/any").await().status()).isEqualTo(403);
      assertThat(client.get("/free").await().status()).isEqualTo(200);
    }
  }

  @Test
  void http3ClosesConnectionsWithAWrongOrMissingCertificate() {
    assertThat(isServed(strangers.issue("ann"), "asking")).isFalse();
    assertThat(isServed(null, "requiring")).isFalse();
    assertThat(isServed(staff.issue("ann"), "requiring")).isTrue();
  }

  /** The client has no error of its own: the server refuses after the client's last message of the handshake. */
  private static boolean isServed(@Nullable Issued shown, String listener) {
    int before = origin.requestsFor("/served").size();
    try (Http3Client client = http3(listener, shown)) {
      Http3Request request = client.get("/served");
      Await.until(() -> assertThat(client.isOpen() && !request.isEnded()).isFalse());
    } catch (Exception closed) {
      return false;
    }
    return origin.requestsFor("/served").size() > before;
  }

  @Test
  void fieldsOfClientsAreDropped() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send(String.join(
          "\r\n",
          "GET /free HTTP/1.1",
          "Host: localhost",
          "Client-Cert: :AAAA:",
          "client-CERT-chain: :BBBB:",
          "X-Sender: root",
          "",
          ""));
      assertThat(peer.read().body()).isEqualTo("||");
      peer.send("GET /any HTTP/1.1\r\nHost: localhost\r\nClient-Cert: :AAAA:\r\n\r\n");
      assertThat(peer.read().status()).isEqualTo(403);
    }
  }

  @Test
  void expiredCertificateIsRefusedOnAnOpenConnection() throws Exception {
    Issued brief = staff.issueFor(Duration.ofSeconds(3), "brief");
    HttpClient client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_2)
        .sslContext(brief.context())
        .build();
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + gateway.port("asking") + "/any"))
        .build();

    assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(200);
    Await.until(() -> {
      HttpResponse<String> late = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(late.headers().firstValue("proxy-status").orElse(""))
          .contains("client certificate expired");
    });
  }

  /** A session of before the change must not continue: the ticket keys depend on the authorities. */
  @Test
  void removedAuthorityIsNotTrustedAfterAReload() throws Exception {
    SSLContext shown = partners.issue("late").context();
    HttpClient.Version version = HttpClient.Version.HTTP_1_1;
    assertThat(getWith(version, "asking", "/any", shown).statusCode()).isEqualTo(200);
    gateway.apply(yaml("staff.pem"));
    try {
      // The same context: the JDK offers its session.
      assertThatThrownBy(() -> getWith(version, "asking", "/any", shown))
          .isInstanceOf(IOException.class);
      assertThat(get(version, "asking", "/any", staff.issue("ann")).statusCode())
          .isEqualTo(200);
    } finally {
      gateway.apply(yaml("clients.pem"));
    }
  }

  @Test
  void curlShowsACertificate() throws Exception {
    Issued shown = staff.issue("curl", "dns:curl.example");
    Path pem = Files.writeString(directory.resolve("curl.pem"), shown.pem());

    assertThat(Commands.curl(
                "--cert", pem.toString(), "https://localhost:" + gateway.port("asking") + "/staff")
            .expectSuccess()
            .out())
        .isEqualTo("curl.example||");
  }
}
