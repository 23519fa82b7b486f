package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A user edits a manifest while visitors load pages. */
@EachJdk
final class AdminStoryIT {
  private static final int ENABLE_PUSH = 2;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension();

  private static String manifest(String asset) {
    return "rules:\n  - match: { path: \"/\" }\n    assets:\n      - { url: " + asset
        + ", as: style }\n";
  }

  @Test
  void nextRequestOnAnOpenConnectionGetsThePublishedManifest() {
    GATEWAY.origin().on("/", visit -> visit.respond(200, "page", "Content-Type: text/html"));
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    try (Http2Peer visitor = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      visitor.get(1, "/").readResponse(1);
      assertThat(hintsOn(visitor, 1)).isEmpty();

      long version = admin.create("shop", manifest("/assets/new.css"));
      version = admin.publish("shop", version);
      visitor.get(3, "/").readResponse(3);
      assertThat(hintsOn(visitor, 3)).contains("</assets/new.css>; rel=preload; as=style");

      version = admin.saveDraft("shop", manifest("/assets/newer.css"), version);
      admin.publish("shop", version);
      visitor.get(5, "/").readResponse(5);
      assertThat(hintsOn(visitor, 5)).contains("</assets/newer.css>").doesNotContain("/new.css");
    }
  }

  private static String hintsOn(Http2Peer visitor, int stream) {
    return visitor.trace().stream()
        .filter(frame -> frame.stream() == stream && frame.fields().startsWith(":status: 103"))
        .map(Http2Peer.Frame::fields)
        .findFirst()
        .orElse("");
  }
}
