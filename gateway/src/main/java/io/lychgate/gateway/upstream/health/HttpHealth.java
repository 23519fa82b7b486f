package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.config.site.UpstreamHealthConfig.Active;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The response of a healthy server by its status and a text in its body. */
final class HttpHealth implements CheckedResponse {
  private final Active rules;

  HttpHealth(Active rules) {
    this.rules = rules;
  }

  @Override
  public @Nullable CheckResult head(ResponseHead head) {
    if (!rules.accepts(head.status())) {
      return CheckResult.unhealthy(
          "status " + head.status() + " (expected: " + rules.statusText() + ")");
    }
    return rules.body() == null ? CheckResult.HEALTHY : null;
  }

  @Override
  public CheckResult end(byte[] body, Fields trailers) {
    String expected = rules.body();
    // A text is a sequence of bytes, which a body may have in any coding beside it.
    boolean isFound = expected == null
        || new String(body, StandardCharsets.ISO_8859_1)
            .contains(
                new String(expected.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    return isFound
        ? CheckResult.HEALTHY
        : CheckResult.unhealthy(
            "the body of " + body.length + " bytes lacks a text (expected: " + expected + ")");
  }
}
