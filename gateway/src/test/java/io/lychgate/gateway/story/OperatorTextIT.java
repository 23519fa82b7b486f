package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A logged-in user sends texts whose evaluation would take minutes or gigabytes. */
@Timeout(120)
final class OperatorTextIT {
  private static final int ENABLE_PUSH = 2;

  private static final List<String> BOMBS = List.of(
      rule("match: { regex: '((a{1000}){1000}){1000}' }"),
      rule("match: { regex: '(?i)\\x{1C80}' }"),
      rule("match: { path: / }, when: \"path.matches('((a{1000}){1000}){1000}')\""),
      rule("match: { path: / }, when: \"[path]" + ".map(a, a + a + a + a)".repeat(30)
          + ".size() == 1\""));

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension();

  private static String rule(String start) {
    return "rules:\n  - { " + start + ", assets: [ { url: /a.css, as: style } ] }\n";
  }

  private static String refusal(
      AdminPeer admin, String method, String path, Map<String, ?> body, long version) {
    HttpResponse<String> response = admin.ask(method, path, body, version);
    return response.statusCode() + " " + response.body();
  }

  @Test
  void expensiveTextIsRejectedWithItsPlaceByEveryOperation() {
    GATEWAY.origin().on("/", visit -> visit.respond(200, "page", "Content-Type: text/html"));
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    for (int i = 0; i < BOMBS.size(); i++) {
      String name = "bomb" + i;
      JsonNode validation = admin.post("/manifests:validate", Map.of("text", BOMBS.get(i)));
      assertThat(validation.path("valid").booleanValue()).isFalse();
      assertThat(validation.path("problems").path(0).path("line").intValue()).isEqualTo(2);
      assertThat(validation.path("problems").path(0).path("column").intValue()).isGreaterThan(5);

      long version = admin.create(name, BOMBS.get(i));
      JsonNode draft = admin.get("/manifests/" + name).path("draft");
      assertThat(draft.path("problems").path(0).path("line").intValue()).isEqualTo(2);
      assertThat(refusal(admin, "POST", "/manifests/" + name + "/publish", Map.of(), version))
          .contains("422")
          .contains("invalid-manifest")
          .contains("\"line\":2");
      JsonNode plan = admin.post("/plan", Map.of("url", "/", "draft", BOMBS.get(i)));
      assertThat(plan.path("notes").path(0).stringValue()).contains("The draft is not valid");
    }
    try (Http2Peer visitor = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      visitor.get(1, "/").readResponse(1);
      assertThat(visitor.trace())
          .anyMatch(frame -> frame.stream() == 1 && frame.fields().startsWith(":status: 200"));
    }
  }

  @Test
  void planWithMoreFieldsThanARequestMayHaveIsRejected() {
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    List<Map<String, String>> fields = List.of(
        Map.of("name", "a", "value", "v".repeat(16_000)),
        Map.of("name", "b", "value", "v".repeat(16_000)),
        Map.of("name", "c", "value", "v".repeat(16_000)));

    assertThat(refusal(admin, "POST", "/plan", Map.of("url", "/", "headers", fields), 0))
        .contains("400")
        .contains("48003 characters");
  }
}
