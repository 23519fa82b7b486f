package io.lychgate.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.pattern.HostPattern;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PublishingConfigTest {
  private static Checked<GatewayConfig> read(String publishing) {
    String yaml = """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites:
          - hosts: [ strict.example, "*.bank.example" ]
            publishing: { approval: required }
            routes: [ { match: { path: "/*" }, respond: { status: 200 } } ]
          - hosts: [ free.example ]
            publishing: { approval: none }
            routes: [ { match: { path: "/*" }, respond: { status: 200 } } ]
          - hosts: [ "*" ]
            routes: [ { match: { path: "/*" }, respond: { status: 200 } } ]
        publishing: { %s }
        """.formatted(publishing);
    return ConfigReader.of(Map.of()).read(yaml, "gateway.yaml", Path.of("/tmp"));
  }

  private static PublishingConfig valid(String publishing) {
    Checked<GatewayConfig> read = read(publishing);
    assertThat(read.problems()).isEmpty();
    return read.value().publishing();
  }

  @ParameterizedTest(name = "{0} without a default: {1}, with required: {2}")
  @CsvSource({
    "strict.example, true, true",
    "a.bank.example, true, true",
    "*.bank.example, true, true",
    "*.a.bank.example, true, true",
    "free.example, false, false",
    "free.example other.example, false, true",
    "free.example strict.example, true, true",
    "other.example, false, true",
    "*, true, true",
  })
  void oneStrictSiteIsEnough(String hosts, boolean byDefault, boolean ifRequired) {
    List<HostPattern> patterns =
        Stream.of(hosts.split(" ")).map(HostPattern::of).toList();

    assertThat(valid("").requiresApproval(patterns)).isEqualTo(byDefault);
    assertThat(valid("approval: required").requiresApproval(patterns)).isEqualTo(ifRequired);
  }

  @Test
  void nothingIsRecordedByDefault() {
    assertThat(valid("").record()).isEqualTo(PublishingConfig.Recording.OFF);
    assertThat(valid("record: targets, sample: 100").record())
        .isEqualTo(PublishingConfig.Recording.TARGETS);
    assertThat(PublishingConfig.defaults().mayRequireApproval()).isFalse();
  }

  @Test
  void badValueNamesLineAndKey() {
    assertThat(read("approval: maybe").problems().toString())
        .contains("gateway.yaml:11:", "publishing.approval");
    assertThat(read("sample: 5").problems().toString()).contains("publishing.sample");
    assertThat(read("recrod: paths").problems().toString()).contains("recrod");
  }
}
