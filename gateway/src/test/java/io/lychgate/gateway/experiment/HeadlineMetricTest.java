package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.experiment.analysis.Metric;
import io.lychgate.gateway.store.ViewSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeadlineMetricTest {

  @ParameterizedTest
  @EnumSource(HeadlineMetric.class)
  void hasOneWordInDesignsResultsAndPageViews(HeadlineMetric metric) {
    String word = metric.token();

    assertThat(HeadlineMetric.ofToken(word)).contains(metric);
    assertThat(Metric.of(word)).isEqualTo(metric.metric());
    assertThat(ViewSample.TIMES.stream().map(ViewSample::metric)).contains(word);
  }
}
