package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Pushes in the timeline of a connection. */
final class TimelinePushIT {
  private static final String MANIFEST = """
      rules:
        - match: { path: "/" }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /assets/hero.jpg, as: image }
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("site.yaml", MANIFEST)
      .file("public/assets/site.css", "body { margin: 0 }")
      .file("public/assets/hero.jpg", "picture")
      .more("push: { manifests: [ site.yaml ] }\npriority: { timeline: { sample: off } }\n");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().on("/", visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
  }

  @Test
  void pushHasItsOwnLaneWithItsPageAndTheReasonOfItsPlace() {
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    String id = admin.post("/timelines", Map.of("host", "localhost")).get("id").asString();

    Commands.nghttp("-nv", GATEWAY.https("/")).expectSuccess();

    Await.until(() -> {
      JsonNode timeline = admin.get("/timelines/" + id);
      JsonNode page = lane(timeline, "/");
      JsonNode push = lane(timeline, "/assets/site.css");
      assertThat(page.get("promisedOn").isNull()).isTrue();
      assertThat(push.get("promisedOn").asInt()).isEqualTo(page.get("stream").asInt());
      assertThat(push.get("scheme").asString()).isEqualTo("https");
      assertThat(push.get("ending").asString()).isEqualTo("complete");
      assertThat(reasonOf(timeline, push)).startsWith("pushed-");
      JsonNode entries = admin.get("/timelines/" + id + "/har").at("/log/entries");
      assertThat(entries).anyMatch(entry -> entry.get("_was_pushed").asInt() == 1);
    });
  }

  private static JsonNode lane(JsonNode timeline, String path) {
    for (JsonNode lane : timeline.get("streams")) {
      if (lane.get("path").asString().equals(path)) {
        return lane;
      }
    }
    throw new AssertionError(path + ": no lane (expected: one) in " + timeline);
  }

  private static String reasonOf(JsonNode timeline, JsonNode lane) {
    for (JsonNode event : timeline.get("events")) {
      if (event.get("kind").asString().equals("priority")
          && event.get("stream").asInt() == lane.get("stream").asInt()) {
        return event.get("reason").asString();
      }
    }
    return "";
  }
}
