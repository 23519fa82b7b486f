package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each change that an operator makes is an event of the history, beside the notes of people. */
final class HistoryEventsIT {
  private static final String MANIFEST = "rules:\n  - match: { path: \"/\" }\n    assets: []\n";

  @TempDir
  Path directory;

  private ForkedGateway gateway;

  @BeforeEach
  void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    configure("protocols: [http/1.1]");
    gateway = ForkedGateway.start(directory, Map.of()).awaitStart();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void eachChangeIsAnEventOfItsKind() throws IOException {
    awaitEvent("start", "public serves http/1.1");

    configure("protocols: [h2, http/1.1]");
    gateway.hangUp();
    awaitEvent("protocols", "listener public: http/1.1 became http/1.1, h2");
    awaitEvent("reload", "a changed configuration was applied");

    configure("protocols: [h3, h2, http/1.1], altSvc: { percent: 10 }");
    gateway.hangUp();
    awaitEvent("alt-svc", "HTTP/3 was offered to 0 % of networks, now to 10 %");

    configure("protocols: [h3, h2, http/1.1], altSvc: { percent: 100 }");
    gateway.hangUp();
    awaitEvent("alt-svc", "HTTP/3 was offered to 10 % of networks, now to 100 %");

    TestCertificates.write(directory, "site", "localhost");
    gateway.hangUp();
    awaitEvent("certificate", "listener public uses another certificate");

    AdminPeer admin = admin();
    admin.publish("shop", admin.create("shop", MANIFEST));
    awaitEvent("publication", "manifest shop");

    admin.post("/history/events", Map.of("kind", "deploy", "text", "shop 4.2"));
    awaitEvent("deploy", "shop 4.2");
  }

  @Test
  void restartIsAStopAndAStart() {
    awaitEvent("start", "public serves http/1.1");
    gateway.terminate();
    assertThat(gateway.awaitEnd()).isZero();
    gateway = ForkedGateway.start(directory, Map.of()).awaitStart();

    awaitEvent("stop", "gateway stopped");
    Await.until(() -> assertThat(events("start")).hasSize(2));
  }

  @Test
  void refusedConfigurationIsNoEvent() throws IOException {
    awaitEvent("start", "public serves http/1.1");
    configure("protocols: [http/9]");
    gateway.hangUp();
    Await.until(() -> assertThat(gateway.err()).contains("http/9"));
    configure("protocols: [h2, http/1.1]");
    gateway.hangUp();

    awaitEvent("protocols", "http/1.1 became http/1.1, h2");
    assertThat(events("reload")).hasSize(1);
  }

  private void awaitEvent(String kind, String text) {
    Await.until(() -> assertThat(events(kind)).anyMatch(each -> each.contains(text)));
  }

  /** Returns the texts of the events of a kind, newest first. */
  private List<String> events(String kind) {
    return StreamSupport.stream(
            admin().get("/history/events?kind=" + kind).get("items").spliterator(), false)
        .map(event -> event.get("text").asString())
        .toList();
  }

  private AdminPeer admin() {
    return AdminPeer.login(gateway.adminPort());
  }

  /** Replaces the file in one step. */
  private void configure(String ofListener) throws IOException {
    Path fresh = Files.writeString(directory.resolve("gateway.new"), """
        listeners:
          - { name: public, address: "127.0.0.1:0", tls: { certificates: [ { chain: site.pem, key: site.key } ] }, %s }
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, respond: { status: 204 } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(ofListener));
    Files.move(fresh, directory.resolve("gateway.yaml"), StandardCopyOption.ATOMIC_MOVE);
  }
}
