package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.http.Conditions.Verdict;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConditionsTest {
  private static final String TAG = "\"v1\"";
  private static final String BEFORE = "Sat, 21 Nov 2026 09:43:26 GMT";
  private static final String SAME = "Sat, 21 Nov 2026 09:43:27 GMT";
  private static final String AFTER = "Sat, 21 Nov 2026 09:43:28 GMT";
  private static final String SAME_RFC_850 = "Saturday, 21-Nov-26 09:43:27 GMT";
  private static final String SAME_ASCTIME = "Sat Nov 21 09:43:27 2026";
  private static final long MODIFIED = HttpDate.parse(SAME);
  private static final long MUCH_LATER = (MODIFIED + 60) * 1000;

  /** One row: the four fields in the order of RFC 9110 13.2.2, and the expected decision. */
  record Row(
      String name,
      @Nullable String match,
      @Nullable String unmodifiedSince,
      @Nullable String noneMatch,
      @Nullable String modifiedSince,
      Verdict verdict) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row("nothing", null, null, null, null, Verdict.PROCEED),
        new Row("match: same", TAG, null, null, null, Verdict.PROCEED),
        new Row("match: star", "*", null, null, null, Verdict.PROCEED),
        new Row("match: in a list", "\"a\",,\t\"v1\"", null, null, null, Verdict.PROCEED),
        new Row("match: other", "\"v2\"", null, null, null, Verdict.FAILED),
        new Row("match: weak never matches", "W/\"v1\"", null, null, null, Verdict.FAILED),
        new Row("match: comma within quotes", "\"a,\"v1\"", null, null, null, Verdict.FAILED),
        new Row("match: no tag at all", "v1", null, null, null, Verdict.FAILED),
        new Row("match: open quote", "\"v1", null, null, null, Verdict.FAILED),
        new Row("match wins over unmodified-since", TAG, BEFORE, null, null, Verdict.PROCEED),
        new Row("unmodified-since: same", null, SAME, null, null, Verdict.PROCEED),
        new Row("unmodified-since: before", null, BEFORE, null, null, Verdict.FAILED),
        new Row("unmodified-since: no date", null, "soon", null, null, Verdict.PROCEED),
        new Row("failed wins over not modified", "\"v2\"", null, TAG, null, Verdict.FAILED),
        new Row("none-match: same", null, null, TAG, null, Verdict.NOT_MODIFIED),
        new Row("none-match: weak", null, null, "W/\"v1\"", null, Verdict.NOT_MODIFIED),
        new Row("none-match: star", null, null, "*", null, Verdict.NOT_MODIFIED),
        new Row("none-match: in a list", null, null, "W/\"a\", \"v1\"", null, Verdict.NOT_MODIFIED),
        new Row("none-match: other", null, null, "\"v2\"", null, Verdict.PROCEED),
        new Row("none-match: prefix", null, null, "\"v\", \"v11\"", null, Verdict.PROCEED),
        new Row("none-match wins over modified-since", null, null, "\"v2\"", SAME, Verdict.PROCEED),
        new Row("modified-since: same", null, null, null, SAME, Verdict.NOT_MODIFIED),
        new Row("modified-since: after", null, null, null, AFTER, Verdict.NOT_MODIFIED),
        new Row("modified-since: before", null, null, null, BEFORE, Verdict.PROCEED),
        new Row("modified-since: no date", null, null, null, "yesterday", Verdict.PROCEED),
        new Row("modified-since: RFC 850", null, null, null, SAME_RFC_850, Verdict.NOT_MODIFIED),
        new Row("modified-since: asctime", null, null, null, SAME_ASCTIME, Verdict.NOT_MODIFIED));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void areEvaluatedInTheOrderOfTheirPrecedence(Row row) {
    Conditions conditions =
        new Conditions(row.match, row.unmodifiedSince, row.noneMatch, row.modifiedSince, null);

    assertThat(conditions.judge(TAG, MODIFIED)).isEqualTo(row.verdict);
  }

  @Test
  void ifRangeHoldsOnlyForTheSameVersion() {
    assertThat(rangeHolds(null, MUCH_LATER)).isTrue();
    assertThat(rangeHolds(TAG, MUCH_LATER)).isTrue();
    assertThat(rangeHolds("\"v2\"", MUCH_LATER)).isFalse();
    assertThat(rangeHolds("W/\"v1\"", MUCH_LATER)).isFalse();
    assertThat(rangeHolds(SAME, MUCH_LATER)).isTrue();
    assertThat(rangeHolds(AFTER, MUCH_LATER)).isFalse();
    assertThat(rangeHolds(BEFORE, MUCH_LATER)).isFalse();
    assertThat(rangeHolds("x", MUCH_LATER)).isFalse();
  }

  @Test
  void ifRangeWithAWeakDateDoesNotHold() {
    assertThat(rangeHolds(SAME, MODIFIED * 1000 + 500)).isFalse();
  }

  private static boolean rangeHolds(@Nullable String ifRange, long nowMillis) {
    return new Conditions(null, null, null, null, ifRange).rangeHolds(TAG, MODIFIED, nowMillis);
  }
}
