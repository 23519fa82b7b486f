package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TlsPeer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration changes while requests are in progress. */
final class ReloadIT {
  private static final Pattern FAILED = Pattern.compile(" (\\d+) failed, (\\d+) errored");

  @TempDir
  Path directory;

  private ForkedGateway gateway;

  @BeforeEach
  void start() throws IOException {
    TestCertificates.write(directory, "site", "first.example", "localhost");
    Files.createDirectories(directory.resolve("one"));
    Files.createDirectories(directory.resolve("two"));
    Files.writeString(directory.resolve("one/page.txt"), "one");
    Files.writeString(directory.resolve("two/page.txt"), "two");
    configure("one");
    gateway = ForkedGateway.start(directory, Map.of()).awaitStart();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private void configure(String root) throws IOException {
    configure(root, "");
  }

  private void configure(String root, String ofListener) throws IOException {
    write("""
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            %s
        sites: [ { hosts: [ "*" ], routes: [ { match: { path: "/*" }, static: { root: %s } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(ofListener, root));
  }

  /** Replaces the file in one step, as a careful editor does. */
  private void write(String yaml) throws IOException {
    Path next = Files.writeString(directory.resolve("gateway.yaml.next"), yaml);
    Files.move(
        next,
        directory.resolve("gateway.yaml"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private String address() {
    return "https://localhost:" + gateway.port("tls") + "/page.txt";
  }

  private void awaitPage(String content) {
    Await.until(() -> assertThat(Commands.curl(address()).out()).isEqualTo(content));
  }

  @Test
  void losesNoRequestWhenTheConfigurationChangesUnderLoad() throws IOException {
    Commands.Running load =
        Commands.start("h2load", "-c", "8", "-m", "4", "-t", "1", "-D", "6", address());
    awaitPage("one");

    configure("two");
    awaitPage("two");
    configure("one");
    gateway.hangUp();
    awaitPage("one");

    String report = Commands.finish(load).expectSuccess().out();
    Matcher failed = FAILED.matcher(report);
    assertThat(failed.find()).isTrue();
    assertThat(failed.group(1)).isEqualTo("0");
    assertThat(failed.group(2)).isEqualTo("0");
    assertThat(report).contains(" 0 3xx, 0 4xx, 0 5xx");
  }

  @Test
  void keepsTheRunningConfigurationIfTheNewOneIsInvalid() throws IOException {
    write("listeners: []\nsitess: []\n");
    gateway.hangUp();

    Await.until(() -> assertThat(gateway.out() + gateway.err())
        .containsPattern("gateway\\.yaml:2:1: sitess: unknown key"));
    awaitPage("one");
  }

  @Test
  void newLimitsApplyToNewConnectionsOnly() throws Exception {
    try (Http3Client before = Http3Client.connect(gateway.port("tls"))) {
      assertThat(before.get("/page.txt").await().text()).isEqualTo("one");

      configure("one", "limits: { maxTargetSize: 64 }");
      String tooLong = address() + "?" + "q".repeat(100);
      Await.until(() -> assertThat(
              Commands.curl("-o", "/dev/null", "-w", "%{http_code}", tooLong).out())
          .isEqualTo("414"));

      assertThat(before.get("/page.txt?" + "q".repeat(100)).await().text()).isEqualTo("one");
      assertThat(before.isOpen()).isTrue();
    }
    try (Http3Client after = Http3Client.connect(gateway.port("tls"))) {
      assertThat(after.get("/page.txt?" + "q".repeat(100)).await().status()).isEqualTo(414);
    }
  }

  @Test
  void usesANewCertificateForNewConnections() throws Exception {
    int port = gateway.port("tls");
    String before = TlsPeer.certificateOf(port, "localhost");
    try (Http3Client old = Http3Client.connect(port, "localhost")) {

      TestCertificates.write(directory, "site", "second.example", "localhost");
      gateway.hangUp();

      assertThat(before).contains("first.example");
      Await.until(
          () -> assertThat(TlsPeer.certificateOf(port, "localhost")).contains("second.example"));
      try (Http3Client next = Http3Client.connect(port, "localhost")) {
        assertThat(next.certificate()).contains("second.example");
      }
      assertThat(old.certificate()).contains("first.example");
      assertThat(old.get("/page.txt").await().text()).isEqualTo("one");
    }
  }
}
