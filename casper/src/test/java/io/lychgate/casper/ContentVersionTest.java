package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentVersionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/index-BwC3xK2_.js",
        "/assets/index-Bw-3xK2z.css",
        "/app.3f9a2c1b.js",
        "/static/js/main.8d1f0c2e5b7a9d3c4e6f.js",
        "/a/b/vendor-4fb9c27d81.css?x=1",
        "/fonts/inter_9AF04C2B.woff2",
      })
  void findsHashesOfBundlers(String path) {
    assertThat(ContentVersion.isInName(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/app.js",
        "/",
        "",
        "/bootstrap-datepicker3.min.js",
        "/bootstrap-datepicker3.js",
        "/3f9a2c1b4d5e.js/plain",
        "/img/background-photograph.jpg",
        "/report-20260101.pdf",
        "/v1.2.3/app.js",
        "/a.js?v=3f9a2c1b",
        "/-3f9a2c1b.js",
        "/site-deadbeef",
      })
  void ordinaryNamesHaveNoVersion(String path) {
    assertThat(ContentVersion.isInName(path)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      quoteCharacter = '\'',
      value = {
        "'\"abc123\"', -, abc123",
        "'W/\"abc123\"', -, abc123",
        "'\"abc123-gzip\"', -, abc123",
        "'W/\"abc123--br\"', -, abc123",
        "'\"abc123;zstd\"', -, abc123",
        "'\"-gzip\"', -, -gzip",
        "abc, 'Sat, 21 Nov 2026 10:00:00 GMT', 'Sat, 21 Nov 2026 10:00:00 GMT'",
        "-, 'Sat, 21 Nov 2026 10:00:00 GMT', 'Sat, 21 Nov 2026 10:00:00 GMT'",
      })
  void stripsWeaknessAndCodingFromTheEntityTag(String tag, String modified, String version) {
    assertThat(ContentVersion.of(tag == null ? "" : tag, modified == null ? "" : modified)
            .toString())
        .isEqualTo(version);
  }

  @Test
  void isEmptyWithoutValidators() {
    assertThat(ContentVersion.of("", "").toString()).isEmpty();
    assertThat(ContentVersion.of("\"", "").toString()).isEmpty();
    assertThat(ContentVersion.of("\"\"", "").toString()).isEmpty();
  }
}
