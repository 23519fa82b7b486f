package io.lychgate.gateway.experiment.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.experiment.analysis.Compare.Question;
import io.lychgate.gateway.experiment.analysis.Compared.By;
import io.lychgate.gateway.experiment.analysis.Compared.Pair;
import io.lychgate.gateway.message.ArmAssignment.Period;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CompareTest {
  private static final long AT = Instant.parse("2026-03-02T10:20:00Z").toEpochMilli();
  private long units;

  private static Compare compare(By by, @Nullable String site) {
    return new Compare(new Question(Metric.LOAD, by, "h1", "h2", site));
  }

  private Observation view(String got, String page, long at, double load) {
    double[] values = new double[Metric.values().length];
    Arrays.fill(values, Double.NaN);
    values[Metric.LOAD.index()] = load;
    values[Metric.TTFB.index()] = 100;
    values[Metric.DNS.index()] = 10;
    values[Metric.CONNECT.index()] = 20;
    values[Metric.TLS.index()] = got.equals("h1") ? 30 : 20;
    values[Metric.REQUEST.index()] = 30;
    return new Observation(
        "a",
        units,
        units++,
        Period.UNKNOWN,
        at,
        "shop.example",
        page,
        got,
        "loaded",
        "cold",
        "mobile",
        "4g",
        values);
  }

  @Test
  void cellsArePairedByPageHourAndClass() {
    Compare compare = compare(By.PROTOCOL, null);
    for (int i = 0; i < 11; i++) {
      compare.add(view("h1", "/", AT, 1_000 + i));
      compare.add(view("h2", "/", AT, 800 + i));
      compare.add(view("h1", "/cart", AT, 500));
      compare.add(view("h2", "/cart", AT + Duration.ofHours(1).toMillis(), 700));
    }

    Compared compared = compare.compared();

    assertThat(compared.pairs()).hasSize(1);
    Pair pair = compared.pairs().get(0);
    assertThat(pair.page()).isEqualTo("/");
    assertThat(pair.hour()).isEqualTo(Instant.parse("2026-03-02T10:00:00Z"));
    assertThat(pair.a().views()).isEqualTo(11);
    assertThat(pair.a().median()).isCloseTo(1_005, within(6.0));
    assertThat(pair.b().median()).isCloseTo(805, within(5.0));
    assertThat(compared.pairsBelow()).isEqualTo(1);
    assertThat(compared.unpaired()).isEqualTo(2);
  }

  @Test
  void curvesRiseAndPartsAddUpToTheTimeToFirstByte() {
    Compare compare = compare(By.PROTOCOL, null);
    for (int i = 1; i <= 1_000; i++) {
      compare.add(view("h1", "/", AT, i));
    }
    Observation first = view("h1", "/", AT, 5);
    first.values()[Metric.DNS.index()] = Double.NaN;
    compare.add(first);

    Compared.Side h1 = compare.compared().a();

    assertThat(h1.curve())
        .hasSize(101)
        .isSortedAccordingTo((a, b) -> Double.compare(a.value(), b.value()));
    assertThat(h1.curve().get(80).value()).isCloseTo(800, within(8.0));
    assertThat(h1.split()).isEqualTo(new Compared.Split(1_000, 10, 20, 30, 30, 10));
    assertThat(compare.compared().b())
        .isEqualTo(new Compared.Side("h2", 0, List.of(), new Compared.Split(0, 0, 0, 0, 0, 0)));
  }

  @Test
  void floodOfOneUnitFillsNoCell() {
    Compare compare = compare(By.PROTOCOL, null);
    for (int i = 0; i < 10_000; i++) {
      units = 1;
      compare.add(view("h2", "/page-" + i, AT, 1));
    }

    assertThat(compare.compared().b().views()).isEqualTo(20);
    assertThat(compare.compared().leftOut()).isEqualTo(9_980);
  }

  @Test
  void floodOfOneNetworkWithManyCookiesFillsNoCell() {
    Compare compare = compare(By.PROTOCOL, null);
    for (int i = 0; i < 1_000; i++) {
      Observation view = view("h2", "/", AT, 1);
      compare.add(new Observation(
          "a",
          i,
          7,
          Period.DURING,
          AT,
          "shop.example",
          "/",
          "h2",
          "loaded",
          "cold",
          "mobile",
          "4g",
          view.values()));
    }

    assertThat(compare.compared().b().views()).isEqualTo(20);
  }

  @Test
  void cellsAreBoundedWhateverPagesClientsName() {
    Compare compare = compare(By.PROTOCOL, null);
    for (int i = 0; i < 10_000; i++) {
      compare.add(view("h2", "/page-" + i, AT, 1));
    }

    assertThat(compare.compared().unpaired()).isEqualTo(4_000);
    assertThat(compare.compared().leftOut()).isEqualTo(6_000);
  }

  @Test
  void otherSidesSitesAndAbsentValuesAreIgnored() {
    Compare ofSite = compare(By.PROTOCOL, "blog.example");
    ofSite.add(view("h1", "/", AT, 1));
    Compare ofArms = new Compare(new Question(Metric.LOAD, By.ARM, "a", "b", null));
    ofArms.add(view("h1", "/", AT, 1));
    ofArms.add(view("h1", "/", AT, Double.NaN));
    Compare ofOthers = compare(By.PROTOCOL, null);
    ofOthers.add(view("h3", "/", AT, 1));

    assertThat(ofSite.compared().a().views()).isZero();
    assertThat(ofArms.compared().a().views()).isEqualTo(1);
    assertThat(ofOthers.compared().a().views()).isZero();
  }

  @Test
  void sidesMustDiffer() {
    assertThatThrownBy(() -> new Question(Metric.LOAD, By.ARM, "a", "a", null))
        .hasMessage("b: a (expected: other than a)");
  }
}
