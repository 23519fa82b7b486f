package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FleetLoad;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LocalPostgres;
import io.lychgate.gateway.testkit.NextBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Three nodes of one PostgreSQL are replaced, one after the other, by a build whose migration adds to the schema; then one goes back. */
final class FleetUpgradeIT {
  @TempDir
  Path directory;

  private LocalPostgres server;
  private FleetLoad load;
  private final Map<String, AutoCloseable> nodes = new LinkedHashMap<>();
  private final Map<String, Integer> adminPorts = new LinkedHashMap<>();

  @AfterEach
  void stop() throws Exception {
    if (load != null) {
      load.close();
    }
    for (AutoCloseable each : nodes.values()) {
      each.close();
    }
    if (server != null) {
      server.stop();
    }
  }

  private String yaml(String name) {
    return """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites: [ { hosts: [ "127.0.0.1" ], routes: [ { match: { path: "/*" }, respond: { status: 200, body: ok } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "%s", user: postgres, node: %s }
        """.formatted(server.url("fleet"), name);
  }

  private void startThisBuild(String name) throws Exception {
    GatewayProcess made = GatewayProcess.start(
        Files.createDirectories(directory.resolve(name)), yaml(name), Map.of());
    nodes.put(name, made);
    adminPorts.put(name, made.adminPort());
    if (load != null) {
      load.add(name, made.port("plain"), made.adminPort());
    }
  }

  private void startNextBuild(String name, NextBuild build) throws Exception {
    NextBuild.Running made =
        build.start(Files.createDirectories(directory.resolve(name)), yaml(name));
    nodes.put(name, made);
    adminPorts.put(name, made.adminPort());
    load.add(name, made.port(), made.adminPort());
  }

  private void stop(String name) throws Exception {
    load.drain(name);
    adminPorts.remove(name);
    nodes.remove(name).close();
  }

  private void awaitPublications() {
    int before = load.acknowledged().size();
    // Each node has acknowledged some of them.
    Await.until(() -> assertThat(load.acknowledged()).hasSizeGreaterThan(before + 6));
  }

  /** Every acknowledged publication is in force on all nodes. */
  private void assertAllNodesAgree(AdminPeer session) {
    load.pause();
    try {
      Await.until(() -> {
        List<String> seen = new ArrayList<>();
        for (int port : adminPorts.values()) {
          JsonNode status = session.at(port).get("/status");
          seen.add(status.get("revision") + " " + status.at("/nodes/effective") + " of "
              + status.at("/nodes/total"));
        }
        assertThat(seen).containsOnly(load.acknowledged().size() + " 3 of 3");
      });
    } finally {
      load.resume();
    }
  }

  private static String detail(AdminPeer session, int port) {
    JsonNode store = session.at(port).get("/status").get("store");
    assertThat(store.get("state").asString()).isEqualTo("up");
    return store.get("detail").asString("");
  }

  @Test
  void rollingUpgradeAndTheWayBackFailNoRequestAndLoseNoPublication() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    CompletableFuture<NextBuild> next = CompletableFuture.supplyAsync(() -> {
      try {
        return NextBuild.compile(directory.resolve("next"), "next-build/expands", 99);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    server = LocalPostgres.start();
    server.create("fleet");
    startThisBuild("a");
    startThisBuild("b");
    startThisBuild("c");
    AdminPeer session = AdminPeer.login(adminPorts.get("a"));
    load = new FleetLoad(session);
    for (String name : List.of("a", "b", "c")) {
      load.add(name, ((GatewayProcess) nodes.get(name)).port("plain"), adminPorts.get(name));
    }
    load.start();
    awaitPublications();
    NextBuild build = next.join();

    stop("a");
    startNextBuild("a", build);
    // The older nodes notice the new schema and go on.
    Await.until(() -> assertThat(detail(session, adminPorts.get("b"))).contains("schema 99"));
    awaitPublications();
    assertAllNodesAgree(session);

    stop("b");
    startNextBuild("b", build);
    stop("c");
    startNextBuild("c", build);
    awaitPublications();
    assertAllNodesAgree(session);
    assertThat(detail(session, adminPorts.get("b"))).isEmpty();

    stop("c");
    startThisBuild("c");
    assertThat(detail(session, adminPorts.get("c"))).contains("schema 99").contains("may use it");
    awaitPublications();
    assertAllNodesAgree(session);

    load.stop();
    assertThat(load.failures()).isEmpty();
    assertThat(load.lastRefusal()).isEmpty();
    assertThat(load.served()).isGreaterThan(100);
  }
}
