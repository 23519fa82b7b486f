package io.lychgate.gateway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Limits on the share of unused hints of an entry. */
final class SampleTest {
  @Test
  void exceedsTheLimitAboveItsShareOfEnoughViews() {
    assertThat(unused(200, 8).isPast(0.04, 200)).isFalse();
    assertThat(unused(200, 9).isPast(0.04, 200)).isTrue();
    assertThat(unused(199, 199).isPast(0.04, 200)).isFalse();
    assertThat(unused(200, 9).wasteShare()).isEqualTo(0.045);
  }

  @Test
  void rejectedAndRepeatedPushesAreWasteToo() {
    assertThat(new Sample(200, 190, 0, 5, 0, 0, 5).wastedViews()).isEqualTo(10);
  }

  @Test
  void crawlersDoNotCountOnceAClientLoadsAssets() {
    Sample crawled = new Sample(10_000, 300, 0, 0, 9_700, 9_700, 0);

    assertThat(crawled.judgedViews()).isEqualTo(300);
    assertThat(crawled.isPast(0.04, 200)).isFalse();
  }

  @Test
  void viewsWithoutAssetsCountIfThereAreNoOthers() {
    assertThat(new Sample(200, 0, 0, 0, 200, 200, 0).isPast(0.04, 200)).isTrue();
  }

  @Test
  void needsTwentyClientsAndIgnoresTheWasteOfOne() {
    assertThat(unused(19, 19).isPast(0.04, 1)).isFalse();
    assertThat(unused(20, 1).isPast(0.04, 1)).isFalse();
    assertThat(unused(20, 2).isPast(0.04, 1)).isTrue();
  }

  @Test
  void emptySampleHasNoWaste() {
    assertThat(Sample.NOTHING.wasteShare()).isZero();
    assertThat(Sample.NOTHING.isPast(0, 1)).isFalse();
  }

  private static Sample unused(long views, long unused) {
    return new Sample(views, views - unused, 0, 0, unused, 0, 0);
  }
}
