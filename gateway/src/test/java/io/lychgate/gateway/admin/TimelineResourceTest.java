package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.observe.timeline.StreamEnding;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.testkit.NewestJdk;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleReason;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@NewestJdk
class TimelineResourceTest {
  private static final String ALL = "/api/v1/timelines";
  private static final Map<String, Object> WATCH = Map.of("client", "192.0.2.7", "seconds", 60);

  @TempDir
  Path directory;

  private AdminFixture admin;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory);
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  /** Records a connection with a page, a push and an image in progress. */
  private ConnectionTimeline record() {
    ConnectionTimeline timeline = Objects.requireNonNull(
        admin.timelines.visit("192.0.2.7", "localhost", new TimelineConfig(0, 16, 64)));
    timeline.streamOpened(1_000_000, 1, 0, get("/?q=secret"), TreeDependency.DEFAULT);
    timeline.streamOpened(2_000_000, 2, 1, get("/site.css"), new TreeDependency(1, 16, false));
    timeline.priorityDecided(
        3_000_000, 2, PriorityReason.PUSHED_ASSET_RAISED, null, TreeDependency.RAISED);
    timeline.headSent(4_000_000, 2, 200, "text/css");
    timeline.frameSent(5_000_000, 2, 500, ScheduleReason.RAISED);
    timeline.streamEnded(6_000_000, 2, StreamEnding.COMPLETE);
    timeline.headSent(7_000_000, 1, 200, "text/html");
    timeline.frameSent(8_000_000, 1, 900, ScheduleReason.WEIGHTED_TURN);
    timeline.streamOpened(9_000_000, 3, 0, get("/a.jpg"), Urgency.of(5, true));
    timeline.priorityDecided(
        10_000_000,
        3,
        PriorityReason.OPERATOR_RULE,
        "shop priorities[0] large images",
        Urgency.of(6, true));
    return timeline;
  }

  private static RequestHead get(String path) {
    return new RequestHead(HttpMethod.GET.asciiName(), true, "localhost", path, new Fields(0), 0);
  }

  private static String id(Reply response) {
    return response
        .json()
        .path("id")
        .asString(response.json().at("/timeline/id").asString(""));
  }

  @Test
  void editorWatchesAndViewerReads() {
    AdminClient viewer = admin.as(Role.VIEWER);
    Reply waiting = admin.as(Role.EDITOR).post(ALL, WATCH);
    assertThat(waiting.status()).isEqualTo(201);
    assertThat(waiting.json().get("state").asString()).isEqualTo("waiting");
    String address = waiting.header("location");
    assertThat(viewer.get(address).json().get("events").size()).isZero();

    record();

    JsonNode timeline = viewer.get(address).json();
    assertThat(timeline.at("/timeline/state").asString()).isEqualTo("recording");
    assertThat(timeline.at("/timeline/author").asString()).isEqualTo("editor-user");
    assertThat(timeline.at("/streams/1/promisedOn").asInt()).isEqualTo(1);
    assertThat(timeline.at("/streams/1/asked").asString()).isEqualTo("weight 16 below stream 1");
    assertThat(timeline.at("/events/2/reason").asString()).isEqualTo("pushed-asset-raised");
    assertThat(timeline.at("/events/2/source").isNull()).isTrue();
    assertThat(timeline.at("/events/9/source").asString())
        .isEqualTo("shop priorities[0] large images");
    assertThat(timeline.at("/reasons/pushed-asset-raised").asString()).startsWith("It is pushed");
    assertThat(viewer.get(ALL + "?state=recording").json().get("total").asInt()).isEqualTo(1);
    assertThat(viewer.get(ALL + "?state=ended").json().get("total").asInt()).isZero();
    String connection = timeline.at("/timeline/connection/id").asString();
    assertThat(viewer.get(ALL + "?connection=" + connection).json().get("total").asInt())
        .isEqualTo(1);
    assertThat(viewer.get(ALL + "?state=lost").code()).isEqualTo("invalid");
  }

  @Test
  void viewerMayNeitherWatchNorDelete() {
    AdminClient viewer = admin.as(Role.VIEWER);
    String id = id(admin.as(Role.EDITOR).post(ALL, WATCH));

    assertThat(viewer.post(ALL, WATCH).detail()).isEqualTo("role: viewer (expected: editor)");
    assertThat(viewer.delete(ALL + "/" + id).code()).isEqualTo("forbidden");
    assertThat(admin.client().get(ALL).code()).isEqualTo("unauthenticated");
  }

  @Test
  void auditTrailNamesTheUserOfAWatch() {
    AdminClient editor = admin.as(Role.EDITOR);
    String id = id(editor.post(ALL, Map.of("client", "192.0.2.7", "host", "Shop.Example:443")));
    assertThat(editor.delete(ALL + "/" + id).status()).isEqualTo(204);

    JsonNode trail = editor.get("/api/v1/audit?q=timeline").json();

    assertThat(trail.at("/items/1/action").asString()).isEqualTo("timeline.watch");
    assertThat(trail.at("/items/1/subject").asString())
        .isEqualTo("client 192.0.2.7, host shop.example");
    assertThat(trail.at("/items/0/action").asString()).isEqualTo("timeline.delete");
    assertThat(editor.get(ALL + "/" + id).code()).isEqualTo("not-found");
    assertThat(editor.delete(ALL + "/" + id).code()).isEqualTo("not-found");
    assertThat(editor.get(ALL + "/x").code()).isEqualTo("not-found");
  }

  @Test
  void errorOfAWatchIsReported() {
    AdminClient editor = admin.as(Role.EDITOR);

    assertThat(editor.post(ALL, Map.of("client", "example.com")).detail())
        .isEqualTo("client: example.com (expected: an IPv4 or IPv6 address)");
    assertThat(editor.post(ALL, Map.of("seconds", 10)).detail()).startsWith("client: absent");
    assertThat(editor.post(ALL, Map.of("host", "https://a/")).detail()).startsWith("host: https");
    assertThat(editor.post(ALL, Map.of("client", "::1", "seconds", 86_401)).detail())
        .isEqualTo("seconds: 86401 (expected: 1-86400)");
    assertThat(editor.post(ALL, Map.of("client", "::1", "minutes", 1)).code())
        .isEqualTo("unknown-field");
  }

  @Test
  void watchesAboveTheLimitAreRejected() {
    AdminClient editor = admin.as(Role.EDITOR);
    for (int i = 0; i < 32; i++) {
      assertThat(editor.post(ALL, WATCH).status()).isEqualTo(201);
    }

    assertThat(editor.post(ALL, WATCH).code()).isEqualTo("conflict");
  }

  @Test
  void archiveIsValidAndHoldsTheOrderOfFrames() {
    Reply waiting = admin.as(Role.EDITOR).post(ALL, WATCH);
    record();

    Reply archive = admin.as(Role.VIEWER).get(waiting.header("location") + "/har");

    assertThat(archive.header("content-disposition")).contains(".har\"");
    assertThat(archiveSchema().validate(archive.json())).isEmpty();
    JsonNode page = archive.json().at("/log/entries/0");
    JsonNode push = archive.json().at("/log/entries/1");
    JsonNode underWay = archive.json().at("/log/entries/2");
    assertThat(page.at("/request/url").asString()).isEqualTo("https://localhost/");
    assertThat(push.at("/time").asDouble()).isEqualTo(4);
    assertThat(push.at("/timings/wait").asDouble()).isEqualTo(2);
    assertThat(push.at("/timings/receive").asDouble()).isEqualTo(2);
    assertThat(push.at("/response/content/mimeType").asString()).isEqualTo("text/css");
    assertThat(push.at("/response/content/size").asInt()).isEqualTo(500);
    assertThat(push.at("/_was_pushed").asInt()).isEqualTo(1);
    assertThat(push.at("/_promised_on").asInt()).isEqualTo(1);
    assertThat(push.at("/_priority").asString()).isEqualTo("VeryHigh");
    assertThat(push.at("/_scheduleEvents/2/time").asDouble()).isEqualTo(2);
    assertThat(push.at("/_scheduleEvents/3/reason").asString()).isEqualTo("raised");
    assertThat(push.at("/_scheduleEvents/3/text").asString())
        .isEqualTo(ScheduleReason.RAISED.sentence());
    assertThat(underWay.at("/response/status").asInt()).isZero();
    assertThat(underWay.at("/_askedPriority").asString()).isEqualTo("u=5, i");
    assertThat(underWay.at("/_schedulePriority").asString()).isEqualTo("u=6, i");
    assertThat(underWay.at("/_scheduleEvents/1/source").asString())
        .isEqualTo("shop priorities[0] large images");
    assertThat(underWay.at("/_priority").asString()).isEqualTo("VeryLow");
    assertThat(archive.text()).doesNotContain("secret");
  }

  @Test
  void archiveOfAWaitingWatchIsEmptyAndValid() {
    Reply waiting = admin.as(Role.EDITOR).post(ALL, WATCH);

    Reply archive = admin.as(Role.VIEWER).get(waiting.header("location") + "/har");

    assertThat(archiveSchema().validate(archive.json())).isEmpty();
    assertThat(archive.json().at("/log/entries").size()).isZero();
  }

  /** The JSON Schema of the format, taken from har-validator. */
  private static Schema archiveSchema() {
    return SchemaRegistry.withDialect(Dialects.getDraft6())
        .getSchema(SchemaLocation.of("classpath:har-schema/har.json"));
  }
}
