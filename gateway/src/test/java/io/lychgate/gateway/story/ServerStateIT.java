package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.upstream.balance.ServerState;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The state of servers, which all loops share and which outlives a reload. */
final class ServerStateIT {
  private static final int ATTEMPTS = 20;
  private static final int REQUESTS = 8;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(
          // No server listens on the discard port.
          "pair0: { servers: [ 'http://127.0.0.1:9', 'http://127.0.0.1:${ORIGIN}' ],"
              + " maxPending: 100 }")
      .routes("- { match: { path: '/pair' }, proxy: { upstream: pair0 } }");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().on("/pair", visit -> visit.respond(200, "ok"));
  }

  private static void request(int count) {
    for (int i = 0; i < count; i++) {
      // A new connection: another loop may accept it.
      try (Http1Peer client = GATEWAY.connectHttp1()) {
        assertThat(client
                .send("GET /pair HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .read()
                .body())
            .isEqualTo("ok");
      }
    }
  }

  /** A server is skipped for one second, so an attempt that takes longer shows nothing, and is repeated with another upstream. */
  @Test
  void serverThatRefusedAConnectionIsSkippedByAllLoopsAndAfterAReload() {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      String upstream = "pair" + attempt;
      String yaml = GATEWAY.yaml().replace("pair0", upstream);
      GATEWAY.process().apply(yaml);

      long start = System.nanoTime();
      request(2 * REQUESTS);
      GATEWAY.process().apply(yaml.replace("maxPending: 100", "maxPending: 101"));
      request(REQUESTS);
      long nanos = System.nanoTime() - start;

      if (nanos < ServerState.EJECTION_NANOS) {
        assertThat(GATEWAY
                .process()
                .metric(
                    "lychgate_upstream_connections_failed_total", "upstream=\"" + upstream + "\""))
            .isEqualTo(1);
        return;
      }
    }
    throw new AssertionError("attempts: each took more than a second");
  }
}
