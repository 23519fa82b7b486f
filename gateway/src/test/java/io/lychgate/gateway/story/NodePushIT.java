package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Visitor;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Pushes to the HTTP/2 client of Node. */
final class NodePushIT {
  private static final String STYLE = "body { margin: 0 }";
  private static final String SCRIPT = "start()";

  private static final String MANIFEST = """
      rules:
        - match: { path: "/" }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /assets/app.js, as: script }
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("site.yaml", MANIFEST)
      .file("public/assets/site.css", STYLE)
      .file("public/assets/app.js", SCRIPT)
      .more("push: { manifests: [ site.yaml ] }\n");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().on("/", visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
  }

  @Test
  void newVisitorGetsAllPushesAndReturningOneGetsNone() {
    JsonNode cold = Visitor.pushClient("take", GATEWAY.https("/")).get(0);
    JsonNode warm = Visitor.pushClient(
            "take", GATEWAY.https("/"), cold.get("cookie").asString())
        .get(0);

    assertThat(Visitor.texts(cold.get("pushed")))
        .containsExactly("/assets/app.js", "/assets/site.css");
    assertThat(cold.get("pushedBytes").asInt()).isEqualTo(STYLE.length() + SCRIPT.length());
    assertThat(cold.get("cookie").asString()).startsWith("lychgate_casper=");
    assertThat(warm.get("status").asInt()).isEqualTo(200);
    assertThat(warm.get("pushed").size()).isZero();
  }

  @Test
  void clientThatResetsEachPushIsStillServed() {
    List<JsonNode> responses = Visitor.pushClient("reset", GATEWAY.https("/"));

    assertThat(responses).hasSize(2).allSatisfy(response -> {
      assertThat(response.get("status").asInt()).isEqualTo(200);
      assertThat(response.get("body").asString()).isEqualTo("<p>");
    });
    assertThat(responses.get(0).get("pushed").size()).isEqualTo(2);
    assertThat(responses.get(1).get("pushed").size())
        .as("nothing twice on a connection")
        .isZero();
  }
}
