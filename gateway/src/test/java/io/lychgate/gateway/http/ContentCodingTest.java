package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentCodingTest {
  private static final Set<ContentCoding> BOTH =
      EnumSet.of(ContentCoding.BROTLI, ContentCoding.GZIP);

  @ParameterizedTest(name = "[{0}]")
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip, deflate, br, zstd|BROTLI",
        "gzip, deflate|GZIP",
        "GZIP|GZIP",
        "x-gzip|GZIP",
        "br;q=0.5, gzip;q=1.0|GZIP",
        "br;q=0.5, gzip;q=0.499|BROTLI",
        "br;q=0, gzip|GZIP",
        "br; q=0 , gzip ; q=0.3|GZIP",
        "*|BROTLI",
        "*;q=0.5, br;q=0|GZIP",
        "*;q=0|IDENTITY",
        "identity|IDENTITY",
        "identity;q=0.5, gzip;q=0.2|IDENTITY",
        "identity;q=0|IDENTITY",
        "gzip;q=0|IDENTITY",
        "gzip;q=0.000|IDENTITY",
        "gzip;q=x|IDENTITY",
        "gzip;q=0.001|GZIP",
        "brotli, gz|IDENTITY",
        "''|IDENTITY",
      })
  void isThePreferredCodingOfTheClient(String acceptEncoding, ContentCoding expected) {
    assertThat(ContentCoding.choose(acceptEncoding, BOTH)).isEqualTo(expected);
  }

  @Test
  void isIdentityWithoutTheFieldOrWithoutCodedFiles() {
    assertThat(ContentCoding.choose(null, BOTH)).isEqualTo(ContentCoding.IDENTITY);
    assertThat(ContentCoding.choose("br", Set.of())).isEqualTo(ContentCoding.IDENTITY);
    assertThat(ContentCoding.choose("br", EnumSet.of(ContentCoding.GZIP)))
        .isEqualTo(ContentCoding.IDENTITY);
  }
}
