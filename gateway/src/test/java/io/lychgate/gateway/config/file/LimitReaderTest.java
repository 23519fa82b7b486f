package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.policy.ConcurrencyLimits;
import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.RateLimits.FieldUse;
import io.lychgate.gateway.config.policy.RateLimits.Rate;
import io.lychgate.gateway.config.policy.RateLimits.Scope;
import io.lychgate.gateway.config.policy.SizeLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LimitReaderTest {
  @TempDir
  Path directory;

  private Checked<GatewayConfig> read(String policies) {
    return ConfigReader.of(Map.of()).read("""
        listeners: [ { name: a, address: "localhost:80" } ]
        sites:
          - hosts: [ a.example ]
            policies:
              %s
            routes: [ { match: { path: "/*" }, respond: { status: 204 } } ]
        """.formatted(policies), "limits", directory);
  }

  private Policies policies(String text) {
    Checked<GatewayConfig> read = read(text);
    assertThat(read.problems()).isEmpty();
    return read.value().sites().get(0).policies();
  }

  @Test
  void limitHasDefaults() {
    RateLimits rates = policies("rateLimits: [ { name: all, rate: 100/s } ]").get(RateLimits.class);

    assertThat(rates)
        .isEqualTo(new RateLimits(List.of(new RateLimits.Limit(
            "all",
            new Rate(100, Duration.ofSeconds(1)),
            100,
            LimitKey.of("client").orElseThrow(),
            null,
            429,
            false,
            FieldUse.REFUSED,
            Scope.NODE,
            RateLimits.DEFAULT_MAX_KEYS))));
  }

  @Test
  void limitIsDescribedInItsOwnWords() {
    Policies policies = policies("""
        rateLimits:
                - { name: a, rate: 1000/10m, burst: 20, by: "header:X-Key", dryRun: true }
                - { name: b, rate: 5/500ms, by: client, ipv4Prefix: 24, ipv6Prefix: 48 }
                - { name: c, rate: 7/h, key: "headers['x-a'] + method", when: "method == 'POST'" }
              concurrency: [ { name: d, max: 3, by: route } ]
              sizes: { maxRequestBodySize: 1KiB, maxHeaderSize: 2KiB, maxHeaderCount: 9, maxTargetSize: 80 }
        """);

    assertThat(policies.get(RateLimits.class))
        .extracting(RateLimits::summary)
        .isEqualTo("a 1000/10m (burst 20) by header:X-Key, dry run; b 5/500ms by client /24, /48; "
            + "c 7/h key headers['x-a'] + method");
    assertThat(policies.get(ConcurrencyLimits.class))
        .extracting(ConcurrencyLimits::summary)
        .isEqualTo("d 3 in flight by route");
    assertThat(policies.get(SizeLimits.class))
        .isEqualTo(new SizeLimits(1024, 2048, 9, 80))
        .extracting(SizeLimits::summary)
        .isEqualTo("at most: body 1024 bytes, header 2048 bytes, 9 header fields, target 80 bytes");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rateLimits: [ { name: a } ] | 5:21: sites[0].policies.rateLimits[0].rate: missing",
        "rateLimits: [ { name: a, rate: fast } ]"
            + " | 5:38: sites[0].policies.rateLimits[0].rate: fast (expected: a number of requests and a time",
        "rateLimits: [ { name: a, rate: 0/s } ]"
            + " | 5:38: sites[0].policies.rateLimits[0].rate: 0/s (expected: a number of requests",
        "rateLimits: [ { name: a, rate: 2000000/s } ]"
            + " | 5:21: sites[0].policies.rateLimits[0]: rate: 2000000 (expected: 1-1000000)",
        "rateLimits: [ { name: a, rate: 1/25h } ]"
            + " | 5:21: sites[0].policies.rateLimits[0]: rate: a period of 25 h (expected: at most 24 h)",
        "rateLimits: [ { name: a b, rate: 1/s } ]"
            + " | 5:29: sites[0].policies.rateLimits[0].name: a b (expected: 1 to 64 letters",
        "rateLimits: [ { name: a, rate: 1/s, by: moon } ]"
            + " | 5:47: sites[0].policies.rateLimits[0].by: moon (expected: client, route, identity",
        "rateLimits: [ { name: a, rate: 1/s, by: client, key: method } ]"
            + " | 5:60: sites[0].policies.rateLimits[0].key: beside by (expected: one of both)",
        "rateLimits: [ { name: a, rate: 1/s, key: save_data } ]"
            + " | 5:48: sites[0].policies.rateLimits[0].key: line 1, column 1 of the expression: expected type",
        "rateLimits: [ { name: a, rate: 1/s, when: 'method ==' } ]"
            + " | 5:49: sites[0].policies.rateLimits[0].when: line 1, column 10 of the expression",
        "rateLimits: [ { name: a, rate: 1/s, status: 404 } ]"
            + " | 5:51: sites[0].policies.rateLimits[0].status: 404 (expected: 429, 503",
        "rateLimits: [ { name: a, rate: 1/s, ipv6Prefix: 129 } ]"
            + " | 5:55: sites[0].policies.rateLimits[0].ipv6Prefix: 129 (expected: 8-128",
        "rateLimits: [ { name: a, rate: 1/s }, { name: a, rate: 2/s } ]"
            + " | 5:19: sites[0].policies.rateLimits: name: a twice (expected: each name once)",
        "rateLimits: { name: a } | 5:19: sites[0].policies.rateLimits",
        "concurrency: [ { name: a, max: 0 } ]"
            + " | 5:38: sites[0].policies.concurrency[0].max: 0 (expected: 1-10000000",
        "sizes: {} | 5:14: sites[0].policies.sizes: empty (expected: maxRequestBodySize",
        "sizes: { maxTargetSize: 2MiB }"
            + " | 5:31: sites[0].policies.sizes.maxTargetSize: 2MiB (expected: 1 to 1048576 bytes)",
        "off: [ speed ] | 5:14: sites[0].policies.off[0]: speed (expected: ",
      })
  void problemNamesItsPlaceAndWhatIsExpected(String text, String problem) {
    assertThat(read(text).problems())
        .anySatisfy(each -> assertThat(each.toString()).contains(problem.strip()));
  }
}
