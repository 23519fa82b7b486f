package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.testkit.DnsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The servers of a configuration as {@code check} sees them. */
final class ConfiguredServersTest {
  @TempDir
  Path directory;

  private List<String> findings(String upstreams) {
    Checked<GatewayConfig> read = ConfigReader.of(Map.of())
        .read(
            "listeners: [{ name: a, address: 'localhost:80' }]\nsites: []\nupstreams: { "
                + upstreams + " }\n",
            "gateway.yaml",
            directory);
    assertThat(read.problems()).isEmpty();
    return ConfiguredServers.findings(read.value(), "gateway.yaml").stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void addressesAndNamesOfThisMachineAreNotLookedUp() {
    assertThat(findings("app: { servers: [ 'http://127.0.0.1:1', 'http://localhost:1' ] }"))
        .isEmpty();
  }

  @Test
  void nameThatDoesNotResolveIsAWarning() {
    try (DnsServer names = DnsServer.start()) {
      names.addresses("good.test", 60, "127.0.0.1").silence("silent.test");
      String servers = ", servers: [ '127.0.0.1:" + names.port() + "' ] } } }";

      assertThat(findings("good: { discovery: { dns: { name: good.test" + servers
              + ", bad: { discovery: { dns: { name: bad.test" + servers
              + ", silent: { discovery: { dns: { name: silent.test" + servers))
          .containsExactly(
              "gateway.yaml: warning: upstreams.bad: discovery.dns: bad.test: no such name"
                  + " (NXDOMAIN) (expected: a name that resolves; the gateway tries it again)",
              "gateway.yaml: warning: upstreams.silent: discovery.dns: silent.test: no name server"
                  + " has responded in time (expected: a name that resolves; the gateway tries it"
                  + " again)");
    }
  }

  @Test
  void socketThatIsAbsentIsAWarning() {
    assertThat(findings("app: { servers: [ 'unix:/no/such.sock' ] }"))
        .containsExactly(
            "gateway.yaml: warning: upstreams.app: unix:/no/such.sock: no such socket now");
  }

  @Test
  void fileInPlaceOfASocketIsAWarning() throws IOException {
    Path file = Files.writeString(directory.resolve("app.sock"), "not a socket");

    assertThat(findings("app: { servers: [ 'unix:" + file + "' ] }"))
        .containsExactly("gateway.yaml: warning: upstreams.app: unix:" + file + ": not a socket");
  }

  @Test
  void listOfServersWithAProblemIsAnError() throws IOException {
    Path list = Files.writeString(
        directory.resolve("servers.yaml"),
        "- http://127.0.0.1:1\n- { url: ftp://x }\n- { weight: 1 }\n");

    assertThat(findings("app: { discovery: { file: servers.yaml } }"))
        .hasSize(2)
        .allMatch(finding -> finding.contains(": error: "))
        .anyMatch(finding -> finding.startsWith(list + ":2:10: error: "))
        .anyMatch(finding -> finding.startsWith(list + ":3:3: error: "));
  }

  @Test
  void emptyListOfServersIsAnError() throws IOException {
    Files.writeString(directory.resolve("servers.yaml"), "[]\n");

    assertThat(findings("app: { discovery: { file: servers.yaml } }"))
        .singleElement()
        .asString()
        .contains("empty (expected: a list of servers)");
  }
}
