package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.DnsServer;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Servers that DNS and files name, while requests are in progress. */
final class DiscoveryIT {
  private static final String APP = "app.test";

  @TempDir
  Path directory;

  private final DnsServer names = DnsServer.start();
  private final List<ScriptedOrigin> origins = new ArrayList<>();
  private int port;
  private GatewayProcess gateway;

  @BeforeEach
  void startOrigins() {
    origins.add(origin("127.0.0.1", 0));
    port = origins.get(0).port();
    origins.add(origin("127.0.0.2", port));
    origins.add(origin("127.0.0.3", port));
  }

  private static ScriptedOrigin origin(String address, int port) {
    return ScriptedOrigin.start(NetUtil.createInetAddressFromIpAddressString(address), port)
        .otherwise(visit -> visit.respond(200, address));
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
    origins.forEach(ScriptedOrigin::close);
    names.close();
  }

  private void start(String upstream) {
    gateway = GatewayProcess.start(directory, yaml(upstream), Map.of());
  }

  private static String yaml(String upstream) {
    return """
        listeners: [ { name: plain, address: "127.0.0.1:0", timeouts: { drain: 1s } } ]
        upstreams: { app: { %s } }
        sites: [ { hosts: [ "*" ], routes: [
          { match: { path: "/own" }, proxy: { upstream: app, preserveHost: false } },
          { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(upstream);
  }

  private String dns(String more) {
    return "discovery: { dns: { name: " + APP + ", port: " + port
        + ", minTtl: 1s, servers: [ '127.0.0.1:" + names.port() + "' ] " + more + " } }";
  }

  private Response get(String path) {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      return peer.send("GET " + path + " HTTP/1.1\r\nHost: shop.example\r\n\r\n")
          .read();
    }
  }

  private JsonNode upstream() {
    return AdminPeer.login(gateway.adminPort()).get("/upstreams/app");
  }

  /** Four clients that send requests one after the other, each on one connection. */
  private final class Load implements AutoCloseable {
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicInteger responses = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> clients = new ArrayList<>();

    Load() {
      for (int i = 0; i < 4; i++) {
        Thread client = new Thread(this::send, "client-" + i);
        client.start();
        clients.add(client);
      }
    }

    private void send() {
      try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
        while (!isOver.get()) {
          Response response =
              peer.send("GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n").read();
          responses.incrementAndGet();
          if (response.status() != 200) {
            failures.add(response.head());
          }
        }
      } catch (RuntimeException e) {
        failures.add(e.toString());
      }
    }

    @Override
    public void close() {
      isOver.set(true);
      try {
        for (Thread client : clients) {
          client.join();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void addressesThatChangeEverySecondFailNoRequest() throws Exception {
    names.addresses(APP, 1, "127.0.0.1");
    start(dns(""));
    String[][] sets = {
      {"127.0.0.2"},
      {"127.0.0.2", "127.0.0.3"},
      {"127.0.0.3"},
      {"127.0.0.1", "127.0.0.3"},
      {"127.0.0.1"}
    };

    Load load = new Load();
    try (load) {
      for (String[] set : sets) {
        names.addresses(APP, 1, set);
        Await.until(() -> assertThat(upstream().path("servers")).hasSize(set.length));
        for (String address : set) {
          int origin = address.charAt(address.length() - 1) - '1';
          int before = origins.get(origin).requests().size();
          Await.until(
              () -> assertThat(origins.get(origin).requests().size()).isGreaterThan(before));
        }
      }
    }

    assertThat(load.failures).isEmpty();
    assertThat(load.responses.get()).isGreaterThan(100);
  }

  @Test
  void failureOfDnsKeepsTheServersAndIsShown() {
    names.addresses(APP, 1, "127.0.0.1");
    start(dns(""));
    assertThat(get("/").body()).isEqualTo("127.0.0.1");

    names.fail(APP, DnsResponseCode.SERVFAIL);

    Await.until(() -> {
      JsonNode source = upstream().path("discovery").path(0);
      assertThat(source.path("source").asString()).isEqualTo("dns:app.test");
      assertThat(source.path("servers").asInt()).isEqualTo(1);
      assertThat(source.path("problem").asString())
          .isEqualTo("app.test: the name server failed or refused");
      assertThat(source.path("failures").path(0).path("kind").asString())
          .isEqualTo("server_failure");
    });
    assertThat(get("/").body()).isEqualTo("127.0.0.1");
    assertThat(gateway.metric(
            "lychgate_upstream_discovery_failures_total",
            "upstream=\"app\"",
            "reason=\"server_failure\""))
        .isPositive();
    assertThat(gateway.metric("lychgate_upstream_discovery_servers", "upstream=\"app\""))
        .isEqualTo(1);
  }

  @Test
  void upstreamWithoutAnyAnswerHasNoServersUntilDnsRecovers() {
    names.fail(APP, DnsResponseCode.SERVFAIL);
    start(dns(""));

    Response refused = get("/");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.head()).containsIgnoringCase("destination_unavailable");

    names.addresses(APP, 1, "127.0.0.2");
    Await.until(() -> assertThat(get("/").body()).isEqualTo("127.0.0.2"));
  }

  @Test
  void servicesChooseThePort() {
    names
        .services("_http._tcp.app.test", 1, DnsServer.service(0, 1, port, "host.test"))
        .addresses("host.test", 1, "127.0.0.3");

    start("discovery: { dns: { name: _http._tcp.app.test, type: srv, servers: [ '127.0.0.1:"
        + names.port() + "' ] } }");

    assertThat(get("/").body()).isEqualTo("127.0.0.3");
  }

  @Test
  void hostOfADiscoveredServerIsItsName() {
    names.addresses(APP, 1, "127.0.0.1");
    start(dns(""));

    assertThat(get("/own").status()).isEqualTo(200);

    assertThat(origins.get(0).requestsFor("/own").get(0))
        .containsIgnoringCase("host: app.test:" + port);
  }

  @Test
  void reloadFromServersToDiscoveryKeepsTheServersUntilSomeAreFound() {
    names.fail(APP, DnsResponseCode.SERVFAIL);
    start("servers: [ 'http://127.0.0.1:" + port + "' ]");

    gateway.apply(yaml(dns("")));
    assertThat(get("/").body()).isEqualTo("127.0.0.1");

    names.addresses(APP, 1, "127.0.0.2");
    Await.until(() -> assertThat(get("/").body()).isEqualTo("127.0.0.2"));
  }

  @Test
  void listOfServersIsUsedWholeOrNotAtAll() throws Exception {
    list("- { url: 'http://127.0.0.1:" + port + "', weight: 3, zone: a }\n");
    start("discovery: { file: servers.yaml }");
    Load load = new Load();
    try (load) {
      assertThat(get("/").body()).isEqualTo("127.0.0.1");

      list("[ \"http://127.0.0.2:" + port + "\" ]");
      Await.until(() -> assertThat(get("/").body()).isEqualTo("127.0.0.2"));

      list("- http://127.0.0.3:" + port + "\n- http://127.0.0.1:99999\n");
      Await.until(() -> assertThat(
              upstream().path("discovery").path(0).path("problem").asString())
          .endsWith("servers.yaml:2:3: http://127.0.0.1:99999 (expected: a port of 1-65535, or a"
              + " path of at most 107 bytes)"));
      assertThat(get("/").body()).isEqualTo("127.0.0.2");

      Files.delete(directory.resolve("servers.yaml"));
      Await.until(
          () -> assertThat(upstream().path("discovery").path(0).path("problem").asString())
              .contains("not found"));
      assertThat(get("/").body()).isEqualTo("127.0.0.2");

      list("- http://127.0.0.3:" + port + "\n");
      Await.until(() -> assertThat(get("/").body()).isEqualTo("127.0.0.3"));
    }
    assertThat(load.failures).isEmpty();
  }

  /** Replaces the file in one step. */
  private void list(String text) throws IOException {
    Path next = Files.writeString(directory.resolve("servers.next"), text);
    Files.move(next, directory.resolve("servers.yaml"), StandardCopyOption.REPLACE_EXISTING);
  }
}
