package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.CasperParameters;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The fingerprint cookie as a visitor receives it, page after page, from 10 to 500 hinted assets. */
final class CookieSizeIT {
  private static final String NAME = "lychgate_casper=";
  private static final int ASSETS_PER_PAGE = 10;
  private static final int PAGES = 50;
  private static final int ENABLE_PUSH = 2;

  /** Bits of version, capacity, generations, epoch, parameter and count, and padding bits of the last character. */
  private static final int HEADER_BITS = 8 + 5 + 3 + 16 + 5 + 4 + 9 + 8;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("site.yaml", manifest())
      .more("push: { manifests: [ site.yaml ] }\n");

  @BeforeAll
  static void scriptOrigin() {
    for (int page = 0; page < PAGES; page++) {
      GATEWAY
          .origin()
          .on("/page" + page, visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    }
  }

  private static String manifest() {
    StringBuilder text = new StringBuilder("rules:\n");
    for (int page = 0; page < PAGES; page++) {
      text.append("  - match: { path: \"/page").append(page).append("\" }\n    assets:\n");
      for (int asset = 0; asset < ASSETS_PER_PAGE; asset++) {
        text.append("      - { url: /assets/p").append(page).append('a').append(asset);
        text.append(".css, as: style }\n");
      }
    }
    return text.toString();
  }

  @Test
  void cookieStaysWithinTwoPercentOfTheInformationBoundAndItsHeader() {
    CasperParameters parameters = CasperParameters.defaults();
    String cookie = "";
    int keys = 0;
    for (int page = 0; page < PAGES; page++) {
      // A new connection for each page: only the cookie lists the visitor's assets.
      try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
        Http2Peer.StreamResponse response = cookie.isEmpty()
            ? client.get(1, "/page" + page, "sec-fetch-mode", "navigate").readResponse(1)
            : client
                .get(1, "/page" + page, "sec-fetch-mode", "navigate", "cookie", cookie)
                .readResponse(1);
        cookie = cookieOf(response.head());
      }
      CacheFingerprint fingerprint = new CacheFingerprint(parameters, 1);
      assertThat(new CasperCookie(parameters).read(cookie, fingerprint)).isTrue();
      keys = fingerprint.size();
      int bits = 6 * (cookie.length() - NAME.length());

      assertThat((double) bits)
          .as("%d keys", keys)
          .isLessThan(bound(parameters.capacityBits(), keys) * 1.02 + HEADER_BITS);
    }

    // Two of 500 assets may have the same key of 15 bits.
    assertThat(keys).isBetween(480, 500);
  }

  private static String cookieOf(String head) {
    int from = head.indexOf(NAME);
    assertThat(from).as(head).isNotNegative();
    return head.substring(from, head.indexOf(';', from));
  }

  /** Returns log2 of the number of sets with {@code keys} keys. */
  private static double bound(int capacityBits, int keys) {
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += Math.log((double) ((1 << capacityBits) - i) / (keys - i));
    }
    return sum / Math.log(2);
  }
}
