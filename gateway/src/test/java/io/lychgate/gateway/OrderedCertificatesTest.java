package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrderedCertificatesTest {
  @TempDir
  Path directory;

  private List<Set<String>> namesOfFiles(String more) throws Exception {
    TestCertificates.write(directory, "file", "www.example.com");
    Checked<GatewayConfig> read = ConfigReader.of(Map.of())
        .read("""
        listeners:
          - name: a
            address: "127.0.0.1:0"
            tls: { acme: true, certificates: [ { chain: file.pem, key: file.key } ] }
        %s
        acme: { directory: "https://authority.example/dir", acceptTerms: true }
        sites:
          - hosts: [ www.example.com ]
            routes: [ { match: { path: "/*" }, respond: { status: 200 } } ]
        """.formatted(more), "gateway.yaml", directory.toAbsolutePath());
    assertThat(read.problems()).isEmpty();
    return OrderedCertificates.namesOfFiles(read.value());
  }

  @Test
  void fileOfEachListenerReplacesAnOrder() throws Exception {
    List<Set<String>> one = namesOfFiles("");

    assertThat(OrderedCertificates.areCovering(one, "www.example.com")).isTrue();
    assertThat(OrderedCertificates.areCovering(one, "shop.example.com")).isFalse();
    List<Set<String>> two =
        namesOfFiles("  - { name: b, address: \"127.0.0.1:0\", tls: { acme: true } }");
    assertThat(two).hasSize(2);
    assertThat(OrderedCertificates.areCovering(two, "www.example.com")).isFalse();
  }

  @Test
  void wildcardOfAFileCoversOneLabel() {
    List<Set<String>> files = List.of(Set.of("*.example.com"));

    assertThat(OrderedCertificates.areCovering(files, "www.example.com")).isTrue();
    assertThat(OrderedCertificates.areCovering(files, "*.example.com")).isTrue();
    assertThat(OrderedCertificates.areCovering(files, "a.b.example.com")).isFalse();
    assertThat(OrderedCertificates.areCovering(List.of(), "www.example.com")).isFalse();
  }
}
