package io.lychgate.gateway.config.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.SplitConfig.Side;
import io.lychgate.gateway.config.site.SplitConfig.Source;
import io.lychgate.gateway.config.site.SplitConfig.Test.Cookie;
import io.lychgate.gateway.config.site.SplitConfig.Test.Expression;
import io.lychgate.gateway.config.site.SplitConfig.Test.Header;
import io.lychgate.gateway.testkit.NewestJdk;
import java.util.List;
import org.junit.jupiter.api.Test;

@NewestJdk
final class SplitConfigTest {
  @Test
  void summaryHasTheTestsBeforeTheWeights() {
    SplitConfig split = new SplitConfig(
        List.of(
            new Side("app", 95, null),
            new Side("next", 5, null),
            new Side("idle", 0, null),
            new Side("next", 1, new Header("x-beta", "1")),
            new Side("old", 1, new Cookie("old", null)),
            new Side("post", 1, new Expression("method == 'POST'"))),
        new SplitConfig.Key(Source.HEADER, "X-Visitor"));

    assertThat(split.summary())
        .isEqualTo(
            "next if header x-beta is 1, else old if cookie old is present, else post if method == 'POST', else app (95) or next (5), by header X-Visitor");
  }

  @Test
  void summaryOfEqualSidesIsShort() {
    SplitConfig split = new SplitConfig(
        List.of(new Side("a", 1, null), new Side("b", 1, null)), SplitConfig.Key.CLIENT);

    assertThat(split.summary()).isEqualTo("a (1) or b (1), by client");
  }
}
