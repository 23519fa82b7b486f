package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client may not say of priorities (RFC 9218 sections 2.1 and 7.1, RFC 7540 section 5.3.1). */
final class PriorityRefusalsIT {
  private static final int PROTOCOL_ERROR = 1;
  private static final int FRAME_SIZE_ERROR = 6;
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
  void ourFirstSettingsSayThatTheTreeIsHeard() {
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
  void aSettingThatIsNoBooleanEndsTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2(NO_RFC7540_PRIORITIES, 2)) {
      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void aSettingThatChangesEndsTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.SETTINGS, 0, 0, setting(1));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void aSettingThatIsRepeatedDoesNot() {
    try (Http2Peer client = GATEWAY.connectHttp2(NO_RFC7540_PRIORITIES, 1)) {
      client.send(Http2Peer.SETTINGS, 0, 0, setting(1));

      assertThat(client.get(1, "/assets/site.css").readAnswer(1).status()).isEqualTo(200);
    }
  }

  @Test
  void anUpdateIsAFrameOfTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 1, update(1));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void anUpdateNamesAStream() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(0));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void anUpdateThatIsTooShortToNameAStreamEndsTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, new byte[3]);

      assertThat(goAwayAfter(client)).isEqualTo(FRAME_SIZE_ERROR);
    }
  }

  @Test
  void anUpdateForAPushThatWasNotPromisedEndsTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(2));

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void updatesForAsManyStreamsAsMayBeOpenAreTaken() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i < MAX_CONCURRENT_STREAMS; i++) {
        client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(2 * i + 1));
      }

      assertThat(client.get(1, "/assets/site.css").readAnswer(1).status()).isEqualTo(200);
    }
  }

  @Test
  void updatesForMoreEndTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i <= MAX_CONCURRENT_STREAMS; i++) {
        client.send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(2 * i + 1));
      }

      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void aStreamThatDependsOnItselfEndsTheConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      byte[] onItself = ByteBuffer.allocate(5).putInt(1).put((byte) 15).array();
      client.get(1, onItself, "/assets/site.css");

      // A stream error would do; RFC 7540 5.4.2 lets it be one of the connection, and H2O does the
      // same.
      assertThat(goAwayAfter(client)).isEqualTo(PROTOCOL_ERROR);
    }
  }
}
