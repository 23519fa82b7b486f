package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.GatewayProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** User actions in the dashboard, in Debian's Chromium; the scripts are in {@code admin-ui/e2e}. */
final class BrowserIT {
  /** The hinted asset. */
  private static final long THINK_MILLIS = 200;

  private static final String MANIFEST = """
      # The style sheet of the shop
      rules:
        - match: { path: "/page" }
          assets:
            - { url: /assets/first.css, as: style }
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", MANIFEST)
      .file("public/assets/first.css", "body { margin: 0 }")
      .file("public/assets/second.css", "body { margin: 1px }")
      .more("push: { manifests: [ shop.yaml ] }\n");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().on("/page", visit -> {
      TimeUnit.MILLISECONDS.sleep(THINK_MILLIS);
      visit.respond(200, "<p>page", "Content-Type: text/html");
    });
  }

  @Test
  void publicationInTheDashboardChangesTheHintsOfTheNextPage() {
    Commands.Result story = play("publish-and-see.mjs", "SITE_URL=" + GATEWAY.https("/page"));

    assertThat(story.exitCode()).as(story.out() + story.err()).isZero();
    assertThat(story.out()).contains("The 103 changed with the publication.");
  }

  @Test
  void serverIsEjectedAndEnabledInTheDashboard() {
    Commands.Result story = play(
        "decide-on-server.mjs", "SERVER=http://127.0.0.1:" + GATEWAY.origin().port());

    assertThat(story.exitCode()).as(story.out() + story.err()).isZero();
    assertThat(story.out()).contains("The server was ejected and enabled.");
  }

  @Test
  void keyOfAnAuthenticatorIsASecondFactor() {
    Commands.Result story = play("security-key.mjs");

    assertThat(story.exitCode()).as(story.out() + story.err()).isZero();
    assertThat(story.out()).contains("The key opened a session, and nothing else did.");
  }

  private static Commands.Result play(String script, String... variables) {
    List<String> arguments = new ArrayList<>(List.of(variables));
    arguments.addAll(List.of(
        "ADMIN_URL=https://localhost:" + GATEWAY.process().adminPort(),
        "ADMIN_PASSWORD=" + GatewayProcess.ADMIN_PASSWORD,
        "CERTIFICATES=" + certificates(),
        "node",
        script(script).toString()));
    return Commands.finish(Commands.start("env", arguments.toArray(String[]::new)));
  }

  private static String certificates() {
    Path site = GATEWAY.directory().resolve("site.pem");
    return site + ":" + GATEWAY.directory().resolve("var/gateway/admin-cert.pem");
  }

  private static Path script(String name) {
    Path script = Path.of("../admin-ui/e2e", name).toAbsolutePath().normalize();
    assertThat(Files.exists(script)).as("the script of the story: " + script).isTrue();
    return script;
  }
}
