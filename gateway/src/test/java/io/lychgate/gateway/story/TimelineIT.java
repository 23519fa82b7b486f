package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A recorded connection: which stream sent which bytes when, and why. */
final class TimelineIT {
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int SIZE = 150_000;
  private static final int WIDE = 8 << 20;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/a.jpg", new byte[SIZE])
      .file("public/assets/b.jpg", new byte[SIZE])
      .file("public/assets/site.css", new byte[SIZE])
      .file("public/assets/small.css", "p { margin: 0 }")
      .more("priority: { timeline: { sample: off, events: 64 } }\n");

  private AdminPeer admin;

  /** Loads the files into memory, so that no request waits for a disk. */
  @BeforeAll
  static void warmFiles() {
    for (String file : new String[] {"a.jpg", "b.jpg", "site.css"}) {
      Commands.curl("-o", "/dev/null", GATEWAY.http("/assets/" + file)).expectSuccess();
    }
  }

  @BeforeEach
  void login() {
    admin = AdminPeer.login(GATEWAY.process().adminPort());
  }

  private String watchLoopback() {
    return admin
        .post("/timelines", Map.of("client", "127.0.0.1", "seconds", 60))
        .get("id")
        .asString();
  }

  /** Loads both files: reads no body before both heads have arrived, and then everything. */
  private static void loadBoth(
      String first, String firstPriority, String second, String secondPriority) {
    try (Http2Peer client = GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, 0)) {
      ask(client, 1, first, firstPriority);
      ask(client, 3, second, secondPriority);
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
      byte[] wide = ByteBuffer.allocate(6)
          .putShort((short) INITIAL_WINDOW_SIZE)
          .putInt(WIDE)
          .array();
      client.windowUpdate(0, WIDE).send(Http2Peer.SETTINGS, 0, 0, wide);
      client.readUntil(Http2Peer.Frame::ends);
      client.readUntil(Http2Peer.Frame::ends);
    }
  }

  private static void ask(Http2Peer client, int stream, String path, String priority) {
    if (priority.isEmpty()) {
      client.get(stream, path);
    } else {
      client.get(stream, path, "priority", priority);
    }
  }

  private JsonNode ended(String id) {
    JsonNode[] timeline = new JsonNode[1];
    Await.until(() -> {
      timeline[0] = admin.get("/timelines/" + id);
      assertThat(timeline[0].at("/timeline/state").asString()).isEqualTo("ended");
      for (JsonNode stream : timeline[0].get("streams")) {
        assertThat(stream.get("endedNanos").isNull()).isFalse();
      }
    });
    return timeline[0];
  }

  private static List<JsonNode> events(JsonNode timeline, String kind) {
    List<JsonNode> events = new ArrayList<>();
    timeline.get("events").forEach(event -> {
      if (event.get("kind").asString().equals(kind)) {
        events.add(event);
      }
    });
    return events;
  }

  private static List<String> texts(List<JsonNode> events, String field) {
    return events.stream().map(event -> event.get(field).asString()).toList();
  }

  @Test
  void moreUrgentStreamGoesFirstAndTheTimelineNamesTheReason() {
    String id = watchLoopback();

    loadBoth("/assets/a.jpg", "u=5", "/assets/b.jpg", "u=1");

    JsonNode timeline = ended(id);
    List<JsonNode> sent = events(timeline, "sent");
    int half = sent.size() / 2;
    assertThat(sent.subList(0, half)).allMatch(event -> event.get("stream").asInt() == 3);
    assertThat(sent.subList(half, sent.size()))
        .allMatch(event -> event.get("stream").asInt() == 1);
    assertThat(texts(sent, "reason")).containsOnly("most-urgent");
    assertThat(timeline.at("/reasons/most-urgent").asString()).contains("more urgent");
    assertThat(texts(sent.subList(0, half), "priority")).containsOnly("u=1");
    assertThat(sent.stream().mapToInt(event -> event.get("bytes").asInt()).sum())
        .isEqualTo(2 * SIZE);
    assertThat(sent)
        .isSortedAccordingTo(
            (a, b) -> Long.compare(a.get("atNanos").asLong(), b.get("atNanos").asLong()));
    assertThat(texts(events(timeline, "priority"), "reason")).containsOnly("not-blocking");
    JsonNode lane = timeline.at("/streams/1");
    assertThat(lane.get("asked").asString()).isEqualTo("u=1");
    assertThat(lane.get("status").asInt()).isEqualTo(200);
    assertThat(lane.get("contentType").asString()).isEqualTo("image/jpeg");
    assertThat(lane.get("bytes").asInt()).isEqualTo(SIZE);
    assertThat(lane.get("ending").asString()).isEqualTo("complete");
  }

  @Test
  void incrementalStreamsTakeTurns() {
    String id = watchLoopback();

    loadBoth("/assets/a.jpg", "u=3, i", "/assets/b.jpg", "u=3, i");

    List<JsonNode> sent = events(ended(id), "sent");
    assertThat(texts(sent.subList(0, 6), "stream")).containsExactly("1", "3", "1", "3", "1", "3");
    assertThat(texts(sent, "reason")).containsOnly("incremental-turn");
  }

  @Test
  void raisedAssetCarriesTheReasonOfTheDecision() {
    String id = watchLoopback();

    loadBoth("/assets/a.jpg", "", "/assets/site.css", "");

    JsonNode timeline = ended(id);
    JsonNode raised = events(timeline, "priority").stream()
        .filter(event -> event.get("stream").asInt() == 3)
        .findFirst()
        .orElseThrow();
    assertThat(raised.get("reason").asString()).isEqualTo("blocking-asset-raised");
    assertThat(raised.get("priority").asString()).isEqualTo("before all weights");
    assertThat(texts(events(timeline, "sent"), "reason")).startsWith("raised", "raised");
  }

  @Test
  void clientReprioritizationIsRecordedWithItsReason() {
    String id = watchLoopback();
    byte[] update = "u=6".getBytes(StandardCharsets.US_ASCII);
    try (Http2Peer client = GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, 0)) {
      client.get(1, "/assets/a.jpg", "priority", "u=3");
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
      client.send(
          Http2Peer.PRIORITY_UPDATE,
          0,
          0,
          ByteBuffer.allocate(4 + update.length).putInt(1).put(update).array());
      client.send(Http2Peer.PING, 0, 0, new byte[8]);
      client.readUntil(frame -> frame.type() == Http2Peer.PING);
    }

    JsonNode timeline = ended(id);

    assertThat(texts(events(timeline, "priority"), "reason"))
        .containsExactly("not-blocking", "client-asked");
    assertThat(timeline.at("/streams/0/priority").asString()).isEqualTo("u=6");
    assertThat(timeline.at("/streams/0/ending").asString()).isEqualTo("failed");
  }

  @Test
  void fullRingKeepsTheNewestEventsAndCountsDroppedOnes() {
    String id = watchLoopback();
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int stream = 1; stream < 40; stream += 2) {
        client.get(stream, "/assets/missing").readResponse(stream);
      }
    }

    JsonNode timeline = ended(id);

    JsonNode summary = timeline.get("timeline");
    long dropped = summary.get("dropped").asLong();
    assertThat(dropped).isPositive();
    assertThat(summary.get("recorded").asLong()).isEqualTo(dropped + 64);
    assertThat(timeline.get("events").size()).isEqualTo(64);
    assertThat(timeline.at("/events/0/sequence").asLong()).isEqualTo(dropped);
    assertThat(timeline.at("/events/63/stream").asInt()).isEqualTo(39);
    assertThat(timeline.get("streams").size()).isEqualTo(16);
    assertThat(summary.get("streamsDropped").asInt()).isEqualTo(4);
  }

  @Test
  void connectionWithoutAWatchIsNotRecorded() {
    long before = admin.get("/timelines").get("total").asLong();

    loadBoth("/assets/a.jpg", "u=5", "/assets/b.jpg", "u=1");

    assertThat(admin.get("/timelines").get("total").asLong()).isEqualTo(before);
  }

  @Test
  void sampleNeedsNoWatch() {
    GATEWAY.process().apply(GATEWAY.yaml().replace("sample: off", "sample: 1/1"));
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/assets/small.css").readResponse(1);

      JsonNode newest = admin.get("/timelines?state=recording").at("/items/0");

      assertThat(newest.get("origin").asString()).isEqualTo("sample");
      assertThat(newest.at("/connection/protocol").asString()).isEqualTo("h2");
    } finally {
      GATEWAY.process().apply(GATEWAY.yaml());
    }
  }

  @Test
  void hostIsWatchedAndNoQueryIsStored() {
    String id =
        admin.post("/timelines", Map.of("host", "LOCALHOST:8443")).get("id").asString();
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/assets/small.css?token=secret").readResponse(1);

      JsonNode timeline = admin.get("/timelines/" + id);

      assertThat(timeline.at("/timeline/state").asString()).isEqualTo("recording");
      assertThat(timeline.at("/streams/0/path").asString()).isEqualTo("/assets/small.css");
      assertThat(timeline.toString() + admin.get("/timelines/" + id + "/har"))
          .doesNotContain("secret");
    }
  }
}
