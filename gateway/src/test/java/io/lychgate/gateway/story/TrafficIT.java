package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A route with several upstreams, and a route with a mirror. */
final class TrafficIT {
  @TempDir
  Path directory;

  private final ScriptedOrigin blue = named("blue");
  private final ScriptedOrigin green = named("green");
  private final ScriptedOrigin mirror = ScriptedOrigin.start();
  private final CountDownLatch mirrorMayRespond = new CountDownLatch(1);
  private final List<String> mirrored = new CopyOnWriteArrayList<>();
  private GatewayProcess gateway;

  private static ScriptedOrigin named(String name) {
    return ScriptedOrigin.start()
        .on("/early", visit -> visit.respond(413, name))
        .otherwise(visit -> {
          int length = visit.body().length;
          visit.respond(200, length == 0 ? name : name + " " + length);
        });
  }

  @BeforeEach
  void start() {
    TestCertificates.write(directory, "site", "localhost");
    mirror
        .otherwise(this::record)
        .on("/slow", visit -> {
          record(visit, false);
          Await.latch(mirrorMayRespond);
          visit.respond(200, "late");
        })
        .on("/broken", visit -> visit.reset());
    gateway = GatewayProcess.start(
        directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          blue: { servers: [ "http://127.0.0.1:%d" ] }
          green: { servers: [ "http://127.0.0.1:%d" ] }
          copies: { servers: [ "http://127.0.0.1:%d" ] }
        sites:
          - hosts: [ localhost ]
            routes:
              - id: split
                match: { path: "/split" }
                proxy:
                  split:
                    - { upstream: green, when: "query[?'side'].orValue('') == 'green'" }
                    - { upstream: green, header: { name: X-Beta, value: "1" } }
                    - { upstream: blue, weight: 1 }
              - id: visitors
                match: { path: "/visitors" }
                proxy:
                  split: [ { upstream: blue, weight: 1 }, { upstream: green, weight: 1 } ]
                  splitBy: visitor
              - id: copied
                match: { path: "/*" }
                proxy:
                  upstream: blue
                  webSocket: true
                  mirror: { upstream: copies, maxBody: 10KiB, maxInFlight: 3 }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.formatted(blue.port(), green.port(), mirror.port()), Map.of());
  }

  @AfterEach
  void stop() {
    mirrorMayRespond.countDown();
    gateway.close();
    blue.close();
    green.close();
    mirror.close();
  }

  private void record(OriginVisit visit) throws IOException {
    record(visit, true);
  }

  private void record(OriginVisit visit, boolean responds) throws IOException {
    byte[] body = visit.body();
    mirrored.add(visit.head() + body.length);
    if (responds) {
      visit.respond(200, "of the mirror", "X-From: mirror");
    }
  }

  private HttpResponse<String> send(
      HttpClient.Version version, String path, byte[] body, String... fields) throws Exception {
    HttpClient client = HttpClient.newBuilder()
        .version(version)
        .sslContext(TestCertificates.trustingAll())
        .build();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port("tls") + path));
    if (body.length > 0) {
      request.POST(BodyPublishers.ofByteArray(body));
    }
    if (fields.length > 0) {
      request.headers(fields);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private double copies(String outcome) {
    return gateway.metric(
        "lychgate_mirror_requests_total", "route=\"copied\"", "outcome=\"" + outcome + "\"");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void requestGoesToTheSideThatAcceptsIt(HttpClient.Version version) throws Exception {
    assertThat(send(version, "/split", new byte[0]).body()).isEqualTo("blue");
    assertThat(send(version, "/split", new byte[0], "X-Beta", "1").body()).isEqualTo("green");
    assertThat(send(version, "/split?side=green", new byte[7]).body()).isEqualTo("green 7");

    assertThat(gateway.metric(
            "lychgate_split_requests_total", "route=\"split\"", "upstream=\"green\""))
        .isEqualTo(2);
    assertThat(
            gateway.metric("lychgate_split_requests_total", "route=\"split\"", "upstream=\"blue\""))
        .isEqualTo(1);
    Await.until(() -> assertThat(Files.readString(directory.resolve("access.log")))
        .contains("\"upstream\":\"http://127.0.0.1:" + green.port()));
  }

  @Test
  void requestOverHttp3GoesToTheSideThatAcceptsIt() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Headers head = Http3Request.head("GET", "/split").add("x-beta", "1");
      Http3Request request = client.open();
      request.headers(head, true);

      assertThat(request.await().text()).isEqualTo("green");
    }
  }

  @Test
  void visitorKeepsHisSideByACookie() throws Exception {
    Set<String> sides = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      HttpResponse<String> first = send(HttpClient.Version.HTTP_2, "/visitors", new byte[0]);
      String cookie = first.headers().firstValue("set-cookie").orElseThrow();
      assertThat(cookie)
          .matches(
              "lychgate_visitor=[0-9a-f]{16}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure");
      sides.add(first.body());

      HttpResponse<String> next = send(
          HttpClient.Version.HTTP_1_1, "/visitors", new byte[0], "Cookie", cookie.substring(0, 33));
      assertThat(next.body()).isEqualTo(first.body());
      assertThat(next.headers().firstValue("set-cookie")).isEmpty();
    }
    assertThat(sides).containsExactlyInAnyOrder("blue", "green");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void mirrorGetsACopyAndTheClientNothingOfItsResponse(HttpClient.Version version)
      throws Exception {
    HttpResponse<String> get = send(version, "/page?x=1", new byte[0]);
    HttpResponse<String> post = send(version, "/form", new byte[5000], "X-Own", "yes");

    assertThat(get.body()).isEqualTo("blue");
    assertThat(post.body()).isEqualTo("blue 5000");
    assertThat(post.headers().firstValue("x-from")).isEmpty();
    Await.until(() -> assertThat(mirrored).hasSize(2));
    assertThat(mirrored)
        .anySatisfy(copy -> assertThat(copy)
            .startsWith("GET /page?x=1 ")
            .contains("x-mirrored: 1")
            .containsIgnoringCase("x-forwarded-for: 127.0.0.1"))
        .anySatisfy(copy ->
            assertThat(copy).startsWith("POST /form ").contains("x-own: yes").endsWith("5000"));
    assertThat(blue.requests()).noneMatch(head -> head.contains("x-mirrored"));
    Await.until(() -> assertThat(copies("complete")).isEqualTo(2));
  }

  @Test
  void slowMirrorDelaysNoRequestAndTheRestIsNotCopied() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(send(HttpClient.Version.HTTP_2, "/slow", new byte[100]).body())
          .isEqualTo("blue 100");
    }
    Await.until(() -> assertThat(mirrored).hasSize(3));
    assertThat(copies("busy")).isEqualTo(7);

    mirrorMayRespond.countDown();
    Await.until(() -> assertThat(copies("complete")).isEqualTo(3));
    assertThat(send(HttpClient.Version.HTTP_2, "/slow", new byte[100]).body())
        .isEqualTo("blue 100");
    Await.until(() -> assertThat(mirrored).hasSize(4));
  }

  @Test
  void largeBodyIsForwardedAndNotCopied() throws Exception {
    assertThat(send(HttpClient.Version.HTTP_2, "/form", new byte[20_000]).body())
        .isEqualTo("blue 20000");
    try (Http1Peer chunked = Http1Peer.connect(gateway.port("plain"))) {
      chunked.send("POST /form HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 3; i++) {
        chunked.send("1388\r\n" + "x".repeat(5000) + "\r\n");
      }
      chunked.send("0\r\n\r\n");
      assertThat(chunked.read().body()).isEqualTo("blue 15000");
    }

    assertThat(copies("body_too_large")).isEqualTo(2);
    assertThat(mirrored).isEmpty();
  }

  @Test
  void brokenMirrorIsCounted() throws Exception {
    assertThat(send(HttpClient.Version.HTTP_2, "/broken", new byte[9]).body()).isEqualTo("blue 9");

    Await.until(() -> assertThat(copies("failed")).isEqualTo(1));
  }

  @Test
  void copyOfARequestThatEndsEarlyHoldsNoPlace() throws Exception {
    for (int i = 0; i < 5; i++) {
      try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
        peer.send("POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf");
        peer.read(true);
      }
    }
    Await.until(() -> assertThat(copies("aborted") + copies("busy")).isEqualTo(5));
    send(HttpClient.Version.HTTP_2, "/page", new byte[0]);
    assertThat(mirrored).noneMatch(copy -> copy.startsWith("POST /early"));
  }
}
