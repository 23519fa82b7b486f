package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Order of responses when more bytes wait than the client's window allows. */
final class PriorityIT {
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int CONNECTION_WINDOW = 65_535;
  private static final int SIZE = 150_000;
  private static final int STEP = 30_000;
  private static final int WIDE = 8 << 20;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/a.jpg", new byte[SIZE])
      .file("public/assets/b.jpg", new byte[SIZE])
      .file("public/assets/site.css", new byte[SIZE]);

  /** Loads the files into memory, so that no request waits for a disk. */
  @BeforeAll
  static void warmFiles() {
    for (String file : new String[] {"a.jpg", "b.jpg", "site.css"}) {
      Commands.curl("-o", "/dev/null", GATEWAY.http("/assets/" + file)).expectSuccess();
    }
  }

  private static Http2Peer connect() {
    return GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, WIDE);
  }

  /** Reads until the connection window is used up and the heads of both streams have arrived. */
  private static void fillWindow(Http2Peer client) {
    Set<Integer> heads = new HashSet<>();
    int received = 0;
    while (received < CONNECTION_WINDOW || heads.size() < 2) {
      Http2Peer.Frame frame = client.read();
      if (frame.type() == Http2Peer.HEADERS) {
        heads.add(frame.stream());
      }
      if (frame.type() == Http2Peer.DATA) {
        received += frame.payload().length;
      }
    }
  }

  /** Opens the window by less than any stream has waiting, and returns the streams whose bytes arrive. */
  private static Set<Integer> next(Http2Peer client) {
    // The response to a PING proves that earlier frames have been processed.
    client.send(Http2Peer.PING, 0, 0, new byte[8]);
    client.readUntil(frame -> frame.type() == Http2Peer.PING);
    client.windowUpdate(0, STEP);
    Set<Integer> streams = new HashSet<>();
    int received = 0;
    while (received < STEP) {
      Http2Peer.Frame frame = client.readUntil(any -> any.type() == Http2Peer.DATA);
      received += frame.payload().length;
      streams.add(frame.stream());
    }
    return streams;
  }

  private static byte[] priorityUpdate(int stream, String value) {
    byte[] text = value.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(4 + text.length).putInt(stream).put(text).array();
  }

  /** RFC 9113 section 6.3. */
  private static byte[] dependency(int on, int weight) {
    return ByteBuffer.allocate(5).putInt(on).put((byte) (weight - 1)).array();
  }

  @Test
  void renderBlockingResponseOvertakesAnEarlierImage() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg").get(3, "/assets/site.css");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void equallyUrgentResponsesLeaveInTheOrderOfTheirRequests() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=3").get(3, "/assets/b.jpg", "priority", "u=3");
      fillWindow(client);

      assertThat(next(client)).containsExactly(1);
    }
  }

  @Test
  void priorityFieldOfTheRequestDecides() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=5").get(3, "/assets/b.jpg", "priority", "u=1");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void linesOfAPriorityFieldFormOneDictionary() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=1", "priority", "u=5");
      client.get(3, "/assets/b.jpg", "priority", "u=2", "priority", "i=?0");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void malformedLineInvalidatesTheField() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=0", "priority", "");
      client.get(3, "/assets/b.jpg", "priority", "u=2");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void priorityUpdateMovesAResponseInProgress() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=3").get(3, "/assets/b.jpg", "priority", "u=3");
      fillWindow(client);
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, priorityUpdate(3, "u=0"));

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void priorityUpdateMayPrecedeItsRequest() {
    try (Http2Peer client = connect()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, priorityUpdate(3, "u=0"));
      client.get(1, "/assets/a.jpg", "priority", "u=3").get(3, "/assets/b.jpg");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void priorityFrameMovesAResponseBehindAnother() {
    try (Http2Peer client = connect()) {
      client.send(Http2Peer.PRIORITY, 0, 1, dependency(0, 16));
      client.get(1, "/assets/a.jpg").get(3, "/assets/b.jpg");
      fillWindow(client);
      client.send(Http2Peer.PRIORITY, 0, 1, dependency(3, 16));

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void fieldOverridesTheWeightOfARequest() {
    try (Http2Peer client = connect()) {
      client.get(1, dependency(0, 256), "/assets/a.jpg", "priority", "u=5");
      client.get(3, dependency(0, 1), "/assets/b.jpg", "priority", "u=1");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  /** Chromium sends the field with each request, and changes priorities with PRIORITY frames only. */
  @Test
  void priorityFrameUpdatesAPriorityField() {
    try (Http2Peer client = connect()) {
      client.get(1, dependency(0, 147), "/assets/a.jpg", "priority", "u=3");
      client.get(3, dependency(1, 147), "/assets/b.jpg", "priority", "u=3");
      fillWindow(client);
      client.send(Http2Peer.PRIORITY, 0, 3, dependency(0, 220));

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void incrementalResponsesShareAfterAPriorityFrameToo() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=3, i");
      client.get(3, "/assets/b.jpg", "priority", "u=5, i");
      fillWindow(client);
      client.send(Http2Peer.PRIORITY, 0, 3, dependency(0, 147));

      assertThat(next(client)).containsExactlyInAnyOrder(1, 3);
    }
  }

  @Test
  void requestWithoutPrioritySelectsNoScheme() {
    try (Http2Peer client = connect()) {
      assertThat(client.get(1, "/assets/none.jpg").readResponse(1).status()).isEqualTo(404);
      client.get(3, "/assets/a.jpg", "priority", "u=3").get(5, "/assets/b.jpg", "priority", "u=3");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  /** Firefox and Chromium omit the field where it would be u=3, and send weights with every request. */
  @Test
  void fieldAppliesAfterARequestWithWeightsOnly() {
    try (Http2Peer client = connect()) {
      client.get(1, dependency(0, 256), "/assets/a.jpg");
      client.get(3, dependency(0, 2), "/assets/b.jpg", "priority", "u=2");
      fillWindow(client);

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void fieldAppliesAfterARequestWithoutPriority() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg").get(3, "/assets/b.jpg", "priority", "u=4");
      fillWindow(client);

      assertThat(next(client)).containsExactly(1);
    }
  }

  @Test
  void raisedStreamStaysRaisedUnderTheField() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/site.css").get(3, "/assets/b.jpg", "priority", "u=1");
      fillWindow(client);

      assertThat(next(client)).containsExactly(1);
    }
  }

  @Test
  void treeBuiltByTheClientStays() {
    try (Http2Peer client = connect()) {
      client.send(Http2Peer.PRIORITY, 0, 101, dependency(0, 200));
      client.get(1, dependency(101, 22), "/assets/a.jpg", "priority", "u=5");
      client.get(3, dependency(1, 22), "/assets/b.jpg", "priority", "u=1");
      fillWindow(client);

      assertThat(next(client)).containsExactly(1);
    }
  }

  @Test
  void dependentOfAnEndedStreamGetsItsShare() {
    try (Http2Peer client = connect()) {
      client.get(1, dependency(0, 255), "/assets/none.jpg");
      assertThat(client.readResponse(1).status()).isEqualTo(404);
      client.get(3, dependency(0, 64), "/assets/a.jpg");
      client.get(5, dependency(1, 1), "/assets/b.jpg");
      fillWindow(client);

      // Weights 255 to 64. Below an unknown parent it would be 16 to 64 (RFC 7540 5.3.1).
      assertThat(share(client, 5)).isGreaterThan(SIZE / 2);
    }
  }

  /** Returns the bytes of the stream among those of the next frames. */
  private static int share(Http2Peer client, int stream) {
    client.windowUpdate(0, SIZE / 2 + STEP);
    int received = 0;
    int share = 0;
    while (received < SIZE / 2 + STEP) {
      Http2Peer.Frame frame = client.readUntil(any -> any.type() == Http2Peer.DATA);
      received += frame.payload().length;
      share += frame.stream() == stream ? frame.payload().length : 0;
    }
    return share;
  }

  @Test
  void tooLongPriorityUpdateIsIgnored() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=6").get(3, "/assets/b.jpg", "priority", "u=5");
      fillWindow(client);
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, priorityUpdate(1, "u=0;x=" + "y".repeat(123)));

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void malformedPriorityUpdateIsIgnored() {
    try (Http2Peer client = connect()) {
      client.get(1, "/assets/a.jpg", "priority", "u=6").get(3, "/assets/b.jpg", "priority", "u=5");
      fillWindow(client);
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, priorityUpdate(1, "u=0, "));

      assertThat(next(client)).containsExactly(3);
    }
  }

  @Test
  void updateWithoutARequestIsDropped() {
    try (Http2Peer client = connect()) {
      for (int stream = 1; stream <= 401; stream += 2) {
        client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, priorityUpdate(stream, "u=1"));
        if (stream % 100 == 1) {
          assertThat(client.get(stream, "/assets/none.jpg").readResponse(stream).status())
              .isEqualTo(404);
        }
      }
      client.send(Http2Peer.PING, 0, 0, new byte[8]);

      assertThat(client.readUntil(frame -> frame.type() == Http2Peer.PING).flags())
          .isEqualTo(Http2Peer.ACK);
    }
  }
}
