package io.lychgate.gateway.acme;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.AcmeConfig.Challenge;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OrderedNamesTest {
  private static SiteConfig site(String... hosts) {
    return new SiteConfig(Arrays.stream(hosts).map(HostPattern::of).toList(), List.of());
  }

  private static List<List<String>> names(Challenge challenge, SiteConfig... sites) {
    return OrderedNames.of(List.of(sites), challenge, "covered.example"::equals).stream()
        .map(OrderedNames::names)
        .toList();
  }

  @Test
  void theHostsOfASiteShareACertificate() {
    assertThat(names(
            Challenge.HTTP_01, site("www.a.example", "a.example"), site("b.example", "localhost")))
        .containsExactly(List.of("a.example", "www.a.example"), List.of("b.example"));
  }

  @Test
  void namesWithoutAPublicCertificateAreLeftOut() {
    assertThat(names(
            Challenge.DNS_01, site("*", "localhost", "127.0.0.1", "covered.example"), site("*")))
        .isEmpty();
  }

  @Test
  void onlyDnsProvesAWildcard() {
    SiteConfig site = site("a.example", "*.a.example");

    assertThat(names(Challenge.DNS_01, site)).containsExactly(List.of("*.a.example", "a.example"));
    assertThat(names(Challenge.HTTP_01, site)).containsExactly(List.of("a.example"));
    assertThat(
            OrderedNames.wildcardsWithoutDns(List.of(site), Challenge.TLS_ALPN_01, name -> false))
        .containsExactly("*.a.example");
    assertThat(OrderedNames.wildcardsWithoutDns(List.of(site), Challenge.DNS_01, name -> false))
        .isEmpty();
  }

  @Test
  void aLargeSiteHasSeveralCertificates() {
    String[] hosts =
        IntStream.range(0, 250).mapToObj(i -> "h" + i + ".example").toArray(String[]::new);

    assertThat(names(Challenge.HTTP_01, site(hosts)))
        .extracting(List::size)
        .containsExactly(100, 100, 50);
  }

  @Test
  void theIdDependsOnTheNamesOnly() {
    assertThat(OrderedNames.of(List.of("a.example")).id())
        .isEqualTo(OrderedNames.of(List.of("a.example")).id())
        .isNotEqualTo(OrderedNames.of(List.of("b.example")).id())
        .hasSize(64);
  }
}
