package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames that cost a client nothing: too many of them end its connection, and no other. */
@EachJdk
final class FloodIT {
  private static final int UNKNOWN_TYPE = 0x5a;
  private static final int END_OF_REQUEST = Http2Peer.END_HEADERS | Http2Peer.END_STREAM;

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("public/assets/site.css", "body {}");

  /**
   * A kind of flood.
   *
   * @param first bytes before the flood
   * @param each returns the bytes of the given repetition
   */
  @SuppressWarnings("ArrayRecordComponent") // Floods are sent, never compared.
  record Flood(String name, int times, byte[] first, IntFunction<byte[]> each) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Flood flood(String name, int times, IntFunction<byte[]> each) {
    return new Flood(name, times, new byte[0], each);
  }

  static Stream<Flood> floods() {
    byte[] request = Http2Peer.section(
        ":method",
        "GET",
        ":scheme",
        "http",
        ":authority",
        "localhost",
        ":path",
        "/assets/site.css");
    return Stream.of(
        flood("PING", 2_000, i -> Http2Peer.frame(Http2Peer.PING, 0, 0, new byte[8])),
        flood(
            "PING with ACK",
            2_000,
            i -> Http2Peer.frame(Http2Peer.PING, Http2Peer.ACK, 0, new byte[8])),
        flood(
            "SETTINGS with ACK",
            1_000,
            i -> Http2Peer.frame(Http2Peer.SETTINGS, Http2Peer.ACK, 0, new byte[0])),
        flood("SETTINGS", 1_000, i -> Http2Peer.frame(Http2Peer.SETTINGS, 0, 0, new byte[0])),
        flood(
            "table sizes",
            1_000,
            i -> Http2Peer.frame(
                Http2Peer.SETTINGS, 0, 0, new byte[] {0, 1, 0, 0, (byte) (i % 2 << 4), 0})),
        flood(
            "PRIORITY",
            10_000,
            i -> Http2Peer.frame(Http2Peer.PRIORITY, 0, 2 * i + 1, new byte[] {0, 0, 0, 0, 15})),
        flood(
            "PRIORITY_UPDATE",
            10_000,
            i -> Http2Peer.frame(
                Http2Peer.PRIORITY_UPDATE,
                0,
                0,
                ByteBuffer.allocate(7)
                    .putInt(2 * i + 1)
                    .put(new byte[] {'u', '=', '1'})
                    .array())),
        new Flood(
            "PRIORITY of one stream",
            10_000,
            Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS, 1, request),
            i -> Http2Peer.frame(Http2Peer.PRIORITY, 0, 1, new byte[] {0, 0, 0, 0, (byte) i})),
        new Flood(
            "PRIORITY_UPDATE of one stream",
            10_000,
            Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS, 1, request),
            i -> Http2Peer.frame(Http2Peer.PRIORITY_UPDATE, 0, 0, new byte[] {
              0, 0, 0, 1, 'u', '=', (byte) ('0' + i % 8)
            })),
        flood(
            "WINDOW_UPDATE",
            60_000,
            i -> Http2Peer.frame(Http2Peer.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1})),
        flood("unknown type", 2_000, i -> Http2Peer.frame(UNKNOWN_TYPE, 0, 0, new byte[1])),
        flood("rapid reset", 2_000, i -> {
          ByteArrayOutputStream pair = new ByteArrayOutputStream();
          int stream = 2 * i + 1;
          int flags = Http2Peer.END_HEADERS | Http2Peer.END_STREAM;
          pair.writeBytes(Http2Peer.frame(Http2Peer.HEADERS, flags, stream, request));
          pair.writeBytes(
              Http2Peer.frame(Http2Peer.RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}));
          return pair.toByteArray();
        }),
        new Flood(
            "CONTINUATION",
            2_000,
            Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_STREAM, 1, request),
            i -> Http2Peer.frame(Http2Peer.CONTINUATION, 0, 1, Http2Peer.section("x", "1"))),
        flood(
            "header lists that are too large",
            100,
            i -> Http2Peer.frame(
                Http2Peer.HEADERS, END_OF_REQUEST, 2 * i + 1, repeated("x-a", "b", 1_500))),
        flood(
            "fields that are too many",
            100,
            i -> Http2Peer.frame(
                Http2Peer.HEADERS, END_OF_REQUEST, 2 * i + 1, withFields(request, 150))),
        flood(
            "table size updates",
            1,
            i -> Http2Peer.frame(
                Http2Peer.HEADERS, END_OF_REQUEST, 1, withSizeUpdates(request, 100))),
        new Flood(
            "empty DATA",
            2_000,
            Http2Peer.frame(Http2Peer.HEADERS, Http2Peer.END_HEADERS, 1, request),
            i -> Http2Peer.frame(Http2Peer.DATA, 0, 1, new byte[0])));
  }

  private static byte[] repeated(String name, String value, int times) {
    ByteArrayOutputStream section = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      section.writeBytes(Http2Peer.section(name, value));
    }
    return section.toByteArray();
  }

  private static byte[] withFields(byte[] request, int times) {
    ByteArrayOutputStream section = new ByteArrayOutputStream();
    section.writeBytes(request);
    section.writeBytes(repeated("x-a", "b", times));
    return section.toByteArray();
  }

  /** RFC 7541 section 6.3: 0x20 sets a table of 0 bytes, 3f e1 1f one of 4,096. */
  private static byte[] withSizeUpdates(byte[] request, int times) {
    ByteArrayOutputStream section = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      section.writeBytes(new byte[] {0x20, 0x3f, (byte) 0xe1, 0x1f});
    }
    section.writeBytes(request);
    return section.toByteArray();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("floods")
  void closesOnlyTheConnectionOfTheFlood(Flood flood) {
    try (Http2Peer other = GATEWAY.connectHttp2();
        Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(other.get(1, "/assets/site.css").readResponse(1).status()).isEqualTo(200);

      Thread flooding = new Thread(() -> send(client, flood), "flood");
      flooding.start();
      Http2Peer.Frame end = client.readUntil(frame -> frame.type() == Http2Peer.GOAWAY);

      assertThat(end.errorCode()).isPositive();
      assertThat(other.get(3, "/assets/site.css").readResponse(3).status()).isEqualTo(200);
    }
  }

  private static void send(Http2Peer client, Flood flood) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(flood.first());
    for (int i = 0; i < flood.times(); i++) {
      all.writeBytes(flood.each().apply(i));
    }
    try {
      client.sendRaw(all.toByteArray());
    } catch (UncheckedIOException ended) {
      // Expected: the gateway closes the connection before the end of the flood.
    }
  }

  /** TLS records of one byte (RFC 8446 section 5.1) cost their client turns of the loop, but never its responses. */
  @Test
  void clientsThatSendEachByteInItsOwnRecordGetTheirResponses() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(Http2Peer.frame(UNKNOWN_TYPE, 0, 0, new byte[16 * 1024]));
    bytes.writeBytes(Http2Peer.frame(
        Http2Peer.HEADERS,
        END_OF_REQUEST,
        1,
        Http2Peer.section(
            ":method",
            "GET",
            ":scheme",
            "https",
            ":authority",
            "localhost",
            ":path",
            "/assets/site.css")));
    int port = GATEWAY.process().port("tls");
    try (Http2Peer client = Http2Peer.connectTls(port);
        Http2Peer other = Http2Peer.connectTlsFrom("127.0.0.2", port)) {
      for (byte value : bytes.toByteArray()) {
        client.sendRaw(new byte[] {value});
        other.sendRaw(new byte[] {value});
      }

      assertThat(client.readResponse(1).body()).isEqualTo("body {}");
      assertThat(other.readResponse(1).body()).isEqualTo("body {}");
    }
  }
}
