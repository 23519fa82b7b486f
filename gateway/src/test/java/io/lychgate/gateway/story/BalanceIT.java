package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The choice among three real servers, which respond with their names. */
final class BalanceIT {
  private static final String COOKIE = "shop_server";

  @TempDir
  Path directory;

  private final Set<String> cookiesSeen = ConcurrentHashMap.newKeySet();
  private final ScriptedOrigin a = named("a");
  private final ScriptedOrigin b = named("b");
  private final ScriptedOrigin c = named("c");
  private GatewayProcess gateway;

  /** The protocols of clients. */
  enum Front {
    HTTP_1,
    HTTP_2,
    HTTP_3
  }

  private record Response(String server, @Nullable String setCookie) {
    /** The cookie for the next request. */
    String cookie() {
      String set = Objects.requireNonNull(setCookie, "set-cookie");
      return set.substring(0, set.indexOf(';'));
    }
  }

  private ScriptedOrigin named(String name) {
    return ScriptedOrigin.start()
        .on("/public", visit -> visit.respond(200, name, "Cache-Control: public, max-age=60"))
        .on("/broken", visit -> visit.respond(500, name))
        .otherwise(visit -> {
          if (!visit.field("cookie").isEmpty()) {
            cookiesSeen.add(visit.field("cookie"));
          }
          visit.respond(200, name, "Cache-Control: no-store");
        });
  }

  private String yaml(String weights, String more) {
    String[] weight = weights.split(",", -1);
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          shop:
            servers:
              - { url: "http://127.0.0.1:%d", weight: %s }
              - { url: "http://127.0.0.1:%d", weight: %s }
              - { url: "http://127.0.0.1:%d", weight: %s }
            %s
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, proxy: { upstream: shop } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(a.port(), weight[0], b.port(), weight[1], c.port(), weight[2], more);
  }

  private static String sticky() {
    return "balance: { sticky: { cookie: " + COOKIE + ", maxAge: 8h } }";
  }

  @BeforeEach
  void start() {
    TestCertificates.write(directory, "site", "localhost");
    gateway = GatewayProcess.start(directory, yaml("1,1,1", ""), Map.of());
  }

  @AfterEach
  void stop() {
    gateway.close();
    a.close();
    b.close();
    c.close();
  }

  private Response get(Front front, String path, @Nullable String cookie) throws Exception {
    if (front == Front.HTTP_3) {
      return overHttp3(path, cookie);
    }
    HttpClient client = HttpClient.newBuilder()
        .version(front == Front.HTTP_1 ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
        .sslContext(TestCertificates.trustingAll())
        .build();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port("tls") + path));
    if (cookie != null) {
      request.header("Cookie", cookie);
    }
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Response(response.body(), setCookie(response.headers().allValues("set-cookie")));
  }

  private Response overHttp3(String path, @Nullable String cookie) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Headers head = Http3Request.head("GET", path);
      if (cookie != null) {
        head.add("cookie", cookie);
      }
      Http3Request request = client.open();
      request.headers(head, true);
      request.await();
      String set = request.field("set-cookie");
      return new Response(request.text(), setCookie(set == null ? List.of() : List.of(set)));
    }
  }

  private static @Nullable String setCookie(List<String> values) {
    return values.stream()
        .filter(value -> value.startsWith(COOKIE + "="))
        .findFirst()
        .orElse(null);
  }

  private double sticky(String outcome) {
    return gateway.metric(
        "lychgate_upstream_sticky_responses_total",
        "upstream=\"shop\"",
        "outcome=\"" + outcome + "\"");
  }

  /** Over HTTP/2, each event loop has one connection to a server, so that the servers can tell the loops apart. */
  @Test
  void thousandRequestsOverTwoLoopsAreEvenWithinTwoPercent() throws Exception {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1, "one processor (expected: two loops)");
    Map<String, AtomicInteger> byConnection = new ConcurrentHashMap<>();
    List<Http2Origin> servers = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      servers.add(Http2Origin.start((connection, number) -> {
        AtomicInteger requests = new AtomicInteger();
        byConnection.put(name + number, requests);
        while (true) {
          Frame end = connection.readUntil(Frame::ends);
          requests.incrementAndGet();
          Http2Origin.respond(connection, end.stream(), 200, name);
        }
      }));
    }
    String yaml = yaml("1,1,1", "");
    for (int i = 0; i < 3; i++) {
      yaml = yaml.replace(
          "http://127.0.0.1:" + List.of(a, b, c).get(i).port(),
          "h2c://127.0.0.1:" + servers.get(i).port());
    }
    gateway.apply(yaml);

    visit(20, 50);

    for (int i = 0; i < 3; i++) {
      String name = "abc".substring(i, i + 1);
      List<Integer> ofLoops = byConnection.entrySet().stream()
          .filter(each -> each.getKey().startsWith(name))
          .map(each -> each.getValue().get())
          .toList();
      assertThat(ofLoops.stream().mapToInt(Integer::intValue).sum()).isBetween(327, 340);
      // The system spreads 20 connections over the loops by a hash of their ports.
      assertThat(ofLoops)
          .hasSizeBetween(2, Runtime.getRuntime().availableProcessors())
          .anyMatch(requests -> requests >= 33 && requests <= 300);
    }
    servers.forEach(Http2Origin::close);
  }

  /** Requests pages over several connections at once. */
  private void visit(int connections, int requests) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(connections);
    Callable<Integer> visitor = () -> {
      try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
        for (int i = 0; i < requests; i++) {
          client.send("GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
        }
      }
      return requests;
    };
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        all.add(clients.submit(visitor));
      }
      for (Future<Integer> each : all) {
        each.get(60, TimeUnit.SECONDS);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void reloadedWeightsApplyToTheNextRequest() throws Exception {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      Map<String, Integer> counts = new HashMap<>();
      gateway.apply(yaml("5,0,1", ""));
      for (int i = 0; i < 60; i++) {
        String body =
            client.send("GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n").read().body();
        counts.merge(body, 1, Integer::sum);
      }

      assertThat(counts).isEqualTo(Map.of("a", 50, "c", 10));
    }
  }

  @ParameterizedTest
  @EnumSource(Front.class)
  void clientStaysOnItsServerThroughDrainAndReload(Front front) throws Exception {
    gateway.apply(yaml("1,1,1", sticky()));
    Response first = get(front, "/page", null);

    assertThat(first.setCookie())
        .matches(
            COOKIE + "=[A-Za-z0-9_-]{32}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure");
    for (int i = 0; i < 6; i++) {
      Response next = get(front, "/page", "a=b; " + first.cookie());
      assertThat(next.server()).isEqualTo(first.server());
      assertThat(next.setCookie()).isNull();
    }
    assertThat(cookiesSeen).containsExactly("a=b");
    String weights = "a,b,c".replace(first.server(), "0").replaceAll("[abc]", "9");
    gateway.apply(yaml(weights, sticky()));
    assertThat(get(front, "/page", first.cookie()).server()).isEqualTo(first.server());
    Set<String> newClients = new HashSet<>();
    for (int i = 0; i < 6; i++) {
      newClients.add(get(front, "/page", null).server());
    }
    assertThat(newClients).hasSize(2).doesNotContain(first.server());
    assertThat(sticky("kept")).isEqualTo(7);
    assertThat(sticky("new")).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource(Front.class)
  void clientOfAServerThatIsGoneGetsAnother(Front front) throws Exception {
    gateway.apply(yaml("1,1,1", sticky()));
    Response first = get(front, "/page", null);
    ScriptedOrigin gone = first.server().equals("a") ? a : first.server().equals("b") ? b : c;

    gone.close();
    Response moved = get(front, "/page", first.cookie());

    assertThat(moved.server()).isNotEqualTo(first.server());
    assertThat(get(front, "/page", moved.cookie()).server()).isEqualTo(moved.server());
    assertThat(sticky("moved")).isEqualTo(1);
  }

  @Test
  void forgedCookieCountsAsNone() throws Exception {
    gateway.apply(yaml("1,1,1", sticky()));
    Response first = get(Front.HTTP_2, "/page", null);
    String cookie = first.cookie();
    char last = cookie.charAt(cookie.length() - 1);
    String forged = cookie.substring(0, cookie.length() - 1) + (last == 'A' ? 'B' : 'A');

    assertThat(get(Front.HTTP_2, "/page", forged).setCookie()).isNotNull();
    assertThat(get(Front.HTTP_2, "/page", cookie + "x").setCookie()).isNotNull();
    assertThat(get(Front.HTTP_2, "/page", COOKIE + "=http://127.0.0.1").setCookie())
        .isNotNull();
    assertThat(sticky("forged")).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(Front.class)
  void responseOfSharedCachesAndFailureOfAServerGetNoCookie(Front front) throws Exception {
    gateway.apply(yaml("1,1,1", sticky()));

    assertThat(get(front, "/public", null).setCookie()).isNull();
    assertThat(get(front, "/broken", null).setCookie()).isNull();
    assertThat(get(front, "/page", null).setCookie()).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(Front.class)
  void sameValueGoesToTheSameServer(Front front) throws Exception {
    gateway.apply(yaml("1,1,1", "balance: { policy: hash, hash: { on: 'cookie:user' } }"));
    Set<String> servers = new HashSet<>();

    for (int user = 0; user < 12; user++) {
      String server = get(front, "/page", "user=" + user).server();
      assertThat(get(front, "/page", "user=" + user).server()).isEqualTo(server);
      servers.add(server);
    }

    assertThat(servers).hasSizeGreaterThan(1);
  }

  @Test
  void priorityIsUsedIfThoseBeforeAreGone() throws Exception {
    gateway.apply(
        yaml("1,1,1", "").replace(c.port() + "\", weight: 1", c.port() + "\", priority: 1"));
    for (int i = 0; i < 6; i++) {
      assertThat(get(Front.HTTP_1, "/page", null).server()).isNotEqualTo("c");
    }

    a.close();
    b.close();

    assertThat(get(Front.HTTP_1, "/page", null).server()).isEqualTo("c");
    assertThat(gateway.metric("lychgate_upstream_requests_diverted_total", "reason=\"priority\""))
        .isPositive();
  }
}
