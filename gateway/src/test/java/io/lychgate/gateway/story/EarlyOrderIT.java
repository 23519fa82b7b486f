package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests of a client caused by a hint, while the page is being generated and the connection is busy. */
final class EarlyOrderIT {
  private static final int ENABLE_PUSH = 2;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int RECEIVE_BUFFER = 4 * 1024;
  private static final int WIDE = 100_000_000;

  private static final Semaphore PAGE_MAY_COME = new Semaphore(0);

  private static final String MANIFEST = """
      rules:
        - match: { path: /slow }
          assets:
            - { url: /assets/site.css, as: style }
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("site.yaml", MANIFEST)
      .file("public/assets/download.bin", new byte[8_000_000])
      .file("public/assets/site.css", new byte[40_000])
      .more("push: { manifests: [ site.yaml ] }\n");

  @Test
  void lessUrgentDownloadDoesNotTakeItsPlace() throws Exception {
    GATEWAY.origin().on("/slow", visit -> {
      assertThat(PAGE_MAY_COME.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
      visit.send("HTTP/1.1 204 No Content\r\n\r\n");
    });
    int port = GATEWAY.process().port("plain");
    try (Http2Peer client =
        Http2Peer.connectNarrow(port, RECEIVE_BUFFER, ENABLE_PUSH, 0, INITIAL_WINDOW_SIZE, WIDE)) {
      client.windowUpdate(0, WIDE).get(1, "/assets/download.bin", "priority", "u=7");
      slowlyUntil(client, 300_000, frame -> false);
      client.get(3, "/slow", "sec-fetch-mode", "navigate", "sec-fetch-dest", "document");
      slowlyUntil(client, 1_000_000, frame -> frame.fields().startsWith(":status: 103"));
      client.get(5, "/assets/site.css", "priority", "u=1");
      slowlyUntil(client, 1_000_000, frame -> frame.stream() == 5);

      int between = slowlyUntil(client, 3_000_000, frame -> frame.stream() == 5 && frame.ends());

      PAGE_MAY_COME.release();
      assertThat(between).as("of the download, while the style is sent").isLessThan(200_000);
    }
  }

  /**
   * Reads as from a link of 3 MB/s.
   *
   * @return bytes of the download until a frame satisfies the condition, at most {@code most}
   */
  private static int slowlyUntil(Http2Peer client, int most, Predicate<Frame> wanted)
      throws InterruptedException {
    int bytes = 0;
    while (bytes < most) {
      Frame frame = client.read();
      if (wanted.test(frame)) {
        return bytes;
      }
      if (frame.type() == Http2Peer.DATA && frame.stream() == 1) {
        bytes += frame.payload().length;
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
    return bytes;
  }
}
