package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.SignedJWT;
import io.lychgate.gateway.config.listener.ClientAddressConfig;
import io.lychgate.gateway.story.RoutingStory.Version;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TokenIssuer;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that try to get around tokens, access rules, limits and the key of the cache, over each version of HTTP. */
final class EvasionIT {
  private static final String FRESH = "Cache-Control: max-age=600";
  private static final String EVIL = "evil.example";

  /** Bytes of the bomb before it was coded. */
  private static final int BOMB = 128 << 20;

  /** Bytes of a bomb that a client may get before the gateway resets the response. */
  private static final int MAX_OF_BOMB = 8 << 20;

  /** Fields that frameworks read in place of the method, the host or the path, or as facts about the request. */
  private static final List<String> UNKEYED = List.of(
      "x-forwarded-host",
      "x-forwarded-port",
      "x-forwarded-scheme",
      "x-forwarded-server",
      "x-forwarded-prefix",
      "x-forwarded-path",
      "x-forwarded-ssl",
      "x-forwarded-for",
      "x-forwarded-proto",
      "x-forwarded",
      "x_forwarded_host",
      "x-host",
      "x-original-host",
      "x-http-host-override",
      "x-original-url",
      "x-original-uri",
      "x-rewrite-url",
      "x-override-url",
      "x-url-scheme",
      "front-end-https",
      "x-http-method-override",
      "x-http-method",
      "x-method-override",
      "x-middleware-subrequest",
      "x-middleware-prefetch",
      "x-invoke-path",
      "x-invoke-status",
      "x-matched-path",
      "x-now-route-matches",
      "forwarded");

  /** Spellings of {@code /admin/x} for some server. */
  private static final List<String> SPELLINGS = List.of(
      "/admin/x",
      "//admin/x",
      "/./admin/x",
      "/x/../admin/x",
      "/x/%2e%2e/admin/x",
      "/%61dmin/x",
      "/%2561dmin/x",
      "/admin%2fx",
      "/admin%2Fx",
      "/admin%5cx",
      "/%2fadmin/x",
      "/x/..%2fadmin/x",
      "/x%2f..%2fadmin/x",
      "/x/..%5cadmin/x",
      "/x/%252e%252e/admin/x",
      "/x/%252e%252e%252fadmin/x",
      "/x/%25252e%25252e/admin/x",
      "/x/..;/admin/x",
      "/x/..;a=1/admin/x",
      "/x/..%3b/admin/x",
      "/admin;a=1/x",
      "/admin;/x",
      "/x;/../admin/x",
      "/admin%252fx",
      "/admin%c0%afx",
      "/x/%c0%ae%c0%ae/admin/x",
      "/%c1%a1dmin/x",
      "/admin%e0%80%afx",
      "/x\\..\\admin\\x");

  @TempDir
  static Path directory;

  private static final TokenIssuer ISSUER = TokenIssuer.ofRsa("rsa", 2048);
  private static final TokenIssuer OTHER = TokenIssuer.ofEc("ec");
  private static final Map<String, Connections> CONNECTIONS = new LinkedHashMap<>();

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static String rsaPem;

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    byte[] rsa = ISSUER.key().toRSAKey().toRSAPublicKey().getEncoded();
    rsaPem = "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(rsa)
        + "\n-----END PUBLIC KEY-----\n";
    ISSUER.rotate("ec");
    Files.writeString(directory.resolve("keys.json"), ISSUER.jwks());
    byte[] bomb = bomb();
    origin = ScriptedOrigin.start()
        .on("/bomb", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
              + "Content-Length: " + bomb.length + "\r\n\r\n");
          visit.send(bomb, bomb.length);
        })
        .otherwise(EvasionIT::echo);
    gateway = GatewayProcess.start(directory, yaml(), Map.of());
    CONNECTIONS.put("direct", new Connections("plain", "tls"));
    CONNECTIONS.put("proxied", new Connections("plain-proxied", "tls-proxied"));
  }

  /** Responds with the head of the request, and lets caches store it. */
  private static void echo(OriginVisit visit) throws IOException {
    byte[] body = visit.body();
    visit.respond(
        200, visit.head() + "\nbody " + new String(body, StandardCharsets.ISO_8859_1), FRESH);
  }

  private static byte[] bomb() throws IOException {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < BOMB; i += zeros.length) {
        gzip.write(zeros);
      }
    }
    return coded.toByteArray();
  }

  private static String yaml() {
    return """
        listeners:
          - { name: plain, address: "127.0.0.1:0" }
          - { name: plain-proxied, address: "127.0.0.1:0", trustedProxies: [ 127.0.0.0/8 ] }
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - name: tls-proxied
            address: 127.0.0.1:0
            trustedProxies: [ 127.0.0.0/8 ]
            protocols: [h3, h2]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - id: token
                match: { path: "/token/*" }
                proxy: { upstream: app }
                policies:
                  jwt:
                    issuers: [ { issuer: "https://login.example/", audience: [ orders ], jwks: "file:keys.json" } ]
                    claims: { X-User: sub }
              - { id: admin, match: { path: "/admin/*" }, proxy: { upstream: app }, policies: { access: { allow: [ 10.0.0.0/8 ] } } }
              - { id: limited, match: { path: "/login/*" }, proxy: { upstream: app }, policies: { rateLimits: [ { name: logins, rate: 2/h } ] } }
              - { id: cached, match: { path: "/c/*" }, proxy: { upstream: app }, policies: { cache: { ttl: 60s } } }
              - { id: bomb, match: { path: "/bomb" }, proxy: { upstream: app }, policies: { compress: { decode: true } } }
              - { id: regex, match: { regex: "^/r/((a+)+|(a|aa)+|(.*a){8})+$" }, proxy: { upstream: app }, rewrite: { regex: "^/r/((a|a?)+)+b$", to: /x } }
              - id: fields
                match:
                  path: /fields
                  headers: { X-R: { regex: "^(([a-z])+.)+[A-Z]([a-z])+$" } }
                  query: { q: { regex: "(x+x+)+y" } }
                  when: "headers['x-cel'].matches('^(a+)+$')"
                proxy: { upstream: app }
              - { id: named, match: { path: "/named" }, proxy: { upstream: app }, headers: { request: { set: { X-Real-IP: "{client}" } } } }
              - { id: network, match: { path: "/network", headers: { CF-Connecting-IP: { present: true } } }, proxy: { upstream: app } }
              - { id: no-network, match: { path: "/network" }, respond: { status: 404 } }
              - { id: rest, match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port());
  }

  @AfterAll
  static void stop() {
    CONNECTIONS.values().forEach(Connections::close);
    gateway.close();
    origin.close();
  }

  /** A response; status 0 if the gateway has reset the stream or closed the connection. */
  private record Reply(int status, String body) {}

  /** Clients of two listeners: one in plain text for HTTP/1.1, one with TLS for the others. */
  private static final class Connections implements AutoCloseable {
    private final String plain;
    private final Http2Peer http2;
    private final String tls;
    private Http3Client http3;
    private int stream = -1;

    Connections(String plain, String tls) throws Exception {
      this.plain = plain;
      this.tls = tls;
      http2 = Http2Peer.connectTls(gateway.port(tls));
      http3 = Http3Client.connect(gateway.port(tls), "localhost");
    }

    Reply send(Version version, String path, String body, String... fields) throws Exception {
      return switch (version) {
        case HTTP_1_1 -> overHttp1(path, body, fields);
        case HTTP_2 -> overHttp2(path, body, fields);
        case HTTP_3 -> overHttp3(path, body, fields);
      };
    }

    private Reply overHttp1(String path, String body, String... fields) {
      StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
      for (int i = 0; i < fields.length; i += 2) {
        head.append(fields[i]).append(": ").append(fields[i + 1]).append("\r\n");
      }
      if (!body.isEmpty()) {
        head.append("Content-Length: ").append(body.length()).append("\r\n");
      }
      try (Http1Peer peer = Http1Peer.connect(gateway.port(plain))) {
        Http1Peer.Response response = peer.send(head + "\r\n" + body).read();
        return new Reply(response.complete() ? response.status() : 0, response.body());
      } catch (UncheckedIOException reset) {
        return new Reply(0, "");
      }
    }

    private Reply overHttp2(String path, String body, String... fields) {
      stream += 2;
      List<String> all = new ArrayList<>(
          List.of(":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", path));
      all.addAll(List.of(fields));
      http2.headers(stream, body.isEmpty(), all.toArray(String[]::new));
      if (!body.isEmpty()) {
        http2.data(stream, true, body.getBytes(StandardCharsets.ISO_8859_1));
      }
      http2.windowUpdate(stream, MAX_OF_BOMB);
      Http2Peer.StreamResponse response = http2.readResponse(stream);
      return new Reply(response.ended() ? response.status() : 0, response.body());
    }

    private Reply overHttp3(String path, String body, String... fields) throws Exception {
      Http3Headers head = Http3Request.head("GET", path);
      for (int i = 0; i < fields.length; i += 2) {
        head.add(fields[i], fields[i + 1]);
      }
      if (!http3.isOpen()) {
        http3 = Http3Client.connect(gateway.port(tls), "localhost");
      }
      Http3Request request = http3.open();
      request.headers(head, body.isEmpty());
      if (!body.isEmpty()) {
        request.data(body.getBytes(StandardCharsets.ISO_8859_1), true);
      }
      request.await();
      return new Reply(request.resetCode() == null ? request.status() : 0, request.text());
    }

    @Override
    public void close() {
      http2.close();
      http3.close();
    }
  }

  private static Reply send(Version version, String path, String... fields) throws Exception {
    return connections("direct").send(version, path, "", fields);
  }

  /** Returns a part of addresses that only this version uses. */
  private static int number(Version version) {
    return switch (version) {
      case HTTP_1_1 -> 1;
      case HTTP_2 -> 2;
      case HTTP_3 -> 3;
    };
  }

  private static Connections connections(String name) {
    Connections connections = CONNECTIONS.get(name);
    assertThat(connections).isNotNull();
    return connections;
  }

  // Tokens.

  /** Tokens by what is wrong with them. All have the claims of a valid one. */
  private static Map<String, String> forgedTokens() throws Exception {
    String claims = TokenIssuer.claims().build().toString();
    Map<String, String> forged = new LinkedHashMap<>();
    for (String none : List.of("none", "None", "NONE", "nOnE", "")) {
      String token = TokenIssuer.unsigned("{\"alg\":\"" + none + "\"}", claims);
      forged.put("alg " + none, token);
      forged.put("alg " + none + " and a signature", token + "AAAA");
      forged.put("alg " + none + " in two parts", token.substring(0, token.length() - 1));
    }
    forged.put("public key in PEM as a secret", confused(rsaPem.getBytes(StandardCharsets.UTF_8)));
    forged.put(
        "public key in PEM without its last line end",
        confused(rsaPem.strip().getBytes(StandardCharsets.UTF_8)));
    forged.put("key set as a secret", confused(ISSUER.jwks().getBytes(StandardCharsets.UTF_8)));
    forged.put(
        "public point as a secret", confused(ISSUER.key().toECKey().getX().decode()));
    forged.put("secret of zeros", confused(new byte[32]));
    forged.put("other claims", TokenIssuer.tampered(ISSUER.token()));
    forged.put("another key of the same kid", OTHER.token());
    forged.put(
        "key in the header",
        OTHER.sign(OTHER.header().jwk(OTHER.key().toPublicJWK()).build(), claims));
    forged.put(
        "signature of zeros",
        TokenIssuer.unsigned("{\"alg\":\"ES256\",\"kid\":\"ec\"}", claims) + "A".repeat(86));
    forged.put(
        "algorithm of another key",
        TokenIssuer.unsigned("{\"alg\":\"RS256\",\"kid\":\"ec\"}", claims) + "A".repeat(342));
    forged.put("deflated and encrypted (a bomb)", "e30.AAAA.AAAA.AAAA.AAAA");
    forged.put("no signature", ISSUER.token().replaceAll("[^.]*$", ""));
    return forged;
  }

  /** A token with a MAC whose secret everyone knows. */
  private static String confused(byte[] secret) throws Exception {
    SignedJWT jwt = new SignedJWT(
        new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("rsa").build(),
        TokenIssuer.claims().build());
    jwt.sign(new MACSigner(secret));
    return jwt.serialize();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void forgedTokensDoNotReachTheUpstream(Version version) throws Exception {
    String path = "/token/" + version;
    for (Map.Entry<String, String> forged : forgedTokens().entrySet()) {
      Reply reply = send(version, path, "authorization", "Bearer " + forged.getValue());
      assertThat(reply.status()).as(forged.getKey()).isEqualTo(401);
    }
    assertThat(origin.requestsFor(path)).isEmpty();

    Reply admitted = send(version, path, "authorization", "Bearer " + ISSUER.token());
    assertThat(admitted.status()).isEqualTo(200);
    assertThat(admitted.body()).contains("x-user: ann\n");
  }

  // Fields that servers believe.

  @ParameterizedTest
  @EnumSource(Version.class)
  void clientsDoNotSetFieldsThatServersBelieve(Version version) throws Exception {
    String token = "Bearer " + ISSUER.token();
    List<String[]> attempts = List.of(
        new String[] {"x-user", "root"},
        new String[] {"x_user", "root"},
        new String[] {"client-cert", ":root:"},
        new String[] {"x-a", "1\r\nx-user: root"},
        new String[] {"x-a", "1\nx-user: root"},
        new String[] {"x-a", "1\rx-user: root"},
        new String[] {"x-a", "1\0root"},
        new String[] {"x-a\r\nx-user", "root"},
        new String[] {"x-user ", "root"},
        new String[] {"x-user\t", "root"},
        new String[] {"x-user:", "root"},
        new String[] {"connection", "x-user", "x-user", "root"},
        new String[] {"host", "root.example"},
        new String[] {"transfer-encoding", "chunked, root"},
        new String[] {"content-length", "+0", "x-root", "root"},
        new String[] {"authorization", token, "authorization", "Basic root"});
    for (String path : List.of("/token/x", "/free")) {
      for (String[] attempt : attempts) {
        List<String> fields = new ArrayList<>(List.of(attempt));
        if (!attempt[0].equals("authorization")) {
          fields.addAll(List.of("authorization", token));
        }
        Reply reply = send(version, path, fields.toArray(String[]::new));
        assertThat(reply.status()).as(attempt[0] + ": " + attempt[1]).isIn(0, 200, 400, 421, 501);
        if (!path.equals("/free") || !attempt[0].equals("authorization")) {
          assertThat(reply.body().toLowerCase(Locale.ROOT))
              .as(path + " " + attempt[0] + ": " + attempt[1])
              .doesNotContain(
                  "x-user: root", "x_user", "client-cert", "root.example", "basic root");
        }
      }
    }
  }

  // The key of the cache.

  @ParameterizedTest
  @EnumSource(Version.class)
  void storedResponseHasNothingThatTheKeyLacks(Version version) throws Exception {
    for (String name : UNKEYED) {
      String path = "/c/" + version + "/" + name;
      send(version, path, name, EVIL);
      for (Version other : Version.values()) {
        assertThat(send(other, path).body()).as(name).doesNotContain(EVIL);
      }
    }
    String path = "/c/" + version + "/body";
    connections("direct").send(version, path, EVIL);
    assertThat(send(version, path).body()).doesNotContain(EVIL);
    // A body that is announced and not sent would take the next request of the connection.
    assertThat(origin.requestsFor(path))
        .allSatisfy(head -> assertThat(head.contains("transfer-encoding")).isEqualTo(false));
    send(version, path + "-cookie", "cookie", "session=" + EVIL);
    assertThat(send(version, path + "-cookie").body()).doesNotContain(EVIL);
    send(version, path + "-auth", "authorization", EVIL);
    assertThat(send(version, path + "-auth").body()).doesNotContain(EVIL);
    connections("proxied").send(version, path + "-proxy", "", "x-forwarded-host", EVIL);
    assertThat(connections("proxied").send(version, path + "-proxy", "").body())
        .doesNotContain(EVIL);
    send(version, path + "-query?a=1&b=" + EVIL);
    assertThat(send(version, path + "-query?a=1").body()).doesNotContain(EVIL);
  }

  // Paths.

  @ParameterizedTest
  @EnumSource(Version.class)
  void noSpellingOfAPathLeadsAroundItsRule(Version version) throws Exception {
    int before = origin.requests().size();
    for (String spelling : SPELLINGS) {
      assertThat(send(version, spelling).status()).as(spelling).isIn(400, 403);
      assertThat(send(version, spelling + "?q=/c/x").status()).as(spelling).isIn(400, 403);
    }
    assertThat(origin.requests()).hasSize(before);

    for (String other : List.of("/x%2Fy", "/x;a=1/y", "/%252e/x", "/a%20b", "/admins%2Fx")) {
      assertThat(send(version, other).status()).as(other).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void noSpellingOfAPathLeadsAroundItsLimit(Version version) throws Exception {
    Connections proxied = connections("proxied");
    String client = "198.51.100." + (10 + number(version));
    List<Integer> statuses = new ArrayList<>();
    for (String path :
        List.of("/login/x", "//login/x", "/a/../login/x", "/login%2Fx", "/x/..;/login/x")) {
      statuses.add(proxied.send(version, path, "", "x-forwarded-for", client).status());
    }
    assertThat(statuses).containsExactly(200, 200, 429, 400, 400);
  }

  // Expressions.

  /** Expressions for which a backtracking matcher takes time that doubles with each character. */
  @ParameterizedTest
  @EnumSource(Version.class)
  void evilTextsForExpressionsTakeNoTime(Version version) throws Exception {
    String many = "a".repeat(3000);
    long start = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      assertThat(send(version, "/r/" + many + "!").status()).isIn(200, 414);
      assertThat(send(version, "/r/" + many).status()).isIn(200, 400, 414);
      assertThat(send(version, "/fields?q=" + "x".repeat(3000), "x-r", many, "x-cel", many + "!")
              .status())
          .isIn(200, 431);
    }
    // Some 10 ms here; a backtracking matcher would not end.
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }

  // Bombs.

  @ParameterizedTest
  @EnumSource(Version.class)
  void decodedBombEndsBeforeItIsLarge(Version version) throws Exception {
    Reply reply = send(version, "/bomb", "accept-encoding", "identity");

    assertThat(reply.status()).isIn(0, 502);
    assertThat(reply.body().length()).isLessThan(MAX_OF_BOMB);
    assertThat(send(version, "/free").status()).isEqualTo(200);
  }

  // Addresses.

  @ParameterizedTest
  @EnumSource(Version.class)
  void addressesOfOneNetworkCountTogether(Version version) throws Exception {
    String network = "2001:db8:77:" + number(version) + ":";
    List<Integer> statuses = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      statuses.add(connections("proxied")
          .send(version, "/login/x", "", "x-forwarded-for", network + i + ":2:3:" + i)
          .status());
    }
    assertThat(statuses).containsExactly(200, 200, 429, 429, 429, 429);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void forgedForwardingFieldsChangeNoClient(Version version) throws Exception {
    String client = "203.0.113." + number(version);
    List<Integer> statuses = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      statuses.add(connections("proxied")
          .send(version, "/login/x", "", "x-forwarded-for", "10.0.0." + i + ", " + client)
          .status());
    }
    assertThat(statuses).containsExactly(200, 200, 429, 429);

    for (String name : List.of(
        "x-forwarded-for", "x-real-ip", "true-client-ip", "x-client-ip", "cf-connecting-ip")) {
      assertThat(send(version, "/admin/x", name, "10.0.0.1").status()).as(name).isEqualTo(403);
      assertThat(connections("proxied")
              .send(version, "/admin/x", "", name, "10.0.0.1, 192.0.2.1")
              .status())
          .as(name)
          .isEqualTo(403);
    }
    assertThat(send(version, "/admin/x", "forwarded", "for=10.0.0.1").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void forgedFieldsOfProxiesReachNoServer(Version version) throws Exception {
    List<String> fields = new ArrayList<>();
    for (String name : ClientAddressConfig.PROXY_FIELDS) {
      fields.addAll(List.of(name, "6.6.6.6"));
    }
    for (String name : List.of("prefix", "scheme", "ssl", "server", "user", "client-cert")) {
      fields.addAll(List.of("x-forwarded-" + name, "6.6.6.6"));
    }
    String[] forged = fields.toArray(String[]::new);

    Reply direct = send(version, "/free", forged);
    assertThat(direct.status()).isEqualTo(200);
    assertThat(direct.body()).doesNotContain("6.6.6.6");
    // A field that the configuration sets stays, even if the client wants it to end here.
    assertThat(send(version, "/named", "x-real-ip", "6.6.6.6").body())
        .contains("x-real-ip: 127.0.0.1\n")
        .doesNotContain("6.6.6.6");
    // A condition on such a field holds for no client.
    assertThat(send(version, "/network", "cf-connecting-ip", "10.0.0.1").status())
        .isEqualTo(404);
    // A response for a forged address must not be stored for others.
    String cached = "/c/address" + number(version);
    assertThat(send(version, cached, forged).body()).doesNotContain("6.6.6.6");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void fieldsOfTrustedProxiesReachServers(Version version) throws Exception {
    Connections proxied = connections("proxied");

    assertThat(proxied
            .send(
                version,
                "/free",
                "",
                "x-forwarded-for",
                "203.0.113.9",
                "x-real-ip",
                "6.6.6.6",
                "cf-connecting-ip",
                "203.0.113.9",
                "x-forwarded-prefix",
                "/shop")
            .body())
        .contains(
            "x-real-ip: 203.0.113.9\n",
            "cf-connecting-ip: 203.0.113.9\n",
            "x-forwarded-prefix: /shop\n")
        .doesNotContain("6.6.6.6");
    // A proxy that sends no list names the client by this field alone.
    assertThat(proxied.send(version, "/free", "", "x-real-ip", "203.0.113.9").body())
        .contains("x-real-ip: 203.0.113.9\n");
    assertThat(
            proxied.send(version, "/free", "", "x-forwarded-for", "203.0.113.9").body())
        .doesNotContain("x-real-ip");
    assertThat(proxied
            .send(version, "/network", "", "cf-connecting-ip", "10.0.0.1")
            .status())
        .isEqualTo(200);
  }
}
