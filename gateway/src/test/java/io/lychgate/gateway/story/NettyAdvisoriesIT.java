package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http2Peer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that Netty handles incorrectly in the version in use and correctly in a later one. {@code docs/background/netty.md} lists them. */
final class NettyAdvisoriesIT {
  private static final int PROTOCOL_ERROR = 1;
  private static final int FLOW_CONTROL_ERROR = 3;

  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int INITIAL_WINDOW = 65_535;

  private static final int HEADERS_FLAGS = Http2Peer.END_HEADERS | Http2Peer.END_STREAM;

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("public/assets/site.css", "body {}");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/hang", visit -> visit.hang())
        .on(
            "/two-lengths-1.0",
            visit ->
                visit.send("HTTP/1.0 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"))
        .on(
            "/large-version",
            visit -> visit.send("HTTP/4294967297.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  }

  @Test
  void settingsThatOverflowAStreamWindowEndTheConnection() {
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
          "/hang");
      client.windowUpdate(1, Integer.MAX_VALUE - INITIAL_WINDOW);

      client.send(
          Http2Peer.SETTINGS,
          0,
          0,
          ByteBuffer.allocate(6)
              .putShort((short) INITIAL_WINDOW_SIZE)
              .putInt(INITIAL_WINDOW + 1)
              .array());

      Http2Peer.Frame end = client.readUntil(frame -> frame.type() == Http2Peer.GOAWAY);
      assertThat(end.errorCode()).isEqualTo(FLOW_CONTROL_ERROR);
    }
  }

  @Test
  void statusInARequestIsAStreamError() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/assets/site.css", ":status", "200");
      client.headers(
          3,
          true,
          ":status",
          "200",
          ":method",
          "GET",
          ":scheme",
          "http",
          ":authority",
          "localhost",
          ":path",
          "/assets/site.css");

      for (int stream : new int[] {1, 3}) {
        Http2Peer.Frame end = client.readUntil(
            frame -> frame.type() == Http2Peer.RST_STREAM && frame.stream() == stream);
        assertThat(end.errorCode()).isEqualTo(PROTOCOL_ERROR);
      }
    }
  }

  @Test
  void fullTableOfEmptyFieldsAffectsNoOtherConnection() {
    try (Http2Peer other = GATEWAY.connectHttp2();
        Http2Peer client = GATEWAY.connectHttp2()) {
      ByteArrayOutputStream section = new ByteArrayOutputStream();
      for (int i = 0; i < 128; i++) {
        // RFC 7541 section 6.2.1: with an index, name and value of 0 bytes. Each takes 32 bytes of
        // the table.
        section.writeBytes(new byte[] {0x40, 0, 0});
      }
      client.send(Http2Peer.HEADERS, HEADERS_FLAGS, 1, section.toByteArray());
      client.send(Http2Peer.HEADERS, HEADERS_FLAGS, 3, new byte[] {(byte) (0x80 | 62)});

      assertThat(client
              .readUntil(
                  frame -> frame.type() == Http2Peer.GOAWAY || frame.type() == Http2Peer.RST_STREAM)
              .errorCode())
          .isPositive();
      assertThat(other.get(1, "/assets/site.css").readResponse(1).status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.0\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "POST / HTTP/1.0\r\nHost: localhost\r\nContent-Length: 3, 4\r\n\r\nabc",
        "GET / HTTP/4294967297.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.4294967297\r\nHost: localhost\r\n\r\n"
      })
  void requestWithTwoLengthsOrALargeVersionIsRejected(String request) {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response = client.send(request).read();

      assertThat(response.status()).isIn(400, 505);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/two-lengths-1.0", "/large-version"})
  void responseWithTwoLengthsOrALargeVersionIsABadGateway(String path) {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response =
          client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").read();

      assertThat(response.status()).isEqualTo(502);
    }
  }
}
