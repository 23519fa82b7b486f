package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More servers than one event loop connects to. Each client connection belongs to one loop, so it sees the servers of that loop. */
final class SubsetIT {
  private static final int SERVERS = 24;
  private static final int WANTED = 6;
  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  /** Number of loops that connect to each server: at least one, so that no server is left out. */
  private static final int COVERING =
      Math.min(LOOPS, Math.max(1, (WANTED * LOOPS + SERVERS - 1) / SERVERS));

  private static final int CLIENTS = 16;
  private static final int ROUNDS = 2;

  @TempDir
  Path directory;

  private final Map<String, Http2Origin> servers = new HashMap<>();
  private GatewayProcess gateway;

  @BeforeEach
  void start() {
    for (int i = 0; i < SERVERS; i++) {
      String name = "s" + i;
      servers.put(
          name,
          Http2Origin.start(Http2Origin.responding(
              (connection, stream, head) -> Http2Origin.respond(connection, stream, 200, name))));
    }
    String urls = servers.values().stream()
        .map(server -> "\"h2c://127.0.0.1:" + server.port() + "\"")
        .collect(Collectors.joining(", "));
    gateway = GatewayProcess.start(directory, """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        upstreams: { app: { servers: [ %s ], keepAliveIdle: 60s, connections: { subset: %d } } }
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(urls, WANTED), Map.of());
  }

  @AfterEach
  void stop() {
    gateway.close();
    servers.values().forEach(Http2Origin::close);
  }

  private static String request(Http1Peer client) {
    Http1Peer.Response response =
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
    assertThat(response.status()).as(response.head()).isEqualTo(200);
    return response.body();
  }

  /** Returns the number of responses of each server. */
  private static Map<String, Integer> requests(Http1Peer client, int number) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < number; i++) {
      counts.merge(request(client), 1, Integer::sum);
    }
    return counts;
  }

  @Test
  void connectionsAreBoundedAndEachLoopLoadsItsServersEvenly() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < CLIENTS; i++) {
      try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
        Map<String, Integer> counts = requests(client, ROUNDS * SERVERS);

        // An arc of the ring ends between two servers.
        assertThat(counts)
            .hasSizeBetween(SERVERS * COVERING / LOOPS, SERVERS * COVERING / LOOPS + 1);
        int even = ROUNDS * SERVERS / counts.size();
        assertThat(counts.values()).allMatch(each -> each >= even && each <= even + 1);
        seen.addAll(counts.keySet());
      }
    }

    assertThat(seen).hasSizeGreaterThan(SERVERS * COVERING / LOOPS - 1);
    int connections =
        servers.values().stream().mapToInt(Http2Origin::connections).sum();
    assertThat(connections).isLessThanOrEqualTo(SERVERS * COVERING);
    assertThat(gateway.metric("lychgate_upstream_connections_open", "upstream=\"app\""))
        .isEqualTo(connections);
  }

  @Test
  void requestsGoOnWhileServersOfALoopFailAndAfterTheLastOneHas() {
    assumeTrue(LOOPS > COVERING, "one loop has all servers (expected: several loops)");
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      List<String> own = new ArrayList<>(requests(client, ROUNDS * SERVERS).keySet());

      while (!own.isEmpty()) {
        String gone = own.remove(0);
        servers.get(gone).close();
        assertThat(requests(client, 4)).doesNotContainKey(gone);
      }

      assertThat(requests(client, SERVERS)).as("servers of other loops").hasSizeGreaterThan(1);
    }
  }
}
