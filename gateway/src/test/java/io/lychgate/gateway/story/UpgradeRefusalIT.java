package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.HandOver;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A running process that others cannot replace: it serves after each attempt as before. */
@EnabledOnOs(OS.LINUX)
final class UpgradeRefusalIT {
  private static final String YAML = """
      listeners:
        - name: tls
          address: 127.0.0.1:0
          protocols: [ http/1.1, h2, h3 ]
          tls: { certificates: [ { chain: site.pem, key: site.key } ] }
      sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, respond: { status: 200 } } ] } ]
      admin: { address: "127.0.0.1:0" }
      upgrade: { enabled: true, directory: u, timeout: 40s }
      """;

  @TempDir
  static Path directory;

  @TempDir
  Path other;

  private static ForkedGateway gateway;
  private int printedBefore;

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(directory.resolve("gateway.yaml"), YAML);
    gateway = ForkedGateway.start(directory, Map.of()).awaitStart();
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void mark() {
    printedBefore = printed().length();
  }

  private static String printed() {
    return gateway.out() + gateway.err();
  }

  /** Waits until the gateway has printed this since the test began. */
  private void awaitPrinted(String text) {
    Await.until(() -> assertThat(printed().substring(printedBefore)).contains(text));
  }

  private static Http3Client connect() throws Exception {
    return Http3Client.connect(gateway.port("tls"), "localhost");
  }

  private static void assertServes() throws Exception {
    try (Http3Client client = connect()) {
      assertThat(client.get("/").await().status()).isEqualTo(200);
    }
  }

  private static Path upgrades() {
    return directory.resolve("u");
  }

  /** Runs a gateway in another folder, which must refuse to start, and returns what it prints. */
  private String refused(String yaml) throws Exception {
    TestCertificates.write(other, "site", "localhost");
    Files.writeString(other.resolve("gateway.yaml"), yaml);
    Process process = ForkedGateway.command(other, "run");
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isOne();
    return text;
  }

  @Test
  void processThatEndsAfterGoChangesNothing() throws Exception {
    try (Http3Client lasting = connect()) {
      assertThat(lasting.get("/").await().status()).isEqualTo(200);
      try (HandOver handOver = HandOver.with(upgrades())) {
        handOver.proceedToGo();
      }

      assertThat(lasting.get("/").await().status()).isEqualTo(200);
      assertServes();
    }
    awaitPrinted("has ended before it was ready; this process continues");
  }

  @Test
  void messageOutOfOrderEndsTheHandOverOnly() throws Exception {
    for (byte[] hostile :
        List.of(new byte[] {0, 0, 0, 1, 6}, new byte[] {0x7f, -1, -1, -1, 1}, new byte[] {
          0, 0, 0, 4, 1, 9, 0, 0
        })) {
      try (HandOver handOver = HandOver.with(upgrades())) {
        // STARTED without an offer and a message of two gigabytes end it; version 9 is refused.
        assertThat(new String(handOver.send(hostile), StandardCharsets.UTF_8))
            .matches(text -> text.isEmpty() || text.contains("version 9"));
      }
    }
    assertServes();
    assertThat(Files.getPosixFilePermissions(upgrades()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void reloadReportsThatUpgradesKeepTheirConfiguration() throws Exception {
    Path file = directory.resolve("gateway.yaml");
    Files.writeString(file, YAML.replace("timeout: 40s", "timeout: 41s"));
    gateway.hangUp();

    awaitPrinted("configuration: the change of upgrade is ignored; restart to apply it");
  }

  @Test
  void gatewayWithOtherListenersDoesNotTakeOver() throws Exception {
    String yaml = YAML.replace("name: tls", "name: another")
        .replace("directory: u", "directory: " + upgrades());

    assertThat(refused(yaml))
        .contains("upgrade.directory: the gateway that runs there has none of these listeners");

    awaitPrinted("has ended before it was ready; this process continues");
    assertServes();
  }

  @Test
  void folderThatOthersCanEnterIsRefused() throws Exception {
    Path open = Files.createDirectory(other.resolve("u"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertThat(refused(YAML))
        .contains("upgrade.directory: " + open + " has the rights rwxr-xr-x (expected: rwx------)");
  }
}
