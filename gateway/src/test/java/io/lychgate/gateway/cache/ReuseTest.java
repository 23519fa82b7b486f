package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReuseTest {
  private static final CachePolicy POLICY = CachePolicy.defaults();

  private static StoredResponse stored(String control) {
    Fields fields = new Fields().add(HttpHeaderNames.CACHE_CONTROL, control);
    SharedFreshness freshness = SharedFreshness.of(fields, 1000, 0);
    return new StoredResponse(
        StoredResponse.Selection.of("r", List.of(), new Fields(0)),
        new StoredResponse.Head(200, fields, freshness, freshness.lifetimeSeconds(), 0, List.of()),
        Unpooled.EMPTY_BUFFER);
  }

  private static CacheControl demand(String control) {
    return CacheControl.of(
        control.isEmpty()
            ? new Fields(0)
            : new Fields().add(FieldNames.canonical("cache-control"), control));
  }

  @ParameterizedTest
  @CsvSource({
    "FRESH, 59, max-age=60, ''",
    "VALIDATE, 60, max-age=60, ''",
    "VALIDATE, 1, max-age=60, no-cache",
    "VALIDATE, 0, max-age=60, max-age=0",
    "FRESH, 10, max-age=60, max-age=10",
    "VALIDATE, 11, max-age=60, max-age=10",
    "FRESH, 30, max-age=60, min-fresh=30",
    "VALIDATE, 31, max-age=60, min-fresh=30",
    "STALE, 70, max-age=60, max-stale=10",
    "STALE, 700, max-age=60, max-stale",
    "VALIDATE, 71, max-age=60, max-stale=10",
    "VALIDATE, 70, 'max-age=60, must-revalidate', max-stale=10",
    "VALIDATE, 70, 's-maxage=60', max-stale=10",
    "VALIDATE, 1, 'max-age=60, no-cache', ''",
    "STALE_BEHIND, 69, 'max-age=60, stale-while-revalidate=10', ''",
    "VALIDATE, 70, 'max-age=60, stale-while-revalidate=10', ''",
    "VALIDATE, 65, 'max-age=60, stale-while-revalidate=10, proxy-revalidate', ''"
  })
  void storedResponseServesOrIsValidated(
      Reuse expected, long ageSeconds, String response, String request) {
    long now = TimeUnit.SECONDS.toNanos(ageSeconds);
    assertThat(Reuse.of(POLICY, stored(response), demand(request), false, now)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 10, max-age=60",
    "false, 61, max-age=60",
    "true, 61, 'max-age=60, stale-if-error=9'",
    "false, 69, 'max-age=60, stale-if-error=9'",
    "false, 61, 'max-age=60, stale-if-error=9, must-revalidate'",
    "false, 61, 's-maxage=60, stale-if-error=9'",
    "false, 1, 'no-cache, max-age=60, stale-if-error=9'"
  })
  void staleResponseServesWhileTheUpstreamFails(
      boolean expected, long ageSeconds, String response) {
    long now = TimeUnit.SECONDS.toNanos(ageSeconds);
    assertThat(Reuse.onError(POLICY, stored(response), now)).isEqualTo(expected);
  }

  @Test
  void pragmaDemandsAValidation() {
    assertThat(Reuse.of(POLICY, stored("max-age=60"), demand(""), true, 0))
        .isEqualTo(Reuse.VALIDATE);
  }
}
