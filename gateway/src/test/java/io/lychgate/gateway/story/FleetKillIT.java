package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FleetLoad;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** SIGKILL of nodes and of PostgreSQL, at random points of a load of publications. */
final class FleetKillIT {
  /** {@code -Dlychgate.kills=50} kills longer, {@code -Dlychgate.seed=…} at other points. */
  private static final int KILLS = Integer.getInteger("lychgate.kills", 2);

  private static final long SEED = Long.getLong("lychgate.seed", 20);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(400);
  private static final Duration AGREEMENT = Duration.ofSeconds(5);
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final String DATABASE = "postgresql";
  private static final Pattern NUMBER = Pattern.compile("path: /p(\\d+) ");

  @TempDir
  Path directory;

  private LocalPostgres server;
  private FleetLoad load;
  private final Map<String, ForkedGateway> nodes = new TreeMap<>();
  private final List<Long> agreements = new ArrayList<>();

  @AfterEach
  void stop() throws Exception {
    if (load != null) {
      load.close();
    }
    nodes.values().forEach(ForkedGateway::close);
    if (server != null) {
      server.stop();
    }
  }

  private ForkedGateway fork(String name) throws Exception {
    Path home = Files.createDirectories(directory.resolve(name));
    Files.writeString(home.resolve("gateway.yaml"), """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites: [ { hosts: [ "127.0.0.1" ], routes: [ { match: { path: "/*" }, respond: { status: 200, body: ok } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "%s", user: postgres, node: %s }
        """.formatted(server.url("fleet"), name));
    ForkedGateway made = ForkedGateway.start(home, Map.of());
    nodes.put(name, made);
    return made;
  }

  private long newestInStore() throws Exception {
    try (Connection database = DriverManager.getConnection(server.url("fleet"), "postgres", "");
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("SELECT last FROM revision_counter")) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private Set<Integer> numbersInStore() throws Exception {
    Set<Integer> numbers = new HashSet<>();
    try (Connection database = DriverManager.getConnection(server.url("fleet"), "postgres", "");
        Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("SELECT body FROM revision")) {
      while (rows.next()) {
        Matcher number = NUMBER.matcher(rows.getString(1));
        while (number.find()) {
          numbers.add(Integer.valueOf(number.group(1)));
        }
      }
    }
    return numbers;
  }

  /** The living nodes run the newest revision of the store in time. */
  private void assertAgreement(AdminPeer session) {
    long start = System.nanoTime();
    Await.within(AGREEMENT, () -> {
      long newest = newestInStore();
      List<Long> seen = new ArrayList<>();
      for (ForkedGateway node : nodes.values()) {
        JsonNode revision = session.at(node.adminPort()).get("/status").get("revision");
        seen.add(revision.longValue());
      }
      assertThat(seen).containsOnly(newest);
    });
    agreements.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  private void killNode(String name, AdminPeer session) throws Exception {
    load.lose(name);
    nodes.remove(name).kill();
    load.pause();
    try {
      assertAgreement(session);
    } finally {
      load.resume();
    }
    ForkedGateway again = fork(name).awaitStart();
    load.add(name, again.port("plain"), again.adminPort());
  }

  private void killDatabase(Random random) throws Exception {
    server.kill();
    LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE));
    server.recover();
  }

  /** The bound is that of 50 kills on a busy machine. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void killsLoseNoAcknowledgedRevisionAndFailNoRequestOfOtherNodes() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    Random random = new Random(SEED);
    server = LocalPostgres.start();
    server.create("fleet");
    for (String name : NAMES) {
      fork(name);
    }
    for (ForkedGateway each : nodes.values()) {
      each.awaitStart();
    }
    AdminPeer session = AdminPeer.login(nodes.get("a").adminPort());
    load = new FleetLoad(session);
    nodes.forEach((name, node) -> load.add(name, node.port("plain"), node.adminPort()));
    load.start();

    for (int kill = 0; kill < KILLS; kill++) {
      int before = load.acknowledged().size();
      Await.until(() ->
          assertThat(load.acknowledged().size()).as(load.lastRefusal()).isGreaterThan(before + 3));
      // The first kills are one of each kind.
      int victim =
          kill == 0 ? NAMES.size() : random.nextInt(kill == 1 ? NAMES.size() : NAMES.size() + 1);
      String name = victim == NAMES.size() ? DATABASE : NAMES.get(victim);
      LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE));
      if (name.equals(DATABASE)) {
        killDatabase(random);
      } else {
        killNode(name, session);
      }
      load.pause();
      try {
        assertAgreement(session);
        assertThat(numbersInStore()).as("after kill of " + name).containsAll(load.acknowledged());
      } finally {
        load.resume();
      }
      assertThat(load.failures()).as("after kill of " + name).isEmpty();
    }
    load.stop();
    assertThat(load.failures()).isEmpty();
    System.err.printf(
        "%d kills: %d publications acknowledged, %d requests served, agreement within %d ms%n",
        KILLS,
        load.acknowledged().size(),
        load.served(),
        agreements.stream().mapToLong(Long::longValue).max().orElse(0));
  }
}
