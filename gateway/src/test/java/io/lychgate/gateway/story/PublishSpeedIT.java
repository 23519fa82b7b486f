package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Alone;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time from a publication on one gateway until two others of its PostgreSQL run it. */
@Alone
final class PublishSpeedIT {
  /** {@code -Dlychgate.publishes=500} measures longer. */
  private static final int PUBLISHES = Integer.getInteger("lychgate.publishes", 60);

  private static final Duration BOUND = Duration.ofSeconds(1);

  @TempDir
  Path directory;

  private LocalPostgres server;
  private final List<GatewayProcess> nodes = new ArrayList<>();

  @AfterEach
  void stop() throws Exception {
    nodes.forEach(GatewayProcess::close);
    if (server != null) {
      server.stop();
    }
  }

  private GatewayProcess node(String name, String url) throws Exception {
    String yaml = """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, respond: { status: 200 } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "%s", user: postgres, node: %s }
        """.formatted(url, name);
    GatewayProcess made =
        GatewayProcess.start(Files.createDirectories(directory.resolve(name)), yaml, Map.of());
    nodes.add(made);
    return made;
  }

  @Test
  void publicationsReachTheOthersWithinASecond() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
    String url = server.create("speed");
    GatewayProcess a = node("a", url);
    node("b", url);
    node("c", url);
    AdminPeer admin = AdminPeer.login(a.adminPort());
    Await.until(
        () -> assertThat(admin.get("/status").at("/nodes/effective").intValue()).isEqualTo(3));

    List<Long> millis = new ArrayList<>();
    try (Connection database = DriverManager.getConnection(url, "postgres", "");
        Statement statement = database.createStatement()) {
      long version = admin.create("m", text(0));
      for (int i = 1; i <= PUBLISHES; i++) {
        long start = System.nanoTime();
        version = admin.publish("m", version);
        while (oldest(statement) < i) {
          Thread.onSpinWait();
        }
        millis.add((System.nanoTime() - start) / 1_000_000);
        version = admin.saveDraft("m", text(i), version);
      }
    }
    millis.sort(null);
    long p99 = millis.get((int) Math.ceil(millis.size() * 0.99) - 1);
    System.err.printf(
        "publications on all of 3 nodes: median %d ms, p99 %d ms, most %d ms%n",
        millis.get(millis.size() / 2), p99, millis.get(millis.size() - 1));
    assertThat(p99).isLessThan(BOUND.toMillis());
  }

  private static String text(int number) {
    return "rules:\n  - match: { path: /p" + number + " }\n    assets: []\n";
  }

  /** Returns the oldest revision that a node runs, by its own report. */
  private static long oldest(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT min(revision) FROM node")) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }
}
