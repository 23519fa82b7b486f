package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Priority rules over HTTP/3, where QUIC orders the streams by the urgency given to it. */
final class PriorityRulesHttp3IT {
  private static final int SIZE = 200_000;
  private static final int OTHERS = 8;

  /** Bytes that the gateway may send before the client reads. */
  private static final int NARROW = SIZE / 10;

  private static final String YAML = """
      listeners:
        - name: public
          address: 127.0.0.1:0
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          timeouts: { drain: 1s }
      sites:
        - hosts: [ localhost ]
          routes: [ { match: { path: "/*" }, static: { root: public } } ]
      admin: { address: "127.0.0.1:0" }
      """;

  @TempDir
  Path directory;

  @Test
  void rulePublishedByRestOvertakesEarlierRequests() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectory(directory.resolve("public"));
    for (int i = 0; i <= OTHERS; i++) {
      Files.write(directory.resolve("public/" + i + ".jpg"), new byte[SIZE]);
    }
    try (GatewayProcess gateway = GatewayProcess.start(directory, YAML, Map.of())) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());
      try (Http3Client client = connect(gateway)) {
        // Without rules they leave in the order of their requests.
        assertThat(endedBeforeTheLast(client, admin)).isGreaterThan(OTHERS / 2);
      }

      long version = admin.create(
          "order",
          "priorities: [ { match: { path: /" + OTHERS
              + ".jpg }, urgency: 0, incremental: false } ]\n");
      admin.publish("order", version);
      String watch =
          admin.post("/timelines", Map.of("host", "localhost")).get("id").asString();

      try (Http3Client client = connect(gateway)) {
        assertThat(endedBeforeTheLast(client, admin)).isLessThan(OTHERS / 2);
        assertThat(client.get("/" + OTHERS + ".jpg").await().field("priority"))
            .isEqualTo("u=0, i=?0");
        assertThat(admin.get("/timelines/" + watch).get("events"))
            .anyMatch(event -> event.get("source").asString("").equals("order priorities[0]")
                && event.get("reason").asString("").equals("operator-rule"));
      }
    }
  }

  /** The window grows while the client reads, so it is narrow on a new connection only. */
  private static Http3Client connect(GatewayProcess gateway) throws Exception {
    return Http3Client.connectNarrow(gateway.port("public"), "localhost", NARROW);
  }

  /** Returns the number of earlier requested files that were complete before the last one. */
  private static long endedBeforeTheLast(Http3Client client, AdminPeer admin) throws Exception {
    List<Http3Request> opened = new ArrayList<>();
    for (int i = 0; i <= OTHERS; i++) {
      Http3Request request = client.open();
      request.reading(false);
      request.headers(Http3Request.head("GET", "/" + i + ".jpg"), true);
      opened.add(request);
    }
    // Until the client reads, no file fits into the window: all wait for the decision.
    Await.until(() -> assertThat(admin.get("/connections").get("items"))
        .anyMatch(connection -> connection.get("inFlight").asInt() == OTHERS + 1));
    opened.forEach(request -> request.reading(true));
    Http3Request last = opened.remove(OTHERS);
    last.await();
    opened.forEach(Http3Request::await);
    return opened.stream().filter(other -> other.endedBefore(last)).count();
  }
}
