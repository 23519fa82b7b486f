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
  void choosesThePriority(Row row) {
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
    PriorityFacts silent = facts(Urgency.DEFAULT, "text/css", true, false, false);
    PriorityFacts onTree = tree("image/png");
    PriorityFacts below = facts(BELOW, "image/png", false, false, false);
    PriorityFacts grouped = facts(TreeDependency.DEFAULT, "image/png", true, true, false);
    return Stream.of(
        rule("rule, queues", queued.withStated(null, says(1, null)), Urgency.of(1, true)),
        rule("rule, tree", onTree.withStated(null, says(6, null)), Urgency.of(6, false)),
        rule("rule, below a stream", below.withStated(null, says(1, true)), Urgency.of(1, true)),
        rule("rule, idle groups", grouped.withStated(null, says(7, null)), Urgency.of(7, false)),
        rule(
            "rule on what the default would raise",
            tree("text/css").withStated(null, says(4, null)),
            Urgency.of(4, false)),
        rule(
            "rule on incremental alone, queues",
            queued.withStated(null, says(StatedPriority.NO_URGENCY, false)),
            Urgency.of(5, false)),
        rule(
            "rule on incremental alone, raised by default",
            silent.withStated(null, says(StatedPriority.NO_URGENCY, true)),
            Urgency.of(0, true)),
        rule(
            "rule on incremental alone, tree",
            onTree.withStated(null, says(StatedPriority.NO_URGENCY, true)),
            null),
        rule(
            "rule before upstream",
            upstream(queued.withStated(null, says(1, null)), "u=7, i=?0"),
            Urgency.of(1, false)),
        entry("entry before rule", says(2, null), says(6, true), Urgency.of(2, true)),
        entry("entry alone", says(2, false), null, Urgency.of(2, false)),
        rule(
            "rule on urgency, entry on incremental",
            onTree.withStated(says(StatedPriority.NO_URGENCY, true), says(6, null)),
            Urgency.of(6, true)),
        new Row(
            "rule, default off",
            OFF,
            queued.withStated(null, says(1, null)),
            PriorityReason.OPERATOR_RULE,
            Urgency.of(1, true)),
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
            PriorityReason.CLIENT_STATED_URGENCY,
            null),
        new Row(
            "upstream without a word for us",
            ON,
            upstream(tree("text/css"), "x=1"),
            PriorityReason.BLOCKING_ASSET_RAISED,
            TreeDependency.RAISED),
        new Row(
            "upstream, below a stream",
            ON,
            upstream(below, "u=1"),
            PriorityReason.UPSTREAM_PRIORITY,
            Urgency.of(1, false)),
        new Row(
            "upstream over a place that stands for an urgency",
            ON,
            upstream(standing(below, Urgency.of(1, false)), "u=4"),
            PriorityReason.UPSTREAM_PRIORITY,
            Urgency.of(4, false)));
  }

  private static Row rule(String name, PriorityFacts facts, @Nullable StreamPriority priority) {
    return new Row(name, ON, facts, PriorityReason.OPERATOR_RULE, priority);
  }

  private static Row entry(
      String name, StatedPriority entry, @Nullable StatedPriority rule, StreamPriority priority) {
    PriorityFacts facts = tree("image/png").withStated(entry, rule);
    return new Row(name, ON, facts, PriorityReason.MANIFEST_URGENCY, priority);
  }

  private static StatedPriority says(int urgency, @Nullable Boolean incremental) {
    return new StatedPriority(urgency, incremental, "shop priorities[0]");
  }

  private static Stream<Row> pushed() {
    PriorityFacts.Promise waits = new PriorityFacts.Promise(false, Urgency.of(0, true));
    PriorityFacts.Promise goes = new PriorityFacts.Promise(true, waits.document());
    PriorityFacts css = facts(BELOW, "text/css", false, true, false);
    PriorityFacts image = facts(BELOW, "image/png", false, false, false).withPromise(goes);
    PriorityFacts queued =
        facts(Urgency.of(1, false), "text/css", true, false, false).withPromise(goes);
    PriorityFacts ruled = image.withStated(null, says(0, null));
    return Stream.of(
        new Row(
            "pushed css before the head",
            ON,
            css.withPromise(waits),
            PriorityReason.PUSHED_BELOW_DOCUMENT,
            null),
        new Row(
            "pushed css after the head",
            ON,
            css.withPromise(goes),
            PriorityReason.PUSHED_ASSET_RAISED,
            TreeDependency.RAISED),
        new Row(
            "pushed css, as H2O",
            H2O,
            css.withPromise(waits),
            PriorityReason.PUSHED_ASSET_RAISED,
            TreeDependency.RAISED),
        new Row(
            "pushed css, off",
            OFF,
            css.withPromise(goes),
            PriorityReason.PUSHED_ASSET_RAISED,
            TreeDependency.RAISED),
        new Row("pushed image, as H2O", H2O, image, PriorityReason.PUSHED_BELOW_DOCUMENT, null),
        new Row(
            "pushed image below the document of a browser",
            ON,
            image,
            PriorityReason.PUSHED_ABOVE_IMAGES,
            Urgency.of(1, false)),
        new Row(
            "pushed image, a page of which nothing is said",
            ON,
            image.withPromise(new PriorityFacts.Promise(true)),
            PriorityReason.PUSHED_ABOVE_IMAGES,
            Urgency.of(2, false)),
        new Row(
            "pushed css, queues", ON, queued, PriorityReason.PUSHED_ASSET_RAISED, Urgency.RAISED),
        rule("pushed image, rule", ruled, Urgency.of(0, false)),
        new Row(
            "pushed image, rule, before the head",
            ON,
            ruled.withPromise(waits),
            PriorityReason.PUSHED_BELOW_DOCUMENT,
            null),
        rule(
            "pushed image, rule on incremental alone",
            facts(Urgency.of(1, false), "image/png", true, false, false)
                .withPromise(goes)
                .withStated(null, says(StatedPriority.NO_URGENCY, true)),
            Urgency.of(1, true)));
  }

  @Test
  void namesTheRuleThatDecided() {
    PriorityOverride override = new PriorityOverride(ON);
    PriorityFacts facts = tree("image/png").withStated(null, says(6, null));

    assertThat(override.decide(facts).source()).isEqualTo("shop priorities[0]");
    assertThat(override.decide(tree("text/css")).source()).isNull();
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
  void classifiesRenderBlockingTypes(String contentType, boolean blocking) {
    assertThat(PriorityOverride.isBlocking(contentType)).isEqualTo(blocking);
  }

  @Test
  void opensAPushBelowItsDocument() {
    ScheduledStream inTree = new DependencyTree().open(5, null, null);
    ScheduledStream queued = new UrgencyQueues(100).open(5, Urgency.of(3, true), null);
    ScheduledStream last = new UrgencyQueues(100).open(5, Urgency.of(7, false), null);

    assertThat(PriorityOverride.belowDocument(inTree)).isEqualTo(new TreeDependency(5, 16, false));
    assertThat(PriorityOverride.belowDocument(queued)).isSameAs(Urgency.of(4, false));
    assertThat(PriorityOverride.belowDocument(last)).isSameAs(Urgency.of(7, true));
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
        current,
        current instanceof Urgency urgency ? urgency : Urgency.DEFAULT,
        underRoot,
        ownOrder,
        stated,
        contentType,
        null,
        null,
        null,
        null);
  }

  private static PriorityFacts upstream(PriorityFacts facts, String field) {
    return with(facts, facts.standing(), field);
  }

  private static PriorityFacts standing(PriorityFacts facts, Urgency standing) {
    return with(facts, standing, facts.upstreamPriority());
  }

  private static PriorityFacts with(
      PriorityFacts facts, Urgency standing, @Nullable CharSequence field) {
    return new PriorityFacts(
        facts.current(),
        standing,
        facts.dependsOnRoot(),
        facts.clientBuildsItsOwnOrder(),
        facts.clientStatedUrgency(),
        facts.contentType(),
        field,
        facts.promise(),
        facts.entry(),
        facts.rule());
  }
}
