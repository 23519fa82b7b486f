package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.SmallDisk;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An SQLite store that is unusable or read-only, at the start or later. */
final class StoreAwayIT {
  private static final String MANIFEST =
      "rules:\n  - match: { path: \"/\" }\n    assets: [ { url: /kept.css, as: style } ]\n";

  @TempDir
  Path directory;

  private GatewayProcess start(Path state) {
    return GatewayProcess.start(directory, """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, static: { root: . } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "jdbc:sqlite:%1$s/lychgate.db", directory: "%1$s" }
        """.formatted(state), Map.of());
  }

  private void publishOnce(Path state) {
    try (GatewayProcess gateway = start(state)) {
      AdminPeer admin = AdminPeer.login(gateway.adminPort());
      admin.publish("shop", admin.create("shop", MANIFEST));
    }
  }

  private static JsonNode store(AdminPeer admin) {
    return admin.get("/status").get("store");
  }

  private static void assertServesAndRejectsChanges(AdminPeer admin, String why) {
    assertThat(admin.get("/ledger").toString()).contains("/kept.css");
    assertThat(admin.get("/status").get("revision").longValue()).isEqualTo(1);
    assertThat(store(admin).get("state").asString()).isEqualTo("read-only");
    assertThat(store(admin).get("detail").asString()).contains(why);

    HttpResponse<String> refused =
        admin.ask("POST", "/manifests", Map.of("name", "new", "text", ""), 0);
    JsonNode problem = JsonMapper.shared().readTree(refused.body());
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("content-type")).contains("application/problem+json");
    assertThat(problem.get("code").asString()).isEqualTo("store-read-only");
    assertThat(problem.get("detail").asString()).contains("lychgate.db").contains(why);
    assertThat(admin
            .ask("POST", "/manifests:validate", Map.of("text", MANIFEST), 0)
            .statusCode())
        .isEqualTo(200);
  }

  private static void assertAcceptsChanges(AdminPeer admin, String name) {
    assertThat(store(admin).get("state").asString()).isEqualTo("up");
    admin.publish(name, admin.create(name, MANIFEST));
  }

  @Test
  void servesPublishedManifestsWithADamagedDatabaseAndUsesARestoredOne() throws Exception {
    Path state = directory.resolve("state");
    publishOnce(state);
    Path file = state.resolve("lychgate.db");
    byte[] whole = Files.readAllBytes(file);
    byte[] damaged = whole.clone();
    Arrays.fill(damaged, 0, 4096, (byte) 'x');
    Files.write(file, damaged);

    try (GatewayProcess gateway = start(state)) {
      assertServesAndRejectsChanges(AdminPeer.login(gateway.adminPort()), "damaged");
      assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
      assertThat(state.resolve("lychgate.db-wal")).doesNotExist();
      assertThat(state.resolve("lychgate.db-shm")).doesNotExist();

      Files.write(file, whole);
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
      Await.until(() -> assertAcceptsChanges(AdminPeer.login(gateway.adminPort()), "after"));
    }
  }

  @Test
  void servesPublishedManifestsFromAReadOnlyDisk() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 4096)) {
      publishOnce(disk.folder());
      disk.readOnly(true);
      try (GatewayProcess gateway = start(disk.folder())) {
        assertServesAndRejectsChanges(AdminPeer.login(gateway.adminPort()), "read-only");

        disk.readOnly(false);
        Await.until(() -> assertAcceptsChanges(AdminPeer.login(gateway.adminPort()), "after"));
      }
    }
  }

  @Test
  void servesPublishedManifestsFromAFullDisk() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 4096)) {
      publishOnce(disk.folder());
      disk.fill();
      try (GatewayProcess gateway = start(disk.folder())) {
        assertServesAndRejectsChanges(AdminPeer.login(gateway.adminPort()), "disk is full");

        disk.makeRoom();
        Await.until(() -> assertAcceptsChanges(AdminPeer.login(gateway.adminPort()), "after"));
      }
    }
  }

  @Test
  void allowsSignInAndReadsWithAFullDiskAndRecovers() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 4096)) {
      publishOnce(disk.folder());
      try (GatewayProcess gateway = start(disk.folder())) {
        AdminPeer before = AdminPeer.login(gateway.adminPort());
        disk.fill();
        Await.until(() -> assertThat(before
                .ask("POST", "/manifests", Map.of("name", "n" + System.nanoTime(), "text", ""), 0)
                .statusCode())
            .isEqualTo(503));
        assertServesAndRejectsChanges(AdminPeer.login(gateway.adminPort()), "full");

        disk.makeRoom();
        Await.until(() -> assertAcceptsChanges(before, "after"));
      }
    }
  }
}
