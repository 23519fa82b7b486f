package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.netty.handler.codec.http2.Http2Error;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HEADERS and DATA on streams on which the client may no longer, or not yet, send them (RFC 9113 sections 5.1 and 5.1.1). */
final class Http2StreamStatesIT {
  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final byte[] BYTE = {1};

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension();

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/ok", visit -> visit.respond(200, "ok"))
        .on("/hangs", visit -> visit.hang())
        .on("/early", visit -> visit.respond(413, "too much", "Connection: close"));
  }

  private static void again(Http2Peer client, int stream, boolean isHeaders) {
    if (isHeaders) {
      client.get(stream, "/ok");
    } else {
      client.data(stream, true, BYTE);
    }
  }

  private static void assertGoAway(Http2Peer client, Http2Error code) {
    Frame frame = client.readUntil(read -> read.type() == Http2Peer.GOAWAY);
    assertThat(frame.errorCode()).isEqualTo((int) code.code());
  }

  private static void assertReset(Http2Peer client, int stream, Http2Error code) {
    Frame frame = client.readUntil(
        read -> read.type() == Http2Peer.RST_STREAM || read.type() == Http2Peer.GOAWAY);
    assertThat(frame.type()).as("%s", frame).isEqualTo(Http2Peer.RST_STREAM);
    assertThat(frame.stream()).isEqualTo(stream);
    assertThat(frame.errorCode()).isEqualTo((int) code.code());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void halfClosedStreamIsReset(boolean isHeaders) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/hangs");

      again(client, 1, isHeaders);

      assertReset(client, 1, Http2Error.STREAM_CLOSED);
      assertThat(client.get(3, "/ok").readResponse(3).body()).isEqualTo("ok");
    }
  }

  @Test
  void fieldsWithoutAnEndOnAHalfClosedStreamResetIt() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/hangs").headers(1, false, "x-late", "1");

      assertReset(client, 1, Http2Error.STREAM_CLOSED);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void closedStreamEndsTheConnection(boolean isHeaders) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/ok").readResponse(1);

      again(client, 1, isHeaders);

      assertGoAway(client, Http2Error.STREAM_CLOSED);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void streamThatTheClientResetIsResetAgain(boolean isHeaders) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/hangs").send(Http2Peer.RST_STREAM, 0, 1, CANCEL);

      again(client, 1, isHeaders);

      assertReset(client, 1, Http2Error.STREAM_CLOSED);
      assertThat(client.get(3, "/ok").readResponse(3).body()).isEqualTo("ok");
    }
  }

  /** The client sent these before it received the reset. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void framesOnAStreamThatTheGatewayResetAreIgnored(boolean isHeaders) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      // Lower-case names only (RFC 9113 section 8.2.1).
      client.headers(1, false, ":method", "POST", "X", "1");
      assertReset(client, 1, Http2Error.PROTOCOL_ERROR);

      if (isHeaders) {
        client.headers(1, true, "x-trailer", "1");
      } else {
        client.data(1, true, BYTE);
      }

      assertThat(client.get(3, "/ok").readResponse(3).body()).isEqualTo("ok");
      assertThat(client.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.RST_STREAM)
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lowerStreamNumberThatWasSkippedEndsTheConnection(boolean isHeaders) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(5, "/ok").readResponse(5);

      again(client, 3, isHeaders);

      assertGoAway(client, Http2Error.PROTOCOL_ERROR);
    }
  }
}
