package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Invalid priority signals of clients (RFC 9218 sections 2.1 and 7.1, RFC 7540 section 5.3.1). */
final class PriorityRefusalsIT {
  private static final int PROTOCOL_ERROR = 1;
  private static final int FRAME_SIZE_ERROR = 6;
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int PADDED = 8;
  private static final int NO_RFC7540_PRIORITIES = 9;
  private static final int MAX_CONCURRENT_STREAMS = 100;

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("public/assets/site.css", "body {}");

  private static int goAwayAfter(Http2Peer client) {
    return client.readUntil(frame -> frame.type() == Http2Peer.GOAWAY).errorCode();
  }

  private static byte[] update(int stream) {
    byte[] text = "u=1".getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(4 + text.length).putInt(stream).put(text).array();
  }

  private static byte[] setting(int value) {
    return ByteBuffer.allocate(6)
        .putShort((short) NO_RFC7540_PRIORITIES)
        .putInt(value)
        .array();
  }

  @Test
  void firstSettingsAnnounceTreePriorities() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.Frame first = client.read();

      assertThat(first.type()).isEqualTo(Http2Peer.SETTINGS);
      ByteBuffer settings = ByteBuffer.wrap(first.payload());
      boolean isSaid = false;
      while (settings.hasRemaining()) {
        short name = settings.getShort();
        int value = settings.getInt();
        isSaid |= name == NO_RFC7540_PRIORITIES && value == 0;
      }
      assertThat(isSaid).isTrue();
    }
  }

  @Test
  void nonBooleanSettingClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2(NO_RFC7540_PRIORITIES, 2)) {
      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void changedSettingClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.SETTINGS, 0, 0, setting(1));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void revokedSettingClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2(NO_RFC7540_PRIORITIES, 1)) {
      client.send(Http2Peer.SETTINGS, 0, 0, setting(0));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void laterNonBooleanSettingClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2(NO_RFC7540_PRIORITIES, 1)) {
      client.send(Http2Peer.SETTINGS, 0, 0, setting(-1));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void repeatedSettingIsAccepted() {
    try (Http2Peer client = GATEWAY.connectHttp2(NO_RFC7540_PRIORITIES, 1)) {
      client.send(Http2Peer.SETTINGS, 0, 0, setting(1));

      assertThat(client.get(1, "/assets/site.css").readResponse(1).status()).isEqualTo(200);
    }
  }

  @Test
  void updateOnAStreamClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 1, update(1));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void updateNeedsAStream() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(0));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void tooShortUpdateClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, new byte[3]);

      assertThat(goAwayAfter(client)).isEqualTo(FRAME_SIZE_ERROR);
    }
  }

  @Test
  void updateForAnUnpromisedPushClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(2));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void lateUpdateIsIgnored() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(3, "/assets/site.css").readResponse(3).status()).isEqualTo(200);
      // For an ended stream, and for one that can no longer be opened.
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(3));
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(1));

      assertThat(client.get(5, "/assets/site.css").readResponse(5).status()).isEqualTo(200);
    }
  }

  @Test
  void updatesUpToTheStreamLimitAreAccepted() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i < MAX_CONCURRENT_STREAMS; i++) {
        client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(2 * i + 1));
      }

      assertThat(client.get(1, "/assets/site.css").readResponse(1).status()).isEqualTo(200);
    }
  }

  @Test
  void updatesAboveTheStreamLimitCloseTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i <= MAX_CONCURRENT_STREAMS; i++) {
        client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(2 * i + 1));
      }

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  private static byte[] dependency(int on) {
    return ByteBuffer.allocate(5).putInt(on).put((byte) 15).array();
  }

  @Test
  void requestThatDependsOnItselfIsResetAndOthersContinue() {
    try (Http2Peer client = GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, 0)) {
      client.get(1, "/assets/site.css");
      client.get(3, dependency(3), "/assets/site.css", "x-mark", "1");
      assertThat(client.readResponse(3).resetCode()).isEqualTo(PROTOCOL_ERROR);

      client.windowUpdate(1, 100);
      assertThat(client.readResponse(1).ended()).isTrue();
      client.get(5, dependency(3), "/assets/site.css").windowUpdate(5, 100);
      assertThat(client.readResponse(5).body()).isEqualTo("body {}");
    }
  }

  @Test
  void requestThatDependsOnItselfIsReadToItsEnd() {
    byte[] fields = Http2Peer.section(
        ":method",
        "GET",
        ":scheme",
        "http",
        ":authority",
        "localhost",
        ":path",
        "/assets/site.css");
    // Also indexed (RFC 7541 section 6.2.1): later fields refer to it.
    byte[] indexed = {0x40, 1, 'a', 1, 'b'};
    byte[] padded = ByteBuffer.allocate(1 + 5 + 3 + 7)
        .put((byte) 7)
        .putInt(3 | 0x8000_0000)
        .put((byte) 15)
        .put(fields, 0, 3)
        .array();
    byte[] rest = ByteBuffer.allocate(fields.length - 3 + indexed.length)
        .put(fields, 3, fields.length - 3)
        .put(indexed)
        .array();
    int flags = Http2Peer.END_STREAM | Http2Peer.WITH_PRIORITY | PADDED;
    ByteBuffer frames = ByteBuffer.allocate(1024)
        .put(Http2Peer.frame(Http2Peer.HEADERS, flags, 3, padded))
        .put(Http2Peer.frame(Http2Peer.CONTINUATION, Http2Peer.END_HEADERS, 3, rest));
    byte[] referring =
        ByteBuffer.allocate(fields.length + 1).put(fields).put((byte) 0xbe).array();
    int whole = Http2Peer.END_STREAM | Http2Peer.END_HEADERS;
    frames.put(Http2Peer.frame(Http2Peer.HEADERS, whole, 5, referring)).flip();
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      // Byte by byte: no frame arrives in one piece.
      while (frames.hasRemaining()) {
        client.sendRaw(new byte[] {frames.get()});
      }

      assertThat(client.readResponse(3).resetCode()).isEqualTo(PROTOCOL_ERROR);
      assertThat(client.readResponse(5).body()).isEqualTo("body {}");
    }
  }

  @Test
  void trailersThatDependOnTheirStreamResetIt() {
    // The origin waits for the trailers before it responds.
    GATEWAY.origin().on("/echo", Scripts::echo);
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(
          1,
          false,
          ":method",
          "POST",
          ":scheme",
          "http",
          ":authority",
          "localhost",
          ":path",
          "/echo");
      byte[] section = Http2Peer.section("x-end", "1");
      int flags = Http2Peer.END_STREAM | Http2Peer.END_HEADERS | Http2Peer.WITH_PRIORITY;
      client.send(
          Http2Peer.HEADERS,
          flags,
          1,
          ByteBuffer.allocate(5 + section.length)
              .put(dependency(1))
              .put(section)
              .array());

      assertThat(client.readResponse(1).resetCode()).isEqualTo(PROTOCOL_ERROR);
      assertThat(client.get(3, "/assets/site.css").readResponse(3).status()).isEqualTo(200);
    }
  }

  @Test
  void streamMadeToDependOnItselfIsResetAndOthersContinue() {
    try (Http2Peer client = GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, 0)) {
      client.get(1, "/assets/site.css").get(3, "/assets/site.css");
      client.send(Http2Peer.PRIORITY, 0, 1, dependency(1));

      Http2Peer.Frame reset = client.readUntil(frame -> frame.type() == Http2Peer.RST_STREAM);
      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.errorCode()).isEqualTo(PROTOCOL_ERROR);
      client.windowUpdate(3, 100);
      assertThat(client.readResponse(3).ended()).isTrue();
      client.get(5, "/assets/site.css").windowUpdate(5, 100);
      assertThat(client.readResponse(5).body()).isEqualTo("body {}");
    }
  }

  @Test
  void idleStreamThatDependsOnItselfIsNotReset() {
    for (int idle : new int[] {5, 2}) {
      try (Http2Peer client = GATEWAY.connectHttp2()) {
        assertThat(client.get(1, "/assets/site.css").readResponse(1).status()).isEqualTo(200);
        client.send(Http2Peer.PRIORITY, 0, idle, dependency(idle));

        assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
        assertThat(client.trace()).noneMatch(frame -> frame.type() == Http2Peer.RST_STREAM);
      }
    }
  }

  @Test
  void selfDependencyOfAnEndedStreamCountsAsAReset() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/assets/site.css").readResponse(1).status()).isEqualTo(200);
      client.send(Http2Peer.PRIORITY, 0, 1, dependency(1));
      assertThat(client.get(3, "/assets/site.css").readResponse(3).status()).isEqualTo(200);

      byte[] frame = Http2Peer.frame(Http2Peer.PRIORITY, 0, 1, dependency(1));
      ByteBuffer flood = ByteBuffer.allocate(500 * frame.length);
      while (flood.hasRemaining()) {
        flood.put(frame);
      }
      client.sendRaw(flood.array());
      assertThat(goAwayAfter(client)).isEqualTo(ENHANCE_YOUR_CALM);
    }
  }

  @Test
  void priorityFrameOfWrongLengthResetsAnOpenStreamOrClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, 0)) {
      client.get(1, "/assets/site.css").send(Http2Peer.PRIORITY, 0, 1, new byte[4]);
      assertThat(client.readResponse(1).resetCode()).isEqualTo(FRAME_SIZE_ERROR);

      client.send(Http2Peer.PRIORITY, 0, 7, new byte[6]);
      assertThat(goAwayAfter(client)).isEqualTo(FRAME_SIZE_ERROR);
    }
  }

  @Test
  void priorityFrameNeedsAStream() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY, 0, 0, dependency(1));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void zeroWindowUpdateOfAnIdleStreamClosesTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.windowUpdate(1, 0);

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
      assertThat(client.trace()).noneMatch(frame -> frame.type() == Http2Peer.RST_STREAM);
    }
  }
}
