package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.PassthroughConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.site.SiteConfig;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of a connection, and the ORIGIN frame with them. */
final class ServedNamesTest {
  private static final CertifiedNames OWN =
      new CertifiedNames(List.of("a.example", "*.shop.example"));
  private static final CertifiedNames ALL =
      new CertifiedNames(List.of("a.example", "*.shop.example", "c.example", "*.c.example"));
  private static final ServedNames SERVED = new ServedNames(
      OWN,
      () -> ALL,
      ALL,
      List.of(PassthroughConfig.of(
          List.of(HostPattern.of("p.shop.example"), HostPattern.of("*.db.shop.example")),
          List.of(new PassthroughConfig.Server("127.0.0.1", 443)),
          null)));

  @ParameterizedTest
  @CsvSource({
    "a.example, false",
    "x.shop.example, false",
    "y.x.shop.example, false",
    "shop.example, false",
    "c.example, true",
    "x.c.example, true",
    "y.x.c.example, false",
    "p.shop.example, true",
    "one.db.shop.example, true",
    "nowhere.example, false",
    "127.0.0.1, false"
  })
  void hostOfAnotherCertificateIsMisdirected(String host, boolean misdirected) {
    assertThat(SERVED.isMisdirected(host)).isEqualTo(misdirected);
  }

  private static SiteConfig site(String... hosts) {
    return new SiteConfig(List.of(hosts).stream().map(HostPattern::of).toList(), List.of());
  }

  private static List<String> origins(int port, SiteConfig... sites) {
    ByteBuf payload = OriginSet.of(List.of(sites), port, SERVED::serves).payload();
    List<String> origins = new ArrayList<>();
    while (payload.isReadable()) {
      origins.add(payload
          .readCharSequence(payload.readUnsignedShort(), StandardCharsets.US_ASCII)
          .toString());
    }
    return origins;
  }

  @Test
  void listsTheHostsThatTheCertificateCovers() {
    assertThat(origins(
            8443,
            site("c.example", "x.shop.example", "*.shop.example", "p.shop.example"),
            site("a.example", "x.shop.example", "*")))
        .containsExactly("https://x.shop.example:8443", "https://a.example:8443");
  }

  @Test
  void omitsTheDefaultPort() {
    assertThat(origins(443, site("a.example"))).containsExactly("https://a.example");
  }

  @Test
  void frameIsBounded() {
    SiteConfig many = site(IntStream.range(0, 2000)
        .mapToObj(i -> "host-number-" + i + ".shop.example")
        .toArray(String[]::new));

    assertThat(OriginSet.of(List.of(many), 443, SERVED::serves).payload().readableBytes())
        .isBetween(Limits.ORIGIN_BYTES - 64, Limits.ORIGIN_BYTES);
    assertThat(OriginSet.of(List.of(site("c.example")), 443, SERVED::serves).isEmpty())
        .isTrue();
  }
}
