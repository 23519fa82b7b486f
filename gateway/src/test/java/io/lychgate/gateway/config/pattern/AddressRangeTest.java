package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of addresses as a file has them. */
final class AddressRangeTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.0.0.0/8",
    "192.0.2.7, 192.0.2.7/32",
    "0.0.0.0/0, 0.0.0.0/0",
    "2001:db8::/32, 2001:db8:0:0:0:0:0:0/32",
    "::1, 0:0:0:0:0:0:0:1/128",
    "::ffff:10.0.0.0/104, 10.0.0.0/8",
    "::ffff:a00:1, 10.0.0.1/32"
  })
  void rangesAreRead(String text, String range) {
    assertThat(AddressRange.parse(text)).map(AddressRange::toString).contains(range);
  }

  /** The last ones would be looked up as names, or are ranges of IPv4 and IPv6 at once. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "10.0.0/8",
        "2001:db8::/129",
        "2001:db8::1::",
        "10.00.0.1",
        "256.0.0.1",
        "face.de",
        "1",
        "::ffff:10.0.0.0/95"
      })
  void otherTextIsNoRange(String text) {
    assertThat(AddressRange.parse(text)).isEmpty();
  }
}
