package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.ClosedWindow;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One priority scheme for all clients, set by {@code priority.scheme}. Signals of the other scheme are ignored or translated. */
final class PrioritySchemeIT {
  private static final int SIZE = 100_000;
  private static final int STEP = 60_000;
  private static final int NO_RFC7540_PRIORITIES = 9;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/fill.bin", new byte[ClosedWindow.FILLER])
      .file("public/assets/a.jpg", new byte[SIZE])
      .file("public/assets/b.jpg", new byte[SIZE])
      .more("priority: { scheme: auto }\n");

  @BeforeAll
  static void warmFiles() {
    for (String file : List.of("a.jpg", "b.jpg")) {
      Commands.curl("-o", "/dev/null", GATEWAY.http("/assets/" + file)).expectSuccess();
    }
  }

  @AfterEach
  void auto() {
    GATEWAY.process().apply(GATEWAY.yaml());
  }

  /** Applies to new connections. */
  private static void scheme(String scheme) {
    GATEWAY.process().apply(GATEWAY.yaml().replace("scheme: auto", "scheme: " + scheme));
  }

  private static ClosedWindow connect() {
    return ClosedWindow.connect(GATEWAY, "/assets/fill.bin");
  }

  /** Returns the value in the gateway's first SETTINGS frame. */
  private static int announced() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      ByteBuffer settings = ByteBuffer.wrap(client.read().payload());
      while (settings.hasRemaining()) {
        int name = settings.getShort();
        int value = settings.getInt();
        if (name == NO_RFC7540_PRIORITIES) {
          return value;
        }
      }
      return -1;
    }
  }

  /** Weights put the second stream below the first, urgencies put it before the first. */
  private static List<Integer> orderOfContradiction() {
    try (ClosedWindow window = connect()) {
      window
          .get(3, "/assets/a.jpg", 0, 16, false, "priority", "u=5")
          .get(5, "/assets/b.jpg", 3, 16, false, "priority", "u=1")
          .await(3, 5);
      return window.open(STEP);
    }
  }

  @Test
  void urgenciesOnly() {
    scheme("rfc9218");

    assertThat(announced()).isEqualTo(1);
    assertThat(orderOfContradiction()).containsOnly(5);
    try (ClosedWindow window = connect()) {
      // Weights in requests are ignored, and equal urgencies leave in the order of their requests.
      window.get(3, "/assets/a.jpg", 0, 1, false).get(5, "/assets/b.jpg", 0, 256, false);
      window.await(3, 5);
      assertThat(window.open(STEP)).containsOnly(3);
    }
  }

  @Test
  void treeOnly() {
    scheme("rfc7540");

    assertThat(announced()).isZero();
    assertThat(orderOfContradiction()).containsOnly(3);
    try (ClosedWindow window = connect()) {
      // Fields are translated into weights: two streams below the root share.
      window.get(3, "/assets/a.jpg", "priority", "u=5").get(5, "/assets/b.jpg", "priority", "u=1");
      window.await(3, 5);
      assertThat(window.open(STEP)).contains(3, 5);
    }
  }

  @Test
  void clientThatDisablesTheTreeIsOrderedByUrgencies() {
    try (Http2Peer client = GATEWAY.connectHttp2(NO_RFC7540_PRIORITIES, 1, 4, 8 << 20)) {
      client.get(1, "/assets/fill.bin");
      client.readUntil(frame -> frame.stream() == 1 && frame.ends());
      byte[] below = ByteBuffer.allocate(5).putInt(3).put((byte) 15).array();
      client.get(3, "/assets/a.jpg");
      client.get(5, below, "/assets/b.jpg", "priority", "u=2");
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
      client.windowUpdate(0, STEP);

      assertThat(client.readUntil(frame -> frame.type() == Http2Peer.DATA).stream())
          .isEqualTo(5);
    }
  }
}
