package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Orders of DATA frames recorded from H2O 2.2.5, up to the end of the first stream. */
class H2oVectorsTest {
  private static final Map<String, String> TYPES = Map.of(
      "css",
      "text/css",
      "js",
      "application/javascript",
      "html",
      "text/html",
      "png",
      "image/png",
      "bin",
      "x/y");

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void sendsInTheRecordedOrder(String name, JsonNode vector) {
    List<Integer> recorded = new ArrayList<>();
    vector.get("data_frame_order").forEach(stream -> recorded.add(stream.asInt()));

    List<Integer> order =
        new Replay(vector, recorded).order(vector.get("first_stream_end_after").asInt());

    assertThat(order).as(name).isEqualTo(recorded.subList(0, order.size()));
  }

  static Stream<Object[]> vectors() throws IOException {
    try (InputStream in = H2oVectorsTest.class.getResourceAsStream("/h2o-scheduler-vectors.json")) {
      List<Object[]> rows = new ArrayList<>();
      for (JsonNode vector : JsonMapper.shared().readTree(Objects.requireNonNull(in))) {
        rows.add(
            new Object[] {vector.get("id").asString() + " " + vector.get("note").asString(), vector
            });
      }
      return rows.stream();
    }
  }

  /** One recorded connection, played on a tree with the override rules of H2O. */
  private static final class Replay {
    private final DependencyTree tree = new DependencyTree();
    private final PriorityOverride override;
    private final JsonNode vector;

    /** Remaining frames of each stream. */
    private final Map<Integer, Integer> left = new HashMap<>();

    Replay(JsonNode vector, List<Integer> recorded) {
      this.vector = vector;
      recorded.forEach(stream -> left.merge(stream, 1, Integer::sum));
      boolean on = vector.get("host_config").asString().endsWith("ON");
      override = new PriorityOverride(new PriorityPolicy(on, false));
    }

    List<Integer> order(int frames) {
      vector.get("priority_frames_before").forEach(this::prioritize);
      vector.get("requests").forEach(this::request);
      vector.get("priority_frames_after").forEach(this::prioritize);
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < frames; i++) {
        order.add(sendFrame(Objects.requireNonNull(tree.next())));
      }
      return order;
    }

    private int sendFrame(ScheduledStream stream) {
      if (left.merge(stream.streamId(), -1, Integer::sum) == 0) {
        tree.close(stream);
      }
      return stream.streamId();
    }

    private void prioritize(JsonNode frame) {
      assertThat(tree.reprioritize(frame.get("stream").asInt(), dependency(frame)))
          .isTrue();
    }

    private void request(JsonNode request) {
      int id = request.get("stream").asInt();
      ScheduledStream stream =
          tree.open(id, request.get("weight").isNull() ? null : dependency(request), null);
      vector
          .get("pushed")
          .propertyStream()
          .forEach(pushed -> promise(stream, pushed.getKey(), pushed.getValue()));
      respond(stream, request.get("path").asString(), false);
    }

    private void promise(ScheduledStream document, String id, JsonNode path) {
      ScheduledStream pushed =
          tree.open(Integer.parseInt(id), PriorityOverride.belowDocument(document), null);
      respond(pushed, path.asString(), true);
    }

    private void respond(ScheduledStream stream, String path, boolean pushed) {
      String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
      PriorityFacts facts = PriorityFacts.of(tree, stream, false, type, null);
      PriorityDecision decision =
          override.decide(pushed ? facts.withPromise(new PriorityFacts.Promise(false)) : facts);
      if (decision.priority() != null) {
        tree.reprioritize(stream.streamId(), decision.priority());
      }
      tree.activate(stream);
    }

    private static TreeDependency dependency(JsonNode frame) {
      return new TreeDependency(
          frame.get("depends_on").asInt(),
          frame.get("weight").asInt(),
          frame.get("exclusive").asBoolean());
    }
  }
}
