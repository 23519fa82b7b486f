package io.lychgate.gateway.learn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** File names written by build tools. */
final class HashedNameTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "/js/app.3f9a2c.js, /js/app.*.js, 3f9a2c",
    "/app.3f9a2c1d4e5f60718293a4b5c6d7e8f9.min.js, /app.*.min.js, 3f9a2c1d4e5f60718293a4b5c6d7e8f9",
    "/app-BwC3.js, /app-*.js, BwC3",
    "/assets/index-BwC3xYzQ.css, /assets/index-*.css, BwC3xYzQ",
    "/assets/index-C_x-9dFq.js, /assets/index-*.js, C_x-9dFq",
    "/assets/main-nav-a1b2c3.css, /assets/main-nav-*.css, a1b2c3",
    "/app.js?v=17, /app.js?v=*, 17",
    "/app.js?3f9a, /app.js?*, 3f9a",
    "/chunk.20240131.js, /chunk.*.js, 20240131",
  })
  void removesTheHash(String path, String stem, String hash) {
    assertThat(HashedName.of(path)).contains(new HashedName(stem, hash));
  }

  @ParameterizedTest(name = "[{index}] {0}")
  @ValueSource(
      strings = {
        "/app.js",
        "/jquery.validate.js",
        "/main-navigation.css",
        "/jquery-3.6.0.js",
        "/",
        "",
        "/.js",
        "/a.b",
        "/page?id=7",
        "/app.js?v=1&w=2",
        "/app.js?v=",
        "/-.-",
        "/bootstrap.bundle.min.js",
      })
  void leavesOtherNamesUnchanged(String path) {
    assertThat(HashedName.of(path)).isEmpty();
  }
}
