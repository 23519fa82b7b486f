package io.lychgate.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.CasperParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkloadTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 500})
  void cookieHoldsTheKeysOfItsSize(int keys) {
    CasperParameters parameters = CasperParameters.defaults();
    CacheFingerprint read = new CacheFingerprint(parameters, 1);

    assertThat(new CasperCookie(parameters).read(Workload.cookie(keys), read)).isTrue();
    assertThat(read.size()).isEqualTo(keys);
  }

  @Test
  void visitorWithoutKeysSendsNoCookie() {
    assertThat(Workload.of(Dimension.COOKIE, 0).fields())
        .contains("sec-fetch-mode: navigate")
        .noneMatch(field -> field.startsWith("cookie"));
    assertThat(Workload.of(Dimension.COOKIE, 1).fields())
        .anyMatch(field -> field.startsWith("cookie: lychgate_casper="));
  }

  @Test
  void withRulesEveryPageIsHintedOnceOnEachConnection() {
    assertThat(Workload.of(Dimension.RULES, 100).hinted(16)).isEqualTo(160);
    assertThat(Workload.of(Dimension.ROUTES, 100).hinted(16)).isZero();
  }
}
