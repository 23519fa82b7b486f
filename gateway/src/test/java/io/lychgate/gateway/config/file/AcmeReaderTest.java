package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AcmeReaderTest {
  private static final String LISTENER =
      "listeners: [ { name: tls, address: \"127.0.0.1:0\", tls: { acme: true } } ]\nsites: []\n";

  @TempDir
  Path directory;

  private Checked<GatewayConfig> read(String acme) {
    return ConfigReader.of(Map.of(
            "SHORT",
            "fifteen letters",
            "SEAL",
            "sixteen letters!",
            "EAB",
            "!",
            "EAB_KEY",
            "c2VjcmV0"))
        .read(LISTENER + acme, "gateway.yaml", directory);
  }

  private AcmeConfig valid(String acme) {
    Checked<GatewayConfig> read = read(acme);
    assertThat(read.problems()).isEmpty();
    return Objects.requireNonNull(read.value().acme());
  }

  @Test
  void aDirectoryAndItsTermsAreEnough() {
    AcmeConfig config = valid("acme: { directory: \"https://a.example/dir\", acceptTerms: true }");

    assertThat(config.challenge()).isEqualTo(AcmeConfig.Challenge.HTTP_01);
    assertThat(config.keyType()).isEqualTo(AcmeConfig.KeyType.EC256);
    assertThat(config.contact()).isEmpty();
  }

  @Test
  void dnsHasAProgramWithDefaults() throws Exception {
    Path program = Files.writeString(directory.resolve("dns.sh"), "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    AcmeConfig config = valid(
        "acme: { directory: \"https://a\", acceptTerms: true, challenge: dns-01, keyType: rsa3072, dns: { command: dns.sh, propagation: 0s },"
            + " encryptionKey: \"env:SEAL\", externalAccount: { keyId: k, key: \"env:EAB_KEY\" } }");

    assertThat(config.dns())
        .isEqualTo(new AcmeConfig.DnsHook(program, Duration.ofSeconds(60), Duration.ZERO));
    assertThat(config.toString()).doesNotContain("sixteen", "c2VjcmV0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "acceptTerms: false | acme.acceptTerms: false (expected: true",
        "acceptTerms: true, challenge: dns-01 | challenge: dns-01 (expected: dns beside it",
        "acceptTerms: true, dns: { command: /bin/true } | dns: with challenge http-01",
        "acceptTerms: true, challenge: dns-01, dns: { command: none.sh } | none.sh (expected: a program",
        "acceptTerms: true, accountKey: none.key | none.key (expected: a file that exists)",
        "acceptTerms: true, trust: none.pem | none.pem (expected: a file that exists)",
        "acceptTerms: true, encryptionKey: 'env:SHORT' | a short secret (expected: at least 16",
        "acceptTerms: true, encryptionKey: 'env:NONE' | env:NONE (expected: an environment variable that is set)",
        "acceptTerms: true, externalAccount: { keyId: k, key: 'env:EAB' } | not base64url",
        "acceptTerms: true, contact: [ ops ] | (expected: mailto:ADDRESS)",
        "acceptTerms: true, challenge: smtp | (expected: http-01, tls-alpn-01 or dns-01)"
      })
  void problemsNameTheKey(String keys, String problem) {
    Checked<GatewayConfig> read = read("acme: { directory: \"https://a.example\", " + keys + " }");

    assertThat(read.problems().toString()).contains(problem).contains("gateway.yaml:3:");
  }

  @Test
  void aListenerNeedsTheSection() {
    assertThat(read("").problems().toString())
        .contains("listeners[0].tls.acme: true (expected: the section acme of the file");
  }

  @Test
  void tlsNeedsACertificateFromSomewhere() {
    Checked<GatewayConfig> read = ConfigReader.of(Map.of())
        .read(
            "listeners: [ { name: tls, address: \"127.0.0.1:0\", tls: { policy: modern, minVersion: \"1.2\" } } ]\nsites: []\n",
            "gateway.yaml",
            directory);

    assertThat(read.problems().toString())
        .contains("certificates: none (expected: a list of { chain, key }, or acme: true)");
  }
}
