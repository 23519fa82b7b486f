package io.lychgate.gateway.history.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.history.report.Report.Figure;
import io.lychgate.gateway.history.report.Report.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any question about any blocks has a clear answer: figures without holes, or a refusal. */
final class AnyQuestionTest {
  private static final List<ZoneId> ZONES = List.of(
      ZoneId.of("UTC"),
      ZoneId.of("Europe/Berlin"),
      ZoneId.of("Australia/Lord_Howe"),
      ZoneId.of("Asia/Kathmandu"),
      // 30 December 2011 does not exist there.
      ZoneId.of("Pacific/Apia"),
      // Its days begin at 1:00 when clocks go forward.
      ZoneId.of("America/Santiago"));

  @Test
  void answersOrRefuses() {
    Random random = new Random(11);
    int answers = 0;
    for (int run = 0; run < 400; run++) {
      ReportQuestion question = question(random);
      List<Block> blocks = BeforeAfter.plan(question)
          .map(plan -> damaged(
              random,
              new SyntheticTraffic(random.nextInt(), question.zone(), plan.width())
                  .views(random.nextInt(4) == 0 ? 2 : 2_000)
                  .blocks(plan.from(), plan.to())))
          .orElse(List.of());

      Report report = BeforeAfter.report(question, blocks, List.of());

      assertThat(Json.text(report)).doesNotContain("NaN").doesNotContain("Infinity");
      assertThat(report.conclusion()).isNotEmpty();
      assertThat(report.refused() == null).isEqualTo(report.figures().size() == 17);
      report.figures().forEach(AnyQuestionTest::checkFigure);
      if (report.refused() != null && report.refused().askAgainAt() != null) {
        assertThat(report.refused().askAgainAt()).isAfter(question.now());
      }
      answers += report.refused() == null ? 1 : 0;
    }
    assertThat(answers).isBetween(50, 350);
  }

  @Test
  void askingAgainAtTheGivenMomentLeadsToAnAnswer() {
    Random random = new Random(12);
    for (int run = 0; run < 200; run++) {
      ReportQuestion question = question(random);
      for (int asked = 0; asked < 8; asked++) {
        ReportPlan plan = BeforeAfter.plan(question).orElse(null);
        List<Block> blocks = plan == null
            ? List.of()
            : new SyntheticTraffic(run, question.zone(), plan.width())
                .views(2_000)
                .blocks(plan.from(), plan.to());
        Report report = BeforeAfter.report(question, blocks, List.of());
        Instant again = report.refused() == null ? null : report.refused().askAgainAt();
        if (again == null) {
          break;
        }
        assertThat(asked).as("refusals of %s", question).isLessThan(4);
        question = question.withNow(again);
      }
    }
  }

  private static void checkFigure(Figure figure) {
    assertThat(figure.verdict() == null).isEqualTo(figure.low() == null);
    assertThat(figure.low() == null).isEqualTo(figure.missing() != null);
    if (figure.low() != null && figure.high() != null && figure.change() != null) {
      assertThat(figure.low()).isLessThanOrEqualTo(figure.change());
      assertThat(figure.high()).isGreaterThanOrEqualTo(figure.change());
      assertThat(figure.verdict() == Verdict.FELL && figure.high() > 0).isFalse();
      assertThat(figure.verdict() == Verdict.ROSE && figure.low() < 0).isFalse();
    }
  }

  private static ReportQuestion question(Random random) {
    ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
    Instant at = Instant.parse(
            zone.getId().endsWith("Apia") ? "2011-12-25T10:07:31Z" : "2026-03-25T10:07:31Z")
        .plusSeconds(random.nextInt(15 * 86_400));
    // From a second to a month, as often short as long.
    Duration since = Duration.ofSeconds((long) Math.exp(random.nextDouble() * Math.log(2_600_000)));
    Duration before =
        Duration.ofSeconds((long) Math.exp(random.nextDouble() * Math.log(2_600_000)));
    Instant seconds = random.nextBoolean() ? at.minus(before) : null;
    return new ReportQuestion(
        at,
        null,
        Duration.ofDays(1 + random.nextInt(28)),
        zone,
        random.nextInt(5) == 0 ? "shop" : "",
        at.plus(since),
        at.minus(before),
        seconds);
  }

  private static List<Block> damaged(Random random, List<Block> blocks) {
    List<Block> damaged = new ArrayList<>();
    double losses = random.nextInt(3) * 0.1;
    for (Block block : blocks) {
      if (random.nextDouble() >= losses) {
        Map<String, Long> observed = new HashMap<>(block.observed());
        if (random.nextInt(20) == 0) {
          observed.put("b", (long) random.nextInt(2_000_000));
        }
        damaged.add(new Block(block.start(), block.width(), block.parts(), observed));
      }
    }
    return damaged;
  }
}
