package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ForkedGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sudden ends, and starts that cannot succeed. */
final class KillIT {
  private static final int ACKNOWLEDGED_BEFORE_KILL = 20;

  @TempDir
  Path directory;

  private void configure(int port) throws IOException {
    Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: plain, address: "127.0.0.1:%d" } ]
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, static: { root: . } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(port));
  }

  private static String manifest(int number) {
    return "rules:\n  - match: { path: \"/" + number + "\" }\n    assets: []\n";
  }

  @Test
  void keepsEveryAcknowledgedRevision() throws Exception {
    configure(0);
    List<Long> acknowledged = new CopyOnWriteArrayList<>();
    try (ForkedGateway gateway = ForkedGateway.start(directory, Map.of()).awaitStart()) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());
      Thread publishing = new Thread(() -> publishUntilItEnds(admin, acknowledged), "publishing");
      publishing.start();
      Await.until(() -> assertThat(acknowledged).hasSizeGreaterThan(ACKNOWLEDGED_BEFORE_KILL));
      gateway.kill();
      publishing.join();
    }

    try (ForkedGateway again = ForkedGateway.start(directory, Map.of()).awaitStart()) {
      AdminPeer admin = AdminPeer.login(again.adminPort());
      long kept = admin.get("/manifests/shop/history").get("total").longValue();
      // The last revision may be stored although its acknowledgement was lost.
      assertThat(kept).isBetween((long) acknowledged.size(), acknowledged.size() + 1L);
    }
  }

  private static void publishUntilItEnds(AdminPeer admin, List<Long> acknowledged) {
    try {
      long version = admin.publish("shop", admin.create("shop", manifest(0)));
      acknowledged.add(version);
      for (int i = 1; true; i++) {
        version = admin.publish("shop", admin.saveDraft("shop", manifest(i), version));
        acknowledged.add(version);
      }
    } catch (RuntimeException killed) {
      // The expected end.
    }
  }

  @Test
  void reportsAnOccupiedPort() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      configure(taken.getLocalPort());
      try (ForkedGateway gateway = ForkedGateway.start(directory, Map.of())) {
        assertThat(gateway.awaitEnd()).isEqualTo(1);
        assertThat(gateway.err())
            .contains("127.0.0.1:" + taken.getLocalPort())
            .doesNotContain("\tat ");
      }
    }
  }

  @Test
  void reportsADamagedDatabase() throws IOException {
    configure(0);
    Files.createDirectories(directory.resolve("var"));
    Files.writeString(directory.resolve("var/lychgate.db"), "this is no database ".repeat(1000));
    try (ForkedGateway gateway = ForkedGateway.start(directory, Map.of())) {
      assertThat(gateway.awaitEnd()).isEqualTo(1);
      assertThat(gateway.err())
          .contains("lychgate.db: damaged")
          .contains("store set-aside -c FILE")
          .contains("No copy of the manifests last published is in")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void reportsAMissingFile() {
    try (ForkedGateway gateway = ForkedGateway.start(directory, Map.of())) {
      assertThat(gateway.awaitEnd()).isEqualTo(1);
      assertThat(gateway.err()).contains("gateway.yaml: file: not found").doesNotContain("\tat ");
    }
  }
}
