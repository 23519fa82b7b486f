package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.CasperConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The decisions in which the modes of CASPER differ. */
final class CasperRulesTest {
  private static CasperRules rules(CasperConfig.Mode mode) {
    return new PushPlanner(PushPlannerTest.settings(mode)).rules();
  }

  private final CasperRules h2o = rules(CasperConfig.Mode.H2O);
  private final Fields forwarded = new Fields().add(FieldNames.X_FORWARDED_FOR, "192.0.2.1");

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void h2oKnowsPushesAndCookiesOverHttp2Only(Protocol protocol) {
    boolean isHttp2 = protocol == Protocol.HTTP_2;

    assertThat(h2o.setsCookiesOver(protocol)).isEqualTo(isHttp2);
    assertThat(h2o.ofWaitingPage(protocol) != null).isEqualTo(isHttp2);
  }

  @Test
  void h2oPushesNothingThroughAProxyAndAnyNumberOfBytesOtherwise() {
    assertThat(h2o.allowsPushes(forwarded)).isFalse();
    assertThat(h2o.allowsPushes(new Fields())).isTrue();
    assertThat(h2o.areBoundByPath()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(value = CasperConfig.Mode.class, mode = EnumSource.Mode.EXCLUDE, names = "H2O")
  void pagesOfTheGatewaysOwnModesDoNotWaitAndAreBoundByThePath(CasperConfig.Mode mode) {
    CasperRules own = rules(mode);

    for (Protocol protocol : Protocol.values()) {
      assertThat(own.setsCookiesOver(protocol)).isTrue();
      assertThat(own.ofWaitingPage(protocol)).isNull();
    }
    assertThat(own.allowsPushes(forwarded)).isTrue();
    assertThat(own.areBoundByPath()).isTrue();
  }
}
