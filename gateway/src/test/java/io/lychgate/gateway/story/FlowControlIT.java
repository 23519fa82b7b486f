package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Flow-control windows of an HTTP/2 client for its uploads. */
final class FlowControlIT {
  private static final int MIB = 1024 * 1024;
  private static final int PIECE = 16 * 1024;
  private static final int FIRST_STREAM_WINDOW = 64 * 1024;
  private static final int QUIET_MILLIS = 500;
  private static final int PATIENCE_MILLIS = 15_000;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension();

  /** A client that respects its windows and counts them. */
  private static final class Uploader implements AutoCloseable {
    final Http2Peer peer = GATEWAY.connectHttp2();
    final Map<Integer, Integer> windows = new HashMap<>();
    int connectionWindow = 65_535;
    int widest;
    int quietMillis = PATIENCE_MILLIS;

    void begin(int stream, String path) {
      peer.headers(
          stream,
          false,
          ":method",
          "POST",
          ":scheme",
          "http",
          ":authority",
          "localhost",
          ":path",
          path);
      windows.put(stream, FIRST_STREAM_WINDOW);
    }

    /** Sends as much as the windows allow. Returns false if they stay closed for too long. */
    boolean send(int stream, int bytes) {
      int left = bytes;
      while (left > 0) {
        int now = Math.min(Math.min(left, PIECE), Math.min(connectionWindow, windows.get(stream)));
        if (now > 0) {
          peer.data(stream, now == left && bytes < Integer.MAX_VALUE, new byte[now]);
          connectionWindow -= now;
          windows.merge(stream, -now, Integer::sum);
          left -= now;
        } else if (!isOpenedAgain()) {
          return false;
        }
      }
      return true;
    }

    private boolean isOpenedAgain() {
      try {
        peer.socket().setSoTimeout(quietMillis);
        note(peer.readUntil(frame -> frame.type() == Http2Peer.WINDOW_UPDATE));
        return true;
      } catch (UncheckedIOException quiet) {
        return false;
      } catch (SocketException e) {
        throw new AssertionError(e);
      }
    }

    private void note(Http2Peer.Frame update) {
      int increment = ByteBuffer.wrap(update.payload()).getInt();
      if (update.stream() == 0) {
        connectionWindow += increment;
      } else {
        widest = Math.max(widest, windows.merge(update.stream(), increment, Integer::sum));
      }
    }

    @Override
    public void close() {
      peer.close();
    }
  }

  @Test
  void uploadsToASlowOriginDoNotBlockOthers() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    GATEWAY.origin().on("/stalled", visit -> end.await());
    GATEWAY.origin().on("/echo", Scripts::echo);
    try (Uploader client = new Uploader()) {
      for (int stream = 1; stream <= 39; stream += 2) {
        client.begin(stream, "/stalled");
        client.quietMillis = QUIET_MILLIS;
        assertThat(client.send(stream, Integer.MAX_VALUE)).isFalse();
      }
      assertThat(client.connectionWindow).isPositive();

      client.quietMillis = PATIENCE_MILLIS;
      client.begin(41, "/echo");
      assertThat(client.send(41, 3 * PIECE)).isTrue();
      client.peer.socket().setSoTimeout(PATIENCE_MILLIS);
      assertThat(client.peer.readResponse(41).status()).isEqualTo(200);
    } finally {
      end.countDown();
    }
  }

  @Test
  void windowOfAFastUploadGrows() {
    GATEWAY.origin().on("/read", visit -> {
      InputStream in = visit.in();
      byte[] piece = new byte[64 * 1024];
      long left = 16 * MIB;
      // The client may leave before all that it has sent is read.
      for (int count = 0; left > 0 && count >= 0; left -= count) {
        count = in.read(piece);
      }
      visit.respond(200, "thank you");
    });
    try (Uploader client = new Uploader()) {
      client.begin(1, "/read");

      boolean isSent = client.send(1, 16 * MIB);

      assertThat(isSent).as("sent all, %s", client.peer.trace()).isTrue();
      assertThat(client.widest).isGreaterThan(4 * FIRST_STREAM_WINDOW);
    }
  }
}
