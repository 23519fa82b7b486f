package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.GatewayProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two configurations in one folder, and a folder of an earlier version. */
final class TwoConfigurationsIT {
  private static final String YAML = """
      listeners: [ { name: public, address: "127.0.0.1:0", protocols: [http/1.1] } ]
      sites: []
      admin: { address: "127.0.0.1:0" }
      """;
  private static final String SHARED = "store: { url: \"jdbc:sqlite:var/lychgate.db\" }\n";

  @TempDir
  Path directory;

  private Gateway start(String name, String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve(name), yaml);
    Path password = Files.writeString(directory.resolve("password"), GatewayProcess.ADMIN_PASSWORD);
    GatewayConfig config = ConfigReader.of(Map.of()).read(file).value();
    return Gateway.start(config, new GatewayOptions(file.toString(), password));
  }

  private static AdminPeer admin(Gateway gateway) {
    return AdminPeer.login(gateway.adminAddress().orElseThrow().getPort());
  }

  private static int manifests(Gateway gateway) {
    return admin(gateway).get("/manifests").path("total").intValue();
  }

  @Test
  void twoConfigurationsInOneFolderDoNotShareADatabase() throws IOException {
    try (Gateway first = start("a.yaml", YAML);
        Gateway second = start("b.yaml", YAML)) {
      AdminPeer admin = admin(first);
      admin.publish("shop", admin.create("shop", "rules: []\n"));

      assertThat(manifests(first)).isEqualTo(1);
      assertThat(manifests(second)).isZero();
    }
    assertThat(directory.resolve("var/a/published.json")).exists();
    assertThat(directory.resolve("var/a/admin-cert.pem")).exists();
    assertThat(directory.resolve("var/b/admin-cert.pem")).exists();
  }

  @Test
  void twoConfigurationsShareADatabaseNamedByBoth() throws IOException {
    try (Gateway first = start("a.yaml", YAML + SHARED);
        Gateway second = start("b.yaml", YAML + SHARED)) {
      admin(first).create("shop", "rules: []\n");

      assertThat(manifests(second)).isEqualTo(1);
    }
  }

  @Test
  void firstConfigurationToStartKeepsTheDatabaseOfAnEarlierVersion() throws IOException {
    try (Gateway earlier = start("a.yaml", YAML + SHARED + "#\n")) {
      admin(earlier).create("shop", "rules: []\n");
    }
    // Layout of an earlier version: all files in var, and no owner recorded.
    Files.delete(directory.resolve("var/lychgate.owner"));
    try (Stream<Path> files = Files.walk(directory.resolve("var/a"))) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }

    try (Gateway first = start("a.yaml", YAML);
        Gateway second = start("new.yaml", YAML)) {
      assertThat(manifests(first)).isEqualTo(1);
      assertThat(manifests(second)).isZero();
    }
  }
}
