package io.lychgate.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentTypesTest {
  private static final ContentTypes TYPES = ContentTypes.load();

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "index.html, text/html; charset=utf-8",
    "a/B.CSS, text/css; charset=utf-8",
    "app.mjs, text/javascript; charset=utf-8",
    "app.js.map, application/json",
    "f.woff2, font/woff2",
    "logo.svg, image/svg+xml",
    "m.wasm, application/wasm",
    "site.webmanifest, application/manifest+json",
    "README, application/octet-stream",
    "x.unheardof, application/octet-stream",
  })
  void areFoundByTheExtension(String name, String type) {
    assertThat(TYPES.of(name)).isEqualTo(type);
  }
}
