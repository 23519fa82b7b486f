package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are read from disk piece by piece, while the client accepts everything. */
final class UrgentFileIT {
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int SIZE = 12 << 20;
  private static final int WIDE = 64 << 20;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/urgent.bin", new byte[SIZE])
      .file("public/assets/other.bin", new byte[SIZE]);

  /** The gateway reads the next piece only when the last one has nearly left: the other file must not take its place. */
  @ParameterizedTest
  @ValueSource(strings = {"u=5", "u=7, i"})
  void lessUrgentFileWaitsWhileTheNextPieceIsRead(String lessUrgent) {
    // A file thread that gets no core for two milliseconds loses the turn, as intended. So a
    // machine
    // with other work may need several attempts. In the wrong order, every attempt fails.
    Await.until(() -> assertThat(bytesBeforeTheUrgentFileEnds(lessUrgent))
        .as("bytes of the less urgent file that came first")
        .isLessThan(SIZE / 4));
  }

  private static int bytesBeforeTheUrgentFileEnds(String lessUrgent) {
    try (Http2Peer client = GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, WIDE)) {
      client.windowUpdate(0, WIDE);
      client.get(1, "/assets/urgent.bin", "priority", "u=1");
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
      client.get(3, "/assets/other.bin", "priority", lessUrgent);
      int urgent = 0;
      int other = 0;
      while (urgent < SIZE) {
        Http2Peer.Frame frame = client.readUntil(any -> any.type() == Http2Peer.DATA);
        if (frame.stream() == 1) {
          urgent += frame.payload().length;
        } else {
          other += frame.payload().length;
        }
      }
      return other;
    }
  }
}
