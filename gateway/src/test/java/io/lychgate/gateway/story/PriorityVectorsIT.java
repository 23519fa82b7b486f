package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Orders of DATA frames recorded from H2O 2.2.5, played through a gateway up to the end of the first stream. Stream windows are
 * closed until all responses wait and all PRIORITY frames are read. Then the connection window releases one frame after the other.
 */
final class PriorityVectorsIT {
  private static final Path VECTORS =
      Path.of("../scheduler/src/test/resources/h2o-scheduler-vectors.json");
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int WIDE = 1 << 24;

  /** Size in bytes of one DATA frame of the gateway. */
  private static final int FRAME = 16_375;

  /** The first window of a connection, which SETTINGS cannot change (RFC 9113 section 6.9.2). */
  private static final int FIRST_WINDOW = 65_535;

  /** A body of 37 frames, as in the recording. */
  private static final byte[] BODY = new byte[600_000];

  private static final List<String> TYPES = List.of("bin", "html", "css", "js", "png");

  @RegisterExtension
  static final GatewayExtension RAISING = withFiles(new GatewayExtension());

  @RegisterExtension
  static final GatewayExtension OBEYING =
      withFiles(new GatewayExtension().more("priority: { reprioritizeBlockingAssets: false }"));

  private static GatewayExtension withFiles(GatewayExtension gateway) {
    for (String type : TYPES) {
      for (int i = 1; i <= 6; i++) {
        gateway.file("public/assets/" + i + "." + type, BODY);
      }
    }
    return gateway;
  }

  /** Loads the files into memory, so that no request waits for a disk. */
  @BeforeAll
  static void warmFiles() {
    for (GatewayExtension gateway : List.of(RAISING, OBEYING)) {
      for (String type : TYPES) {
        IntStream.rangeClosed(1, 6)
            .forEach(
                i -> Commands.curl("-o", "/dev/null", gateway.http("/assets/" + i + "." + type))
                    .expectSuccess());
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void sendsInTheRecordedOrderOfH2o(String name, JsonNode vector) {
    boolean isRaising = vector.get("host_config").asString().endsWith("ON");
    GatewayExtension gateway = isRaising ? RAISING : OBEYING;
    List<Integer> recorded = new ArrayList<>();
    vector.get("data_frame_order").forEach(stream -> recorded.add(stream.asInt()));
    int frames = vector.get("first_stream_end_after").asInt();

    try (Http2Peer client = gateway.connectHttp2(INITIAL_WINDOW_SIZE, 0)) {
      assertThat(order(client, vector, frames)).as(name).isEqualTo(recorded.subList(0, frames));
    }
  }

  /** Pushes of H2O have a separate test: the gateway sends the document first, unlike H2O. */
  static Stream<Object[]> vectors() throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (JsonNode vector : JsonMapper.shared().readTree(Files.readString(VECTORS))) {
      if (vector.get("links").isNull()) {
        rows.add(
            new Object[] {vector.get("id").asString() + " " + vector.get("note").asString(), vector
            });
      }
    }
    return rows.stream();
  }

  private static List<Integer> order(Http2Peer client, JsonNode vector, int frames) {
    vector.get("priority_frames_before").forEach(frame -> prioritize(client, frame));
    for (JsonNode request : vector.get("requests")) {
      String path = request.get("path").asString().replace("/big/", "/assets/");
      int stream = request.get("stream").asInt();
      if (request.get("weight").isNull()) {
        client.get(stream, path);
      } else {
        client.get(stream, dependency(request), path);
      }
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS && frame.stream() == stream);
    }
    vector.get("priority_frames_after").forEach(frame -> prioritize(client, frame));
    client.windowUpdate(0, frames * FRAME - FIRST_WINDOW);
    client.send(
        Http2Peer.SETTINGS,
        0,
        0,
        ByteBuffer.allocate(6)
            .putShort((short) INITIAL_WINDOW_SIZE)
            .putInt(WIDE)
            .array());
    List<Integer> order = new ArrayList<>();
    while (order.size() < frames) {
      order.add(client.readUntil(frame -> frame.type() == Http2Peer.DATA).stream());
    }
    return order;
  }

  private static void prioritize(Http2Peer client, JsonNode frame) {
    client.send(Http2Peer.PRIORITY, 0, frame.get("stream").asInt(), dependency(frame));
  }

  /** RFC 7540 section 6.3. */
  private static byte[] dependency(JsonNode node) {
    int parent = node.get("depends_on").asInt();
    boolean isExclusive = node.get("exclusive").asBoolean();
    return ByteBuffer.allocate(5)
        .putInt(isExclusive ? parent | 0x8000_0000 : parent)
        .put((byte) (node.get("weight").asInt() - 1))
        .array();
  }
}
