package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lychgate doctor} and {@code lychgate doctor pooling} as processes: exit code and text. */
final class DoctorCommandIT {
  @TempDir
  Path directory;

  private Path password;

  @BeforeEach
  void configure() throws IOException {
    TestCertificates.write(directory, "ab", "a.example", "b.example");
    Files.writeString(directory.resolve("gateway.yaml"), """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: ab.pem, key: ab.key } ] }
        sites:
          - hosts: [ a.example, b.example ]
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: served } } ]
        admin: { address: "127.0.0.1:%d" }
        """.formatted(FreePort.find()));
    password = Files.writeString(directory.resolve("secret.txt"), GatewayProcess.ADMIN_PASSWORD);
  }

  private Program.Ended lychgate(String... arguments) throws Exception {
    return Program.run(directory, ForkedJava.lychgate(arguments).toArray(String[]::new));
  }

  private Program.Ended pooling() throws Exception {
    return lychgate(
        "doctor", "pooling", "-c", "gateway.yaml", "--password-file", password.toString());
  }

  @Test
  void configurationWithoutProblemIsGoodAndAWrongOneFails() throws Exception {
    Program.Ended good = lychgate("doctor", "-c", "gateway.yaml");
    assertThat(good.exitCode()).as(good.output()).isZero();
    assertThat(good.output().lines())
        .anyMatch(line -> line.matches("(ok  |warn)  java .*"))
        .anyMatch(line -> line.equals("ok    configuration gateway.yaml can be used"));

    Files.writeString(directory.resolve("gateway.yaml"), "listeners: []\nsites: []\nadmins: {}\n");
    Program.Ended wrong = lychgate("doctor", "-c", "gateway.yaml");
    assertThat(wrong.exitCode()).as(wrong.output()).isEqualTo(1);
    assertThat(wrong.output()).contains("fail  configuration gateway.yaml:");
  }

  @Test
  void poolingFindsConnectionsThatCouldBeOne() throws Exception {
    Program.Ended absent = pooling();
    assertThat(absent.exitCode()).as(absent.output()).isEqualTo(1);
    assertThat(absent.output())
        .startsWith("fail  gateway")
        .contains("-> start the gateway, and check --user and --password-file");

    try (ForkedGateway gateway = ForkedGateway.start(directory, Map.of()).awaitStart();
        Http2Peer one = Http2Peer.connectTls(gateway.port("tls"));
        Http2Peer two = Http2Peer.connectTls(gateway.port("tls"))) {
      expectServed(one, "a.example");
      expectServed(two, "b.example");

      Program.Ended found = pooling();

      assertThat(found.exitCode()).as(found.output()).isZero();
      assertThat(found.output())
          .contains("ok    connections   2 of HTTP/2 and HTTP/3 from 1 clients")
          .contains("warn  pooling       a.example, b.example (listener tls): 1 clients hold 2"
              + " connections, 1 could be saved -> ")
          .doesNotContain(GatewayProcess.ADMIN_PASSWORD);
    }
  }

  private static void expectServed(Http2Peer client, String host) {
    client.headers(1, true, ":method", "GET", ":scheme", "https", ":authority", host, ":path", "/");
    assertThat(client.readResponse(1).status()).isEqualTo(200);
  }
}
