package io.lychgate.gateway.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.NewestJdk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NewestJdk
final class TargetTest {
  @ParameterizedTest
  @CsvSource({
    "https://localhost, /",
    "https://localhost?a=1, /?a=1",
    "https://localhost?next=/b, /?next=/b",
    "https://localhost:8443/shop?a=1, /shop?a=1",
    "https://localhost/a%20b, /a%20b"
  })
  void firstPageIsThePathOfTheUrlWithItsQuery(String url, String path) {
    assertThat(Target.of(url, null).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "ftp://localhost/",
        "https:///shop",
        "https://localhost:65536/",
        "https://user@localhost/",
        "https://localhost/#part",
        "https://localhost/\u00e9",
        "https://localhost/a b"
      })
  void namesTheTargetThatIsNoUrlOfAPage(String url) {
    assertThatThrownBy(() -> Target.of(url, null))
        .hasMessage("--target: " + url + " (expected: a URL, for example https://localhost:8443/)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.1:0",
        "127.0.0.1:65536",
        "127.0.0.1:8443/shop",
        "a b:1",
        "user@127.0.0.1:1"
      })
  void namesTheConnectionThatIsNoHostAndPort(String connect) {
    assertThatThrownBy(() -> Target.of("https://localhost/", connect))
        .hasMessage("--connect: " + connect + " (expected: HOST:PORT, for example 127.0.0.1:8443)");
  }
}
