package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.account.AccountConfig;
import io.lychgate.gateway.store.AuditEntry;
import io.lychgate.gateway.store.AuditFilter;
import io.lychgate.gateway.store.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flood of refused calls gets its responses, but not an entry in the audit trail for each. */
final class RefusalFloodIT {
  private static final int MOST = 60;

  @TempDir
  Path directory;

  private volatile Instant now = Instant.now();
  private AdminFixture admin;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory, () -> now, AccountConfig.defaults());
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  private List<AuditEntry> refusals(String actor) {
    return admin.store.audit().find(AuditFilter.containing(actor), 1000, 0).items().stream()
        .filter(AuditEntry::refused)
        .toList();
  }

  private static void flood(AdminClient client, int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(client.get("/api/v1/users").status()).isEqualTo(403);
    }
  }

  @Test
  void refusalsOfAMinuteHaveSixtyEntriesAndOneWithTheNumberOfTheOthers() {
    AdminClient viewer = admin.as(Role.VIEWER);
    flood(viewer, 100);
    assertThat(refusals("viewer-user")).hasSize(MOST);
    flood(admin.as(Role.EDITOR), 1);
    assertThat(refusals("editor-user")).as("another sender").hasSize(1);

    now = now.plus(Duration.ofMinutes(1));
    flood(viewer, 1);

    assertThat(refusals("viewer-user")).hasSize(MOST + 2).element(1).satisfies(others -> {
      assertThat(others.action()).isEqualTo("forbidden");
      assertThat(others.subject()).isEqualTo("40 more within a minute");
      assertThat(others.actor().address()).isEqualTo("127.0.0.1");
    });
    assertThat(admin
            .meters
            .get("lychgate.audit.refusals.left.out")
            .functionCounter()
            .count())
        .isEqualTo(40);
    assertThat(admin.store.audit().verify("").toString()).contains("faults=[]");
  }

  @Test
  void unknownTokensHaveEntriesWithoutTheirText() {
    AdminClient stranger = admin.client().withToken("lg_unknownunknown");
    for (int i = 0; i < 70; i++) {
      assertThat(stranger.get("/api/v1/users").status()).isEqualTo(401);
    }

    List<AuditEntry> entries = refusals("unknown token");
    assertThat(entries).hasSize(MOST).first().satisfies(entry -> {
      assertThat(entry.action()).isEqualTo("forbidden");
      assertThat(entry.subject()).isEqualTo("GET /api/v1/users");
      assertThat(entry.actor().address()).isEqualTo("127.0.0.1");
    });
    assertThat(entries.toString()).doesNotContain("unknownunknown");
    assertThat(admin.client().get("/api/v1/users").status()).isEqualTo(401);
    assertThat(refusals("unknown token")).as("without a token").hasSize(MOST);
  }

  @Test
  void numberOfTheOthersIsKeptWithoutAnotherCall() {
    flood(admin.as(Role.VIEWER), 70);
    now = now.plus(Duration.ofHours(1));
    admin.server.storeIsThere();
    assertThat(refusals("viewer-user").get(0).subject()).isEqualTo("10 more within a minute");

    flood(admin.as(Role.EDITOR), 65);
    admin.server.close();
    assertThat(refusals("editor-user").get(0).subject()).isEqualTo("5 more within a minute");
  }

  @Test
  void requestsOfAnotherSiteCountAsWell() {
    AdminClient viewer = admin.as(Role.VIEWER);
    for (int i = 0; i < 70; i++) {
      assertThat(viewer
              .send("DELETE", "/api/v1/session", null, "sec-fetch-site", "cross-site")
              .status())
          .isEqualTo(403);
    }
    assertThat(refusals("viewer-user")).hasSize(MOST);
  }
}
