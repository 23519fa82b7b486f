package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.testkit.NewestJdk;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges change values of drafts and keep their formatting. */
@NewestJdk
class DraftMergeTest {
  private static final String DRAFT = "/api/v1/manifests/shop/draft";
  private static final String TEXT = """
      # whose
      owner: web # kept
      rules:
        - match: { path: "/" } # home
          assets:
            - { url: /a.css, as: style, note: keep } # blocks
      """;

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AdminClient user;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory, new Secret("scrape-me"));
    user = admin.as(Role.ADMIN);
    user.post("/api/v1/manifests", Map.of("name", "shop", "text", TEXT));
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  @Test
  void mergeChangesNamedKeysAndKeepsCommentsAndUnknownKeys() {
    String merge =
        "{\"merge\": {\"hosts\": [\"a.test\"], \"rules\": [{\"match\": {\"path\": \"/\"}, "
            + "\"assets\": [{\"url\": \"/a.css\", \"as\": \"style\", \"note\": \"keep\", \"tier\": 2}]}]}}";

    Reply saved = user.send("PATCH", DRAFT, merge, "if-match", "\"1\"");

    assertThat(saved.status()).isEqualTo(200);
    assertThat(saved.header("etag")).isEqualTo("\"2\"");
    assertThat(user.get("/api/v1/manifests/shop").json().at("/draft/text").stringValue())
        .isEqualTo(TEXT.replace("note: keep }", "note: keep, tier: 2 }") + "hosts: [a.test]\n");
  }

  @Test
  void textIsStoredByteForByte() {
    String odd = "# \u00e9\r\nrules:   []\t# tab\n\n\n";

    user.put(DRAFT, Map.of("text", odd), "if-match", "\"1\"");

    assertThat(user.get("/api/v1/manifests/shop").json().at("/draft/text").stringValue())
        .isEqualTo(odd);
  }

  @Test
  void rejectedMergeChangesNothing() {
    assertThat(user.send("PATCH", DRAFT, "{\"merge\": {}}").status()).isEqualTo(428);
    assertThat(user.send("PATCH", DRAFT, "{\"merge\": {\"x\": 1}}", "if-match", "\"7\"")
            .status())
        .isEqualTo(412);
    assertThat(user.send("PATCH", DRAFT, "{\"merge\": 3}", "if-match", "\"1\"").status())
        .isEqualTo(400);
    assertThat(admin
            .as(Role.VIEWER)
            .send("PATCH", DRAFT, "{\"merge\": {}}", "if-match", "\"1\"")
            .status())
        .isEqualTo(403);
    user.put(DRAFT, Map.of("text", "rules: ["), "if-match", "\"1\"");

    assertThat(user.send("PATCH", DRAFT, "{\"merge\": {\"x\": 1}}", "if-match", "\"2\"")
            .status())
        .isEqualTo(409);
    assertThat(user.get("/api/v1/manifests/shop").json().at("/draft/text").stringValue())
        .isEqualTo("rules: [");
  }
}
