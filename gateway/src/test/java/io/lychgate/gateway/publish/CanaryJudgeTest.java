package io.lychgate.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CanaryJudgeTest {
  private static final CanaryRules RULES = new CanaryRules(true, 1, 50, 20, 100);

  private static CanaryFigures figures(
      long requests, long errors, long p95, long views, long wasted) {
    return new CanaryFigures(1, requests, errors, p95, views, wasted);
  }

  @ParameterizedTest(name = "{0} requests, {1} errors, p95 {2}, {3}/{4} wasted: {5}")
  @CsvSource({
    "99, 99, 9000, 50, 50, TOO_FEW",
    "100, 0, 1000, 0, 0, HOLDS",
    // The others have 1 % of 5xx: one point more is 2 %.
    "100, 2, 1000, 0, 0, HOLDS",
    "100, 3, 1000, 0, 0, UNDO",
    "1000, 0, 1500, 0, 0, HOLDS",
    "1000, 0, 1501, 0, 0, UNDO",
    // The others waste 10 % of page views.
    "1000, 0, 1000, 100, 30, HOLDS",
    "1000, 0, 1000, 100, 31, UNDO",
    // A single client is no evidence.
    "1000, 0, 1000, 19, 19, HOLDS",
  })
  void comparesWithTheOtherNodes(
      long requests, long errors, long p95, long views, long wasted, CanaryJudge.Kind wanted) {
    CanaryFigures rest = figures(1000, 10, 1000, 100, 10);

    CanaryJudge.Verdict verdict =
        CanaryJudge.judge(RULES, figures(requests, errors, p95, views, wasted), rest);

    assertThat(verdict.kind()).as(verdict.sentence()).isEqualTo(wanted);
    assertThat(verdict.sentence()).isNotBlank();
  }

  @Test
  void errorsCountAbsolutelyWithoutOtherRequests() {
    CanaryFigures none = figures(0, 0, -1, 0, 0);

    assertThat(CanaryJudge.judge(RULES, figures(100, 2, 90_000, 0, 0), none).kind())
        .isEqualTo(CanaryJudge.Kind.UNDO);
    // A time cannot be compared then.
    assertThat(CanaryJudge.judge(RULES, figures(100, 0, 90_000, 0, 0), none).kind())
        .isEqualTo(CanaryJudge.Kind.HOLDS);
  }

  @ParameterizedTest(name = "{0} % of {1} nodes: {2}")
  @CsvSource({"1, 2, 1", "99, 2, 1", "25, 4, 1", "26, 4, 2", "34, 3, 2", "99, 100, 99"})
  void shareIsNeverNoneAndNeverAll(int percent, int nodes, int wanted) {
    assertThat(CanaryNodes.numberOf(percent, nodes)).isEqualTo(wanted);
  }

  @Test
  void choiceOfNodesIsStableAndGrows() {
    List<String> ids = IntStream.range(0, 20).mapToObj(id -> "node-" + id).toList();
    List<String> reversed = ids.stream().sorted(Comparator.reverseOrder()).toList();

    List<String> few = CanaryNodes.choose("shop", ids, 4);

    assertThat(CanaryNodes.choose("shop", reversed, 4)).isEqualTo(few);
    assertThat(CanaryNodes.choose("shop", ids, 8)).containsAll(few);
    assertThat(CanaryNodes.choose("blog", ids, 4)).isNotEqualTo(few);
  }

  @Test
  void rulesSurviveTheStore() {
    CanaryRules rules = new CanaryRules(false, 2, 3, 4, 5);

    assertThat(CanaryRules.of(rules.json())).isEqualTo(rules);
    assertThat(CanaryRules.of("")).isEqualTo(CanaryRules.defaults());
    assertThat(CanaryRules.of("[1]")).isEqualTo(CanaryRules.defaults());
  }
}
