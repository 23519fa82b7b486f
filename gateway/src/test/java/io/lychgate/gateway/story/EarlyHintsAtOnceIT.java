package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Distant clients get the 103 at once, and no PING. */
final class EarlyHintsAtOnceIT {
  private static final int ENABLE_PUSH = 2;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file(
          "shop.yaml",
          "rules: [ { match: { path: /* }, assets: [ { url: /a.css, as: style } ] } ]\n")
      // No client is nearer than this.
      .more("push: { manifests: [ shop.yaml ], casper: { mode: \"off\" },"
          + " earlyHints: { hold: 100ms, nearRoundTrip: off } }\n");

  @Test
  void hintIsSentWithoutAPing() {
    GATEWAY
        .origin()
        .on("/one", visit -> visit.respond(200, "<p>", "Content-Type: text/html"))
        .on("/two", visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/one").readResponse(1);
      client.get(3, "/two").readResponse(3);

      assertThat(client.trace().toString()).contains(":status: 103, link: </a.css>");
      assertThat(client.trace()).noneMatch(frame -> frame.type() == Http2Peer.PING);
    }
  }
}
