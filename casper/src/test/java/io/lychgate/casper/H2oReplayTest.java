package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.H2oVectors.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Replays whole connections through the decider: each request causes the same pushes and cookies as in H2O. */
class H2oReplayTest {
  private static final int H2O_MAX_PUSHES = 99;
  /** Connections where H2O writes back a cached text that lacks the keys it has just merged. */
  private static final Set<String> STALE_IN_H2O = Set.of("B25");

  static Stream<List<Vector>> connections() {
    return H2oVectors.wholeConnections().stream().filter(steps -> steps.get(0).capacityBits() > 0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("connections")
  void pushesAndCookiesEqualThoseOfH2o(List<Vector> steps) {
    Connection connection = new Connection(steps.get(0));
    for (Vector step : steps) {
      List<String> pushed = connection.request(step);

      assertThat(pushed).as(step.toString()).isEqualTo(step.texts("pushed"));
      if (!STALE_IN_H2O.contains(step.text("id"))) {
        assertThat(connection.setCookie()).as(step.toString()).isEqualTo(step.setCookie());
      }
    }
  }

  /** The state that H2O keeps for one connection, built from the gateway's classes. */
  private static final class Connection {
    private final CasperCookie cookie;
    private final CacheFingerprint fingerprint;
    private final PushDiary diary = new PushDiary();
    private boolean isMade;

    Connection(Vector first) {
      CasperParameters parameters =
          CasperParameters.h2o(first.capacityBits(), TrackedTypes.BLOCKING_ASSETS);
      cookie = new CasperCookie(parameters);
      fingerprint = new CacheFingerprint(parameters, 0);
    }

    List<String> request(Vector step) {
      List<String> pushed = new ArrayList<>();
      if (mayPush(step.model()) && !step.texts("push_candidates").isEmpty()) {
        isMade = true;
        step.requestCookies().forEach(field -> cookie.read(field, fingerprint));
        push(step, pushed);
      }
      if (isMade && isTracked(step.model(), step.text("requested_path"))) {
        fingerprint.add(ResourceKey.h2o(step.text("requested_path")));
      }
      return pushed;
    }

    @Nullable
    String setCookie() {
      return isMade ? cookie.write(fingerprint) : null;
    }

    private void push(Vector step, List<String> pushed) {
      PushCandidate[] candidates = step.texts("push_candidates").stream()
          .map(
              path -> PushCandidate.of(path, destination(step.model(), path), Delivery.PUSH, 1, ""))
          .toArray(PushCandidate[]::new);
      PushDecision[] decisions = new PushDecision[candidates.length];
      PushDecider.decide(
          context(step),
          candidates,
          new CandidateFacts[candidates.length],
          candidates.length,
          decisions);
      for (int i = 0; i < candidates.length; i++) {
        diary.record(step.text("authority"), candidates[i]);
        if (decisions[i] == PushDecision.Push.PUSH && !failed(step.model(), candidates[i].path())) {
          fingerprint.add(candidates[i], CandidateFacts.UNKNOWN);
          pushed.add(candidates[i].path());
        }
      }
    }

    private PushContext context(Vector step) {
      return new PushContext(
          new PageRequest(
              step.text("authority"), step.text("requested_path"), true, false, false, true, false),
          new ClientAbilities(true, true, H2O_MAX_PUSHES),
          new PushPolicy(PushMode.PUSH, 0, H2O_MAX_PUSHES, Long.MAX_VALUE / 2, false),
          fingerprint,
          diary);
    }

    private static boolean mayPush(JsonNode model) {
      JsonNode max = model.get("max_concurrent");
      return model.get("enable_push").asBoolean()
          && model.get("push_preload").asBoolean()
          && !model.get("xff").asBoolean()
          && (max.isNull() || max.asInt() > 0);
    }

    private static Destination destination(JsonNode model, String path) {
      return isTracked(model, path) ? Destination.STYLE : Destination.IMAGE;
    }

    private static boolean isTracked(JsonNode model, String path) {
      return model
          .get("tracked")
          .valueStream()
          .anyMatch(tracked -> tracked.asString().equals(path));
    }

    private static boolean failed(JsonNode model, String path) {
      JsonNode status = model.get("status").get(path);
      return status != null && status.asInt() >= 400;
    }
  }
}
