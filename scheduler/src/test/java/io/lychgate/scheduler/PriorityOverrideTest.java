package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PriorityOverrideTest {
  private static final PriorityPolicy OFF = new PriorityPolicy(false, true);
  private static final PriorityPolicy ON = PriorityPolicy.defaults();
  private static final PriorityPolicy H2O = PriorityPolicy.h2o();
  private static final StreamPriority BELOW = new TreeDependency(7, 16, false);

  record Row(
      String name,
      PriorityPolicy policy,
      PriorityFacts facts,
      PriorityReason reason,
      @Nullable StreamPriority priority) {
    @Override
    public String toString() {
      return name;
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void decides(Row row) {
    PriorityDecision decision = new PriorityOverride(row.policy()).decide(row.facts());

    assertThat(decision.reason()).isEqualTo(row.reason());
    assertThat(decision.priority()).isEqualTo(row.priority());
    assertThat(decision.changes()).isEqualTo(row.priority() != null);
    assertThat(decision.reason().sentence()).endsWith(".");
  }

  static Stream<Row> rows() {
    return Stream.concat(requested(), Stream.concat(stated(), pushed()));
  }

  private static Stream<Row> requested() {
    PriorityFacts css = tree("text/css");
    PriorityFacts queued = facts(Urgency.DEFAULT, "text/css", true, false, false);
    return Stream.of(
        new Row(
            "css, no order", ON, css, PriorityReason.BLOCKING_ASSET_RAISED, TreeDependency.RAISED),
        new Row("css, off", OFF, css, PriorityReason.OVERRIDE_OFF, null),
        new Row("image", ON, tree("image/png"), PriorityReason.NOT_BLOCKING, null),
        new Row("no type", ON, tree(null), PriorityReason.NOT_BLOCKING, null),
        new Row(
            "css, idle groups",
            ON,
            facts(TreeDependency.DEFAULT, "text/css", true, true, false),
            PriorityReason.CLIENT_BUILDS_ITS_OWN_ORDER,
            null),
        new Row(
            "css below a stream",
            ON,
            facts(BELOW, "text/css", false, false, false),
            PriorityReason.CLIENT_CHOSE_A_PARENT,
            null),
        new Row(
            "css, no urgency stated",
            ON,
            queued,
            PriorityReason.BLOCKING_ASSET_RAISED,
            Urgency.RAISED),
        new Row(
            "css, urgency stated",
            ON,
            facts(Urgency.of(2, false), "text/css", true, false, true),
            PriorityReason.CLIENT_STATED_URGENCY,
            null),
        new Row(
            "css, weight and a priority field (Chromium)",
            ON,
            facts(TreeDependency.DEFAULT, "text/css", true, false, true),
            PriorityReason.BLOCKING_ASSET_RAISED,
            TreeDependency.RAISED));
  }

  private static Stream<Row> stated() {
    PriorityFacts queued = facts(Urgency.of(5, true), "text/css", true, false, true);
    PriorityFacts onTree = tree("image/png");
    return Stream.of(
        new Row(
            "manifest, queues",
            ON,
            queued.withManifestUrgency(1),
            PriorityReason.MANIFEST_URGENCY,
            Urgency.of(1, true)),
        new Row(
            "manifest, tree",
            ON,
            onTree.withManifestUrgency(0),
            PriorityReason.MANIFEST_URGENCY,
            new TreeDependency(0, 256, false)),
        new Row(
            "manifest, off", OFF, queued.withManifestUrgency(1), PriorityReason.OVERRIDE_OFF, null),
        new Row(
            "upstream, queues",
            ON,
            upstream(queued, "u=2"),
            PriorityReason.UPSTREAM_PRIORITY,
            Urgency.of(2, true)),
        new Row(
            "upstream, off",
            OFF,
            upstream(queued, "i=?0"),
            PriorityReason.UPSTREAM_PRIORITY,
            Urgency.of(5, false)),
        new Row(
            "upstream, malformed",
            ON,
            upstream(queued, "u="),
            PriorityReason.UPSTREAM_PRIORITY,
            Urgency.of(5, true)),
        new Row(
            "upstream before manifest",
            ON,
            upstream(onTree.withManifestUrgency(7), "u=1"),
            PriorityReason.UPSTREAM_PRIORITY,
            new TreeDependency(0, 220, false)),
        new Row(
            "upstream, below a stream",
            ON,
            upstream(facts(BELOW, null, false, false, false), "u=1"),
            PriorityReason.CLIENT_CHOSE_A_PARENT,
            null),
        new Row(
            "upstream, idle groups",
            ON,
            upstream(facts(TreeDependency.DEFAULT, null, true, true, false), "u=1"),
            PriorityReason.CLIENT_BUILDS_ITS_OWN_ORDER,
            null));
  }

  private static Stream<Row> pushed() {
    PriorityFacts css = facts(BELOW, "text/css", false, true, false);
    PriorityFacts early = css.withPromise(new PriorityFacts.Promise(false));
    PriorityFacts late = css.withPromise(new PriorityFacts.Promise(true));
    PriorityFacts image =
        facts(BELOW, "image/png", false, false, false).withPromise(new PriorityFacts.Promise(true));
    PriorityFacts queued = facts(Urgency.of(4, false), "text/css", true, false, false)
        .withPromise(new PriorityFacts.Promise(true));
    return Stream.of(
        new Row(
            "pushed css before the head", ON, early, PriorityReason.PUSHED_BELOW_DOCUMENT, null),
        new Row(
            "pushed css after the head",
            ON,
            late,
            PriorityReason.PUSHED_ASSET_RAISED,
            TreeDependency.RAISED),
        new Row(
            "pushed css, as H2O",
            H2O,
            early,
            PriorityReason.PUSHED_ASSET_RAISED,
            TreeDependency.RAISED),
        new Row(
            "pushed css, off",
            OFF,
            late,
            PriorityReason.PUSHED_ASSET_RAISED,
            TreeDependency.RAISED),
        new Row("pushed image", H2O, image, PriorityReason.PUSHED_BELOW_DOCUMENT, null),
        new Row(
            "pushed css, queues", ON, queued, PriorityReason.PUSHED_ASSET_RAISED, Urgency.RAISED),
        new Row(
            "pushed image, manifest",
            ON,
            image.withManifestUrgency(5),
            PriorityReason.MANIFEST_URGENCY,
            new TreeDependency(7, 74, false)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "text/css|true",
        "text/css; charset=utf-8|true",
        "text/css;charset=utf-8|true",
        "TEXT/CSS|true",
        "text/javascript|true",
        "application/javascript|true",
        "text/css2|false",
        "text/cs|false",
        "image/svg+xml|false",
        "''|false"
      })
  void knowsWhatBlocksPainting(String contentType, boolean blocking) {
    assertThat(PriorityOverride.isBlocking(contentType)).isEqualTo(blocking);
  }

  @Test
  void opensAPushBelowItsDocument() {
    ScheduledStream inTree = new DependencyTree().open(5, null, null);
    ScheduledStream queued = new UrgencyQueues().open(5, Urgency.of(3, true), null);
    ScheduledStream last = new UrgencyQueues().open(5, Urgency.of(7, true), null);

    assertThat(PriorityOverride.belowDocument(inTree)).isEqualTo(new TreeDependency(5, 16, false));
    assertThat(PriorityOverride.belowDocument(queued)).isSameAs(Urgency.of(4, false));
    assertThat(PriorityOverride.belowDocument(last)).isSameAs(Urgency.of(7, false));
  }

  private static PriorityFacts tree(@Nullable String contentType) {
    return facts(TreeDependency.DEFAULT, contentType, true, false, false);
  }

  private static PriorityFacts facts(
      StreamPriority current,
      @Nullable String contentType,
      boolean underRoot,
      boolean ownOrder,
      boolean stated) {
    return new PriorityFacts(
        current, underRoot, ownOrder, stated, contentType, PriorityFacts.NO_URGENCY, null, null);
  }

  private static PriorityFacts upstream(PriorityFacts facts, String field) {
    return new PriorityFacts(
        facts.current(),
        facts.dependsOnRoot(),
        facts.clientBuildsItsOwnOrder(),
        facts.clientStatedUrgency(),
        facts.contentType(),
        facts.manifestUrgency(),
        field,
        facts.promise());
  }
}
