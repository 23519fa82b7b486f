package io.lychgate.gateway.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrowserCacheTest {
  private final BrowserCache cache = new BrowserCache();

  private static Fetched response(int status, boolean isWhole, Map<String, List<String>> fields) {
    return new Fetched(status, fields, new byte[0], 0, isWhole, 0, 0, 0, 0);
  }

  private static Map<String, List<String>> fields(String control, String etag) {
    return Map.of("cache-control", List.of(control), "etag", List.of(etag));
  }

  @Test
  void responseIsFreshForItsAgeAndHasAValidator() {
    cache.put("/a", response(200, true, fields("public, max-age=60", "\"v1\"")));

    BrowserCache.Held held = Objects.requireNonNull(cache.get("/a"), "held");
    assertThat(held.isFresh(System.nanoTime())).isTrue();
    assertThat(held.isFresh(System.nanoTime() + 61_000_000_000L)).isFalse();
    assertThat(held.etag()).isEqualTo("\"v1\"");
  }

  @Test
  void confirmationKeepsTheValidator() {
    cache.put("/a", response(200, true, fields("no-cache", "\"v1\"")));
    cache.put("/a", response(304, true, Map.of("cache-control", List.of("max-age=9"))));

    BrowserCache.Held held = Objects.requireNonNull(cache.get("/a"), "held");
    assertThat(held.etag()).isEqualTo("\"v1\"");
    assertThat(held.isFresh(System.nanoTime())).isTrue();
  }

  @Test
  void nothingIsHeldThatMustNotBeOrIsOfNoUse() {
    cache.put("/a", response(200, true, fields("no-store, max-age=60", "\"v1\"")));
    cache.put("/b", response(200, false, fields("max-age=60", "\"v1\"")));
    cache.put("/c", response(200, true, Map.of()));
    cache.put("/d", response(200, true, Map.of("cache-control", List.of("max-age=x"))));

    for (String path : new String[] {"/a", "/b", "/c", "/d"}) {
      assertThat(cache.get(path)).as(path).isNull();
    }
  }

  /** RFC 9111 section 1.2.2. */
  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "2147483649", "9999999999", "99999999999999999999"})
  void ageAboveTheGreatestCountsAsTheGreatest(String seconds) {
    cache.put("/a", response(200, true, fields("max-age=" + seconds, "\"v1\"")));

    BrowserCache.Held held = Objects.requireNonNull(cache.get("/a"), "held");
    long greatest = TimeUnit.SECONDS.toNanos(1L << 31);
    assertThat(held.isFresh(System.nanoTime() + greatest - TimeUnit.MINUTES.toNanos(5)))
        .isTrue();
    assertThat(held.isFresh(System.nanoTime() + greatest)).isFalse();
  }

  @Test
  void cacheIsBounded() {
    for (int i = 0; i < 2_000; i++) {
      cache.put("/" + i, response(200, true, fields("max-age=60", "\"v1\"")));
    }

    assertThat(cache.get("/0")).isNull();
    assertThat(cache.get("/1999")).isNotNull();
  }
}
