package io.lychgate.gateway.observe.census;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserFamilyTest {
  @ParameterizedTest
  @CsvSource({
    "'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', CHROMIUM",
    "'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', CHROMIUM",
    "'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', FIREFOX",
    "'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15', SAFARI",
    "'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1', SAFARI",
    "'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15', SAFARI",
    "'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1) Chrome/142.0 Safari/537.36', OTHER",
    "'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36', OTHER",
    "curl/8.5.0, OTHER",
    "'', OTHER"
  })
  void isTheFamilyOfTheEngine(String userAgent, BrowserFamily family) {
    assertThat(BrowserFamily.of(userAgent, null)).isEqualTo(family);
  }

  @Test
  void brandsNameChromium() {
    String brands = "\"Not A(Brand\";v=\"8\", \"Chromium\";v=\"142\"";

    assertThat(BrowserFamily.of("Mozilla/5.0", brands)).isEqualTo(BrowserFamily.CHROMIUM);
    assertThat(BrowserFamily.of("SomeBot/1.0", brands)).isEqualTo(BrowserFamily.OTHER);
    assertThat(BrowserFamily.of(null, brands)).isEqualTo(BrowserFamily.OTHER);
  }
}
