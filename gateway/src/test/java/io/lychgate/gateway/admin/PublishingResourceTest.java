package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.testkit.NewestJdk;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing with control in the admin API of one gateway. */
@NewestJdk
class PublishingResourceTest {
  private static final String SHOP = "/api/v1/manifests/shop";
  private static final String TEXT = """
      rules:
        - match: { path: "/" } # home
          assets: [ { url: /a.css, as: style } ]
      """;
  private static final String[] FIRST = {"if-match", "\"1\""};

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AdminClient editor;
  private AdminClient publisher;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory, new Secret("scrape-me"));
    editor = admin.as(Role.EDITOR);
    publisher = admin.as(Role.PUBLISHER);
    editor.post("/api/v1/manifests", Map.of("name", "shop", "text", TEXT));
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  private Reply publish(String body) {
    return publisher.send("POST", SHOP + "/publish", body, FIRST);
  }

  @Test
  void oneGatewayHasNoCanary() {
    Reply refused = publish("{\"canary\": {\"share\": 50}}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().at("/detail").stringValue()).contains("at least 2");
  }

  @Test
  void scheduledPublicationIsListedAndCancelled() {
    String at = Instant.now().plusSeconds(3600).toString();
    Reply made = publish("{\"at\": \"" + at + "\", \"comment\": \"sale\"}");

    assertThat(made.status()).isEqualTo(201);
    String place = made.header("location");
    assertThat(publisher.get(place).json().at("/state").stringValue()).isEqualTo("scheduled");
    assertThat(publish("{}").status()).isEqualTo(409);
    assertThat(editor.send("POST", place + "/undo", "{}").status()).isEqualTo(403);
    Reply cancelled = publisher.send("POST", place + "/undo", "{\"reason\": \"not yet\"}");
    assertThat(cancelled.json().at("/state").stringValue()).isEqualTo("cancelled");
    assertThat(cancelled.json().at("/reason").stringValue()).isEqualTo("not yet");
    assertThat(publish("{}").status()).isEqualTo(200);
    assertThat(publisher
            .get("/api/v1/publications?manifest=shop")
            .json()
            .at("/total")
            .intValue())
        .isEqualTo(2);
    assertThat(publisher.get("/api/v1/audit?q=publication").text())
        .contains("publication.schedule", "publication.cancelled");
  }

  @Test
  void authorMayNotApprove() {
    String approvals = SHOP + "/approvals";
    assertThat(editor.send("POST", approvals, "{}", FIRST).status()).isEqualTo(403);
    assertThat(publisher.send("POST", approvals, "{}").status()).isEqualTo(428);
    assertThat(publisher.send("POST", approvals, "{}", "if-match", "\"9\"").status())
        .isEqualTo(412);

    Reply given = publisher.send("POST", approvals, "{\"comment\": \"ok\"}", FIRST);
    assertThat(given.status()).isEqualTo(200);
    assertThat(given.json().at("/approvals/0/comment").stringValue()).isEqualTo("ok");
    assertThat(given.json().at("/required").booleanValue()).isFalse();
    assertThat(publisher
            .send("DELETE", approvals, "", FIRST)
            .json()
            .at("/approvals")
            .size())
        .isZero();

    publisher.put(SHOP + "/draft", Map.of("text", TEXT + "# by me\n"), FIRST);
    assertThat(publisher.send("POST", approvals, "{}", "if-match", "\"2\"").status())
        .isEqualTo(409);
  }

  @Test
  void draftWithErrorsIsNeitherRunNorApproved() {
    publisher.put(SHOP + "/draft", Map.of("text", TEXT + "# wrong\n"), FIRST);

    assertThat(editor.send("POST", SHOP + "/draft:dry-run", "{}").status()).isEqualTo(422);
    assertThat(admin
            .as(Role.ADMIN)
            .send("POST", SHOP + "/approvals", "{}", "if-match", "\"2\"")
            .status())
        .isEqualTo(422);
  }

  @Test
  void dryRunIsBoundedAndReadOnly() {
    assertThat(admin.as(Role.VIEWER).send("POST", SHOP + "/draft:dry-run", "{}").status())
        .isEqualTo(200);
    Reply tooLong = editor.send("POST", SHOP + "/draft:dry-run", "{\"hours\": 49}");
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(tooLong.json().at("/detail").stringValue()).startsWith("hours: 49");
    assertThat(editor.send("POST", "/api/v1/manifests/none/draft:dry-run", "{}").status())
        .isEqualTo(404);
  }

  @Test
  void comparisonNamesItsSides() {
    publish("{}");

    Reply compared = editor.get(SHOP + "/history:compare?from=1&to=draft");
    assertThat(compared.json().at("/changes").size()).isZero();
    assertThat(compared.json().at("/from/hash")).isEqualTo(compared.json().at("/to/hash"));
    assertThat(editor.get(SHOP + "/history:compare?from=x&to=draft").text()).contains("from: x");
    assertThat(editor.get(SHOP + "/history:compare?from=1").text()).contains("to: absent");
    assertThat(editor.get(SHOP + "/history:compare?from=1&to=99").status()).isEqualTo(404);
  }
}
