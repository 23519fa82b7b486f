package io.lychgate.gateway.history.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.history.EventKind;
import io.lychgate.gateway.history.HistoryEvent;
import io.lychgate.gateway.history.report.Report.Confounder;
import io.lychgate.gateway.history.report.Report.Excluded;
import io.lychgate.gateway.history.report.Report.Figure;
import io.lychgate.gateway.history.report.Report.Missing;
import io.lychgate.gateway.history.report.Report.Refusal;
import io.lychgate.gateway.history.report.Report.RefusalReason;
import io.lychgate.gateway.history.report.Report.Verdict;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Tally;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BeforeAfterTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant TUESDAY = Instant.parse("2026-06-09T10:07:00Z");
  private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");
  private static final HistoryEvent H2 =
      event("1", TUESDAY, EventKind.PROTOCOLS, "public serves h2");

  @Test
  void planTakesTheLongestWholeWeeksWithoutTheDayOfTheEvent() {
    ReportPlan plan = plan(TUESDAY.plus(Duration.ofDays(16)));

    assertThat(plan.basis()).isEqualTo(ReportBasis.WEEKS);
    assertThat(plan.width()).isEqualTo(Duration.ofHours(1));
    assertThat(plan.beforeFrom()).isEqualTo("2026-05-25T22:00:00Z");
    assertThat(plan.beforeTo()).isEqualTo("2026-06-08T22:00:00Z");
    assertThat(plan.afterFrom()).isEqualTo("2026-06-09T22:00:00Z");
    assertThat(plan.afterTo()).isEqualTo("2026-06-23T22:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "PT2M, QUICK, PT10S, PT1M40S",
    "PT50M, QUICK, PT1M, PT48M",
    "PT23H, QUICK, PT1M, PT6H",
    "PT25H, DAYS, PT15M, PT24H",
    "P5DT2H, DAYS, PT15M, PT120H",
    "P7DT23H, WEEKS, PT15M, PT168H",
    "P40D, WEEKS, PT1H, PT672H"
  })
  void basisFollowsTheTimeSinceTheEvent(
      Duration since, ReportBasis basis, Duration width, Duration length) {
    ReportPlan plan = plan(TUESDAY.plus(since));

    assertThat(plan.basis()).isEqualTo(basis);
    assertThat(plan.width()).isEqualTo(width);
    assertThat(Duration.between(plan.afterFrom(), plan.afterTo())).isEqualTo(length);
    assertThat(Duration.between(plan.beforeFrom(), plan.beforeTo())).isEqualTo(length);
  }

  @Test
  void quickLookUsesMinutesIfMemoryHasNoSeconds() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(12)));

    assertThat(BeforeAfter.plan(question).orElseThrow().width()).isEqualTo(Duration.ofSeconds(10));
    assertThat(BeforeAfter.plan(question.withSecondsFrom(TUESDAY)).orElseThrow().width())
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(BeforeAfter.plan(question.withSite("shop")).orElseThrow().width())
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void quickLookSoonAfterAStartBeginsWithTheFirstSecond() {
    Instant started = TUESDAY.minusSeconds(128);
    for (int seconds : List.of(120, 300, 1000)) {
      ReportQuestion question = ReportQuestion.about(
              H2, BERLIN, TUESDAY.plusSeconds(seconds), TUESDAY.minusSeconds(180))
          .withSecondsFrom(started);

      ReportPlan plan = BeforeAfter.plan(question).orElseThrow();

      assertThat(plan.width()).isEqualTo(Duration.ofSeconds(10));
      assertThat(plan.beforeFrom()).isEqualTo(TUESDAY.minusSeconds(120));
      assertThat(plan.length()).isEqualTo(Duration.ofSeconds(100));
      assertThat(BeforeAfter.report(question, traffic(question, 1), List.of()).refused())
          .isNull();
    }
  }

  @Test
  void clockWithNanosecondsHasTheSameWindows() {
    Instant now = TUESDAY.plusSeconds(200);

    assertThat(plan(now.plusNanos(595_791))).isEqualTo(plan(now));
  }

  @Test
  void questionSoonAfterAStartIsAnsweredAtTheMomentOfTheRefusal() {
    ReportQuestion early = ReportQuestion.about(
            H2, BERLIN, TUESDAY.plusSeconds(40), TUESDAY.minusSeconds(180))
        .withSecondsFrom(TUESDAY.minusSeconds(128));

    Refusal refusal = refusal(BeforeAfter.report(early, traffic(early, 1), List.of()));
    assertThat(refusal.text()).contains("2 of 8 blocks of 10 seconds after the event");
    ReportQuestion later = early.withNow(requireNonNull(refusal.askAgainAt()));

    assertThat(BeforeAfter.report(later, traffic(later, 1), List.of()).refused())
        .isNull();
  }

  @Test
  void wideningTheQuestionNeverReadsDeletedBlocks() {
    for (int hours = 1; hours < 24 * 400; hours += 7) {
      Instant now = TUESDAY.plus(Duration.ofHours(hours));
      ReportPlan plan = plan(now);
      Duration age = Duration.between(plan.from(), now);

      Duration kept = switch ((int) plan.width().toSeconds()) {
        case 10 -> Duration.ofHours(1);
        case 60 -> Duration.ofDays(2);
        case 900 -> Duration.ofDays(30);
        default -> Duration.ofDays(430);
      };
      assertThat(age).as(plan.toString()).isLessThanOrEqualTo(kept);
      assertThat(plan.to()).isBeforeOrEqualTo(now);
    }
  }

  @Test
  void sameQuestionHasTheSameReport() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9)));
    List<Block> blocks = traffic(question, 1 / 6.0);

    Report report = BeforeAfter.report(question, blocks, List.of());
    List<Block> reversed = new ArrayList<>(blocks);
    Collections.reverse(reversed);

    assertThat(BeforeAfter.report(question, reversed, List.of())).isEqualTo(report);
  }

  @Test
  void quickLookFindsThePlantedReductionAndMakesNoGeneralClaim() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(5)));
    Report report = BeforeAfter.report(question, traffic(question, 1 / 6.0), List.of());

    assertThat(report.basis()).isEqualTo(ReportBasis.QUICK);
    assertThat(report.blockSeconds()).isEqualTo(10);
    assertThat(primary(report).verdict()).isEqualTo(Verdict.FELL);
    assertThat(primary(report).change()).isCloseTo(1 / 6.0 - 1, within(0.03));
    assertThat(report.conclusion()).contains("no claim about visitors in general");
  }

  @Test
  void figuresAreSumsOfTheWindows() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50)));
    Report report = BeforeAfter.report(
        question, blocks(question, tally -> {}, tally -> tally.add(Measure.OPENED, 50)), List.of());

    Figure perView = figure(report, "opened-per-view");
    assertThat(perView.before()).isCloseTo(6_000, within(1e-9));
    assertThat(perView.after()).isCloseTo(11_000, within(1e-9));
    assertThat(perView.per()).isEqualTo("1000-page-views");
    assertThat(perView.change()).isCloseTo(5 / 6.0, within(1e-9));
    assertThat(figure(report, "opened-per-request").before()).isCloseTo(200, within(1e-9));
    assertThat(figure(report, "requests-per-connection").before()).isCloseTo(5, within(1e-9));
    assertThat(figure(report, "cpu-per-request").before()).isCloseTo(0.2, within(1e-9));
    assertThat(figure(report, "handshake-cpu-per-view").before()).isCloseTo(6, within(1e-9));
    assertThat(figure(report, "error-share").before()).isCloseTo(0.01, within(1e-9));
    assertThat(figure(report, "first-byte-p50").missing())
        .isEqualTo("0 of 40 measured responses before the event");
  }

  @Test
  void reportWithoutPageViewsIsPerRequest() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50)));
    Report report = BeforeAfter.report(
        question,
        blocks(question, tally -> tally.add(Measure.PAGE_VIEWS, -10), tally -> {}),
        List.of());

    assertThat(primary(report).id()).isEqualTo("opened-per-request");
    assertThat(figure(report, "opened-per-view").missing())
        .isEqualTo("0 of 100 page views before the event");
    assertThat(figure(report, "opened-per-view").verdict()).isNull();
  }

  @Test
  void rareEventsHaveValuesButNoVerdict() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50)));
    Report report = BeforeAfter.report(
        question,
        blocks(question, tally -> tally.add(Measure.SERVER_ERRORS, -3), tally -> {}),
        List.of());

    assertThat(figure(report, "error-share").before()).isZero();
    assertThat(figure(report, "error-share").change()).isNull();
    assertThat(figure(report, "error-share").missing()).startsWith("none before the event");
    assertThat(report.toString()).doesNotContain("NaN").doesNotContain("Infinity");
  }

  @Test
  void siteHasNoFiguresOfTheWholeGateway() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9))).withSite("shop");
    Report report = BeforeAfter.report(question, traffic(question, 1 / 6.0), List.of());

    assertThat(primary(report).verdict()).isEqualTo(Verdict.FELL);
    assertThat(figure(report, "cpu-per-view").before()).isNull();
    assertThat(figure(report, "cpu-per-view").missing()).contains("not by site");
    assertThat(figure(report, "full-per-view").verdict()).isEqualTo(Verdict.FELL);
    assertThat(report.title()).isEqualTo("Before and after: public serves h2 (shop)");
  }

  @Test
  void blocksThatAreNotCompleteAreLeftOutAndCounted() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9)));
    List<Block> blocks = new ArrayList<>(traffic(question, 1));
    observed(blocks, 10, Map.of("a", 900_000L, "b", 900_000L));
    observed(blocks, 11, Map.of("a", 900_000L));
    observed(blocks, 12, Map.of("a", 900_000L, "b", 900_000L));
    observed(blocks, 20, Map.of("a", 400_000L));
    observed(blocks, 30, Map.of("a", 1_000_000L));
    observed(blocks, 40, Map.of("a", 860_000L));
    blocks.remove(50);

    Report report = BeforeAfter.report(question, blocks, List.of());

    assertThat(report.excluded())
        .containsExactly(
            new Excluded(Matching.Exclusion.GAP.text(), 1),
            new Excluded(Matching.Exclusion.MISSING_NODE.text(), 1),
            new Excluded(Matching.Exclusion.PART.text(), 1),
            new Excluded(Matching.Exclusion.OVERLAP.text(), 1),
            new Excluded(Matching.Exclusion.NO_PARTNER.text(), 4));
    assertThat(requireNonNull(report.windows()).after().blocks()).isEqualTo(668);
    assertThat(requireNonNull(report.windows()).before().blocks()).isEqualTo(668);
    assertThat(report.confounders()).extracting(Confounder::kind).contains("missing-nodes");
  }

  @Test
  void blockOfANodeThatLeftTheFleetIsKept() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9)));
    List<Block> blocks = new ArrayList<>(traffic(question, 1));
    for (int i = 0; i < 300; i++) {
      observed(blocks, i, Map.of("a", 900_000L, "b", 900_000L));
    }

    Report report = BeforeAfter.report(question, blocks, List.of());

    assertThat(report.excluded()).isEmpty();
    assertThat(report.confounders())
        .filteredOn(confounder -> confounder.kind().equals("nodes"))
        .singleElement()
        .satisfies(nodes -> assertThat(nodes.size()).isLessThan(-0.2));
  }

  @ParameterizedTest
  @CsvSource({
    // Clocks go back on 25 October: the hour from 2:00 comes twice, and only its first pass counts.
    "2026-10-22T10:00:00Z, 4, 'SECOND_PASS'",
    // Clocks go forward on 29 March: the hour from 2:00 has no partner on the other Sunday.
    "2026-03-26T10:00:00Z, 4, 'NO_PARTNER'"
  })
  void hoursThatClocksDoubleOrLeaveOutAreNotCompared(
      Instant at, int count, Matching.Exclusion exclusion) {
    ReportQuestion question = new ReportQuestion(
        at,
        null,
        Duration.ofDays(7),
        BERLIN,
        "",
        at.plus(Duration.ofDays(9)),
        at.minus(Duration.ofDays(20)),
        null);

    Report report = BeforeAfter.report(question, traffic(question, 1), List.of());

    assertThat(report.basis()).isEqualTo(ReportBasis.WEEKS);
    assertThat(report.excluded()).containsExactly(new Excluded(exclusion.text(), count));
  }

  @Test
  void pairsShareWeekdayAndTimeOfDay() {
    Instant at = Instant.parse("2026-10-22T10:00:00Z");
    ReportQuestion question = new ReportQuestion(
        at, null, Duration.ofDays(14), BERLIN, "", at.plus(Duration.ofDays(16)), LONG_AGO, null);
    ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
    Matching matching = Matching.of(plan, traffic(question, 1), BERLIN);

    assertThat(matching.after()).isNotEmpty();
    for (int i = 0; i < matching.after().size(); i++) {
      var before = matching.before().get(i).start().atZone(BERLIN);
      var after = matching.after().get(i).start().atZone(BERLIN);
      assertThat(before.getDayOfWeek()).isEqualTo(after.getDayOfWeek());
      assertThat(before.toLocalTime()).isEqualTo(after.toLocalTime());
    }
  }

  @Test
  void weekendIsNotComparedWithWorkingDays() {
    Instant friday = Instant.parse("2026-06-12T22:00:00Z");
    ReportQuestion question = new ReportQuestion(
        friday,
        null,
        Duration.ofDays(1),
        ZoneOffset.UTC,
        "",
        friday.plus(Duration.ofHours(26)),
        LONG_AGO,
        null);

    Refusal refusal = refusal(BeforeAfter.report(question, traffic(question, 1), List.of()));

    assertThat(refusal.reason()).isEqualTo(RefusalReason.TOO_THIN);
    assertThat(refusal.missing())
        .containsExactly(new Missing(
            "quarter hours with a partner at the same time of day and kind of day", 6, 72));
  }

  @Test
  void thinWindowNamesEachMissingThingAndWhenToAskAgain() {
    Instant now = TUESDAY.plus(Duration.ofSeconds(70));
    ReportQuestion question = question(now);
    Report report =
        BeforeAfter.report(question, blocks(question, tally -> {}, tally -> {}), List.of());

    Refusal refusal = refusal(report);
    assertThat(refusal.reason()).isEqualTo(RefusalReason.TOO_THIN);
    assertThat(refusal.missing())
        .contains(new Missing("blocks of 10 seconds after the event", 5, 8));
    assertThat(report.figures()).isEmpty();
    assertThat(report.basis()).isNull();
    assertThat(report.conclusion()).isEqualTo(refusal.text());
    Instant again = requireNonNull(refusal.askAgainAt());
    assertThat(again).isAfter(now);
    ReportQuestion later = new ReportQuestion(
        TUESDAY, H2, ReportQuestion.LONGEST, BERLIN, "", again, LONG_AGO, LONG_AGO);
    assertThat(BeforeAfter.report(later, blocks(later, tally -> {}, tally -> {}), List.of())
            .refused())
        .isNull();
  }

  @Test
  void waitingDoesNotHelpIfTheTimeBeforeIsTooShort() {
    ReportQuestion question = new ReportQuestion(
        TUESDAY,
        H2,
        ReportQuestion.LONGEST,
        BERLIN,
        "",
        TUESDAY.plus(Duration.ofMinutes(10)),
        TUESDAY.minusSeconds(50),
        TUESDAY.minusSeconds(50));
    Refusal refusal = refusal(
        BeforeAfter.report(question, blocks(question, tally -> {}, tally -> {}), List.of()));

    assertThat(refusal.missing())
        .extracting(Missing::what)
        .contains("blocks of 10 seconds before the event");
    assertThat(refusal.askAgainAt()).isNull();
    assertThat(refusal.text()).contains("Waiting does not help");
  }

  @Test
  void fewRequestsAreTooThin() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9)));
    Report report = BeforeAfter.report(
        question,
        new SyntheticTraffic(1, BERLIN, Duration.ofMinutes(15))
            .views(0.1)
            .blocks(plan(question.now()).from(), plan(question.now()).to()),
        List.of());

    assertThat(refusal(report).missing())
        .extracting(Missing::what)
        .contains("requests before the event", "page views before the event");
    assertThat(refusal(report).askAgainAt()).isAfter(question.now());
  }

  @Test
  void momentsWithoutDataAreRefused() {
    Instant now = TUESDAY.plus(Duration.ofDays(9));

    assertThat(reason(now.plusSeconds(1), now, LONG_AGO)).isEqualTo(RefusalReason.IN_THE_FUTURE);
    assertThat(reason(TUESDAY, now, TUESDAY.plusSeconds(1)))
        .isEqualTo(RefusalReason.BEFORE_FIRST_DATA);
    assertThat(reason(now.minus(Duration.ofDays(401)), now, LONG_AGO))
        .isEqualTo(RefusalReason.BEYOND_RETENTION);
    assertThat(reason(now.minus(Duration.ofDays(3650)), now, LONG_AGO))
        .isEqualTo(RefusalReason.BEYOND_RETENTION);
    assertThat(reason(TUESDAY, now, null)).isEqualTo(RefusalReason.NO_DATA);
    assertThat(reason(TUESDAY, now, LONG_AGO)).isEqualTo(RefusalReason.NO_DATA);
  }

  @Test
  void oneSideWithoutDataIsRefused() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9)));
    List<Block> onlyBefore = traffic(question, 1).stream()
        .filter(block -> block.start().isBefore(TUESDAY))
        .toList();

    Refusal refusal = refusal(BeforeAfter.report(question, onlyBefore, List.of()));

    assertThat(refusal.reason()).isEqualTo(RefusalReason.NO_DATA);
    assertThat(refusal.text()).contains("only before the event");
  }

  @Test
  void blocksThatCannotBeComparedAreAnError() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9)));
    List<Block> blocks = new ArrayList<>(traffic(question, 1));
    blocks.add(blocks.get(3));

    assertThatThrownBy(() -> BeforeAfter.report(question, blocks, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two blocks");
  }

  @Test
  void confoundersAreNamedWithTheirSize() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50)));
    List<Block> blocks = blocks(question, tally -> tally.add(Measure.VIEWS_CHROMIUM, 10), tally -> {
      tally.add(Measure.REQUESTS, 300);
      tally.add(Measure.VIEWS_CHROMIUM, 5);
      tally.add(Measure.VIEWS_FIREFOX, 5);
    });
    List<HistoryEvent> events = List.of(
        H2,
        event("2", TUESDAY.plusSeconds(1), EventKind.RELOAD, "same change"),
        event("6", TUESDAY, EventKind.ALT_SVC, "same change"),
        event("3", TUESDAY.plusSeconds(600), EventKind.DEPLOY, "shop 7.1"),
        event("4", TUESDAY.minusSeconds(600), EventKind.START, "started"),
        event("5", TUESDAY.plusSeconds(86_400), EventKind.DEPLOY, "another day"));

    Report report = BeforeAfter.report(question, blocks, events);

    assertThat(report.confounders())
        .extracting(Confounder::kind)
        .containsExactly("restart", "event", "volume", "browsers", "views-per-request");
    assertThat(report.confounders().get(1).text()).contains("(deploy): shop 7.1");
    assertThat(report.confounders().get(2).size()).isCloseTo(1, within(1e-9));
    assertThat(report.confounders().get(3).text()).contains("Chromium: from 100 % to 50 %");
    assertThat(report.confounders().get(4).size()).isCloseTo(-0.5, within(1e-9));
    assertThat(report.conclusion()).contains("not assigned by chance").contains("other events");
  }

  @Test
  void newerProtocolsBeforeTheEventAndOtherSitesAreNamed() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50)));
    List<Block> blocks = new ArrayList<>();
    for (Block block : blocks(question, tally -> {}, tally -> {})) {
      Map<Part, Tally> parts = new HashMap<>(block.parts());
      Tally h2 = new Tally();
      h2.add(Measure.REQUESTS, 100);
      parts.put(Part.whole("h2"), h2);
      parts.put(new Part(Scope.SITE, block.start().isBefore(TUESDAY) ? "shop" : "blog", "h2"), h2);
      blocks.add(new Block(block.start(), block.width(), parts, block.observed()));
    }

    Report report = BeforeAfter.report(question, blocks, List.of());

    assertThat(report.confounders())
        .extracting(Confounder::kind)
        .containsExactly("protocols-before", "sites");
    assertThat(report.confounders().get(0).size()).isCloseTo(0.25, within(1e-9));
    assertThat(report.confounders().get(1).size()).isCloseTo(1, within(1e-9));
  }

  @Test
  void sumsOverProtocolsDoNotCountTwice() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50))).withSite("shop");
    List<Block> blocks = traffic(question, 1);
    List<Block> withSums = blocks.stream()
        .map(block -> {
          Map<Part, Tally> parts = new HashMap<>(block.parts());
          parts.put(
              new Part(Scope.SITE, "shop", Part.NO_PROTOCOL),
              parts.get(new Part(Scope.SITE, "shop", "h1")));
          return new Block(block.start(), block.width(), parts, block.observed());
        })
        .toList();

    assertThat(BeforeAfter.report(question, withSums, List.of()))
        .isEqualTo(BeforeAfter.report(question, blocks, List.of()));
  }

  @Test
  void estimateStandsBesideMeasuredVisitorsOfHttp1() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50)));
    List<Block> blocks = new ArrayList<>();
    for (Block block : blocks(question, tally -> {}, tally -> {})) {
      Map<Part, Tally> parts = new HashMap<>(block.parts());
      if (!block.start().isBefore(TUESDAY)) {
        Tally h2 = new Tally();
        h2.add(Measure.REQUESTS, 300);
        h2.add(Measure.PAGE_VIEWS, 10);
        h2.add(Measure.OPENED, 10);
        h2.add(Measure.H1_EQUIVALENT, 54);
        parts.put(Part.whole("h2"), h2);
      }
      blocks.add(new Block(block.start(), block.width(), parts, block.observed()));
    }

    var counterfactual =
        requireNonNull(BeforeAfter.report(question, blocks, List.of()).counterfactual());

    assertThat(counterfactual.per()).isEqualTo("1000-page-views");
    assertThat(counterfactual.estimate()).isCloseTo(5_400, within(1e-9));
    assertThat(counterfactual.measured()).isCloseTo(6_000, within(1e-9));
    assertThat(counterfactual.apart()).isCloseTo(-0.1, within(1e-9));
    assertThat(counterfactual.measuredBefore()).isCloseTo(6_000, within(1e-9));
    assertThat(counterfactual.apartBefore()).isCloseTo(-0.1, within(1e-9));
    assertThat(counterfactual.missing()).isNull();
  }

  @Test
  void estimateWithoutTrafficIsAbsentWithTheReason() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofMinutes(50)));
    Report report =
        BeforeAfter.report(question, blocks(question, tally -> {}, tally -> {}), List.of());

    assertThat(requireNonNull(report.counterfactual()).estimate()).isNull();
    assertThat(requireNonNull(report.counterfactual()).apart()).isNull();
    assertThat(requireNonNull(report.counterfactual()).missing())
        .isEqualTo("0 of 100 page views over HTTP/2 and HTTP/3 after the event");
  }

  @Test
  void conclusionHasAtMostThreeSentences() {
    ReportQuestion question = question(TUESDAY.plus(Duration.ofDays(9)));
    Report report = BeforeAfter.report(question, traffic(question, 1 / 6.0), List.of());

    assertThat(report.conclusion())
        .startsWith("Connections opened per 1,000 page views fell by 8")
        .contains("(95 % interval from −")
        .contains("The windows have 1 whole week on each side");
    assertThat(report.conclusion().split("(?<=[.]) (?=[A-Z])")).hasSize(3);
  }

  // ---- inputs ----

  private static RefusalReason reason(Instant at, Instant now, @Nullable Instant firstAt) {
    ReportQuestion question =
        new ReportQuestion(at, null, ReportQuestion.LONGEST, BERLIN, "", now, firstAt, null);
    Report report = BeforeAfter.report(question, List.of(), List.of());
    assertThat(report.figures()).isEmpty();
    assertThat(refusal(report).text()).isNotEmpty();
    return refusal(report).reason();
  }

  private static Refusal refusal(Report report) {
    return requireNonNull(report.refused());
  }

  private static ReportPlan plan(Instant now) {
    return BeforeAfter.plan(question(now)).orElseThrow();
  }

  private static ReportQuestion question(Instant now) {
    return ReportQuestion.about(H2, BERLIN, now, LONG_AGO).withSecondsFrom(LONG_AGO);
  }

  private static HistoryEvent event(String id, Instant at, EventKind kind, String text) {
    return new HistoryEvent(id, at, "", kind, "public", text, "gateway");
  }

  private static List<Block> traffic(ReportQuestion question, double factor) {
    ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
    return new SyntheticTraffic(7, BERLIN, plan.width())
        .planted(question.at(), factor)
        .views(plan.width().toSeconds() < 60 ? 20_000 : 1_200)
        .blocks(plan.from(), plan.to());
  }

  private interface Change {
    void to(Tally tally);
  }

  /** Returns blocks with the same round numbers, except for a change before and a change after the event. */
  private static List<Block> blocks(ReportQuestion question, Change before, Change after) {
    ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
    List<Block> blocks = new ArrayList<>();
    for (Instant start = plan.from(); start.isBefore(plan.to()); start = start.plus(plan.width())) {
      Tally tally = new Tally();
      tally.add(Measure.PAGE_VIEWS, 10);
      tally.add(Measure.OPENED, 60);
      tally.add(Measure.REQUESTS, 300);
      tally.add(Measure.SERVER_ERRORS, 3);
      tally.add(Measure.HANDSHAKE_NANOS, 60_000_000);
      (start.isBefore(question.at()) ? before : after).to(tally);
      Tally whole = new Tally();
      whole.add(Measure.CPU_NANOS, 60_000_000);
      blocks.add(new Block(
          start,
          plan.width(),
          Map.of(Part.whole("h1"), tally, Part.whole(Part.NO_PROTOCOL), whole),
          Map.of("a", plan.width().toMillis())));
    }
    return blocks;
  }

  private static void observed(List<Block> blocks, int index, Map<String, Long> observed) {
    Block block = blocks.get(index);
    blocks.set(index, new Block(block.start(), block.width(), block.parts(), observed));
  }

  private static Figure primary(Report report) {
    return report.figures().stream().filter(Figure::primary).findFirst().orElseThrow();
  }

  private static Figure figure(Report report, String id) {
    return report.figures().stream().filter(f -> f.id().equals(id)).findFirst().orElseThrow();
  }
}
