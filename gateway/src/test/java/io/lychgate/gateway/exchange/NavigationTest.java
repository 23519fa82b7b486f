package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;

class NavigationTest {
  @Test
  void aBrowserStatesItsNavigation() {
    assertThat(isNavigation("GET", "sec-fetch-mode", "navigate", "sec-fetch-dest", "document"))
        .isTrue();
    assertThat(isNavigation("GET", "sec-fetch-mode", "navigate", "sec-fetch-dest", "iframe"))
        .isFalse();
    assertThat(isNavigation("GET", "sec-fetch-mode", "no-cors", "accept", "text/html"))
        .isFalse();
    assertThat(isNavigation("POST", "sec-fetch-mode", "navigate", "sec-fetch-dest", "document"))
        .isFalse();
  }

  @Test
  void aClientWithoutFetchMetadataMustAskForHtml() {
    assertThat(isNavigation("GET", "accept", "text/html,application/xhtml+xml")).isTrue();
    assertThat(isNavigation("GET", "accept", "*/*")).isFalse();
    assertThat(isNavigation("GET")).isFalse();
    assertThat(isNavigation("HEAD", "accept", "text/html")).isFalse();
  }

  private static boolean isNavigation(String method, String... pairs) {
    Fields fields = new Fields();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.add(AsciiString.of(pairs[i]), pairs[i + 1]);
    }
    return Navigation.isNavigation(
        new RequestHead(AsciiString.of(method), true, "www.example.com", "/", fields, 0));
  }
}
