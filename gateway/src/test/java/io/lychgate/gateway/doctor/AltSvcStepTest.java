package io.lychgate.gateway.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts on Alt-Svc fields, compared with the behaviour of browsers. */
final class AltSvcStepTest {
  private static Finding judge(String field, String origin) {
    return AltSvcStep.judge(List.of(field), URI.create(origin));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          h3=":443"; ma=86400                       | https://a.test      | OK
          h3=":443"                                 | https://a.test      | OK
          h2="b.test:443", h3="b.test:443"; ma=3600 | https://a.test      | OK
          h3=":8443"; ma=86400                      | https://a.test:8443 | OK
          h3=":443"; ma=86400                       | https://a.test:8443 | OK
          h3=":443"; ma=30                          | https://a.test      | WARN
          h3=":8443"; ma=86400                      | https://a.test      | FAIL
          h3=":443"; ma=0                           | https://a.test      | FAIL
          h3-29=":443"; ma=86400                    | https://a.test      | FAIL
          h2=":443"; ma=86400                       | https://a.test      | FAIL
          h3=":99999"; ma=86400                     | https://a.test      | FAIL
          clear                                     | https://a.test      | FAIL
          """)
  void judgesLikeABrowser(String field, String origin, Finding.Status status) {
    assertThat(judge(field, origin).status()).isEqualTo(status);
  }

  @Test
  void explainsWhyAPortAbove1023IsIgnored() {
    assertThat(judge("h3=\":8443\"; ma=86400", "https://a.test").advice())
        .contains("Chromium does not go from port 443 to one above 1023");
  }

  @Test
  void readsParametersAndSkipsInvalidAlternatives() {
    List<AlternativeService> all = AlternativeService.parse(
        "junk, h3=\"x.test:444\" ; MA=\"60\" ;persist=1; v=9, h3-29=\":443\";ma=5,=\":1\"");

    assertThat(all)
        .containsExactly(
            new AlternativeService("h3", "x.test", 444, 60, true),
            new AlternativeService("h3-29", "", 443, 5, false));
  }
}
