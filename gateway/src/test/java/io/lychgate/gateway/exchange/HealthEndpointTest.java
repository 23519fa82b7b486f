package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.HealthConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpMethod;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that are probes of health. */
final class HealthEndpointTest {
  private static boolean isProbe(boolean enabled, String target) {
    return HealthEndpoint.isFor(
        new HealthConfig(enabled, "/healthz", "/readyz"),
        new RequestHead(HttpMethod.GET.asciiName(), true, "any.test", target, new Fields(), 0));
  }

  @ParameterizedTest
  @CsvSource({
    "/healthz, true",
    "/readyz, true",
    "/readyz?verbose, true",
    "/healthz/, false",
    "/healthzz, false",
    "/HEALTHZ, false",
    "/, false",
  })
  void pathOfAProbeIsExact(String target, boolean isProbe) {
    assertThat(isProbe(true, target)).isEqualTo(isProbe);
    assertThat(isProbe(false, target)).isFalse();
  }
}
