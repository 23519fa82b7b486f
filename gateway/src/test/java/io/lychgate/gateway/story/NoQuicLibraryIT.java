package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A platform without a native QUIC library, simulated by removing its jar. */
@EachJdk
final class NoQuicLibraryIT {
  private static final String JARS = "netty-codec-native-quic";

  @TempDir
  Path directory;

  private void configure(String root) throws IOException {
    Files.writeString(directory.resolve("gateway.yaml"), """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, static: { root: %s } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(root));
  }

  @Test
  void servesOtherProtocolsAndReportsOnceWhyHttp3IsMissing() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectories(directory.resolve("root"));
    Files.writeString(directory.resolve("root/page.txt"), "page");
    Files.createDirectories(directory.resolve("other"));
    Files.writeString(directory.resolve("other/page.txt"), "reloaded");
    configure("root");
    try (ForkedGateway gateway = ForkedGateway.startWithout(directory, JARS).awaitStart()) {
      String page = "https://localhost:" + gateway.port("tls") + "/page.txt";

      String http2 = Commands.curl("-D-", "--http2", page).out();
      assertThat(http2).startsWith("HTTP/2 200").endsWith("page");
      assertThat(http2).doesNotContainIgnoringCase("alt-svc");
      assertThat(Commands.curl("-D-", "--http1.1", page).out()).startsWith("HTTP/1.1 200");
      assertThat(gateway.out())
          .containsPattern("lychgate: tls on https://127.0.0.1:\\d+ \\(http/1.1, h2\\)");

      JsonNode listener =
          AdminPeer.login(gateway.adminPort()).get("/status").path("listeners").path(0);
      assertThat(listener.path("protocols").toString()).isEqualTo("[\"http/1.1\",\"h2\"]");
      assertThat(listener.path("complaint").asString())
          .startsWith("h3 is configured but not served: no QUIC library for this platform");
      assertThat(listener.path("httpsRecords")).isEmpty();

      configure("other");
      gateway.hangUp();
      Await.until(() -> assertThat(Commands.curl(page).out()).isEqualTo("reloaded"));
      assertThat((gateway.out() + gateway.err()).split("h3 is configured but not served", -1))
          .hasSize(2);

      Program.Ended doctor = Program.run(
          directory,
          ForkedJava.lychgateWithout(JARS, "doctor", "h3", page, "--timeout=1s")
              .toArray(String[]::new));
      assertThat(doctor.exitCode()).isEqualTo(1);
      assertThat(doctor.output())
          .contains("fail  quic-library  not available")
          .contains("fail  udp ")
          .contains("skip  handshake");
    }
  }
}
