package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ListenerYaml;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alt-Svc values that clients receive, at start and after changes of the configuration. */
@EachJdk
final class AltSvcIT {
  @TempDir
  Path directory;

  private GatewayProcess gateway;

  @BeforeEach
  void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectories(directory.resolve("root"));
    Files.writeString(directory.resolve("root/page.txt"), "page");
    gateway = GatewayProcess.start(directory, yaml(0, "[h3, h2, http/1.1]", ""), Map.of());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static String yaml(int port, String protocols, String altSvc) {
    return ListenerYaml.advertising(port, protocols, altSvc) + """
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, static: { root: root } } ]
          - hosts: [ quiet.test ]
            altSvc: omit
            routes: [ { match: { path: "/*" }, static: { root: root } } ]
          - hosts: [ old.test ]
            altSvc: clear
            routes: [ { match: { path: "/*" }, static: { root: root } } ]
        admin: { enabled: false }
        """;
  }

  /** The same listener, on the port chosen by the system. */
  private void reload(String altSvc) {
    gateway.apply(yaml(0, "[h3, h2, http/1.1]", altSvc));
  }

  private String altSvcOf(String... options) {
    String[] all = new String[options.length + 3];
    System.arraycopy(options, 0, all, 0, options.length);
    all[options.length] = "-D-";
    all[options.length + 1] = "-o/dev/null";
    all[options.length + 2] = "https://localhost:" + gateway.port("tls") + "/page.txt";
    return Commands.curl(all)
        .out()
        .lines()
        .filter(line -> line.regionMatches(true, 0, "alt-svc: ", 0, 9))
        .map(line -> line.substring(9).strip())
        .findFirst()
        .orElse("");
  }

  @Test
  void tcpResponsesAdvertiseTheBoundPortForADay() {
    String expected = "h3=\":" + gateway.port("tls") + "\"; ma=86400";

    assertThat(altSvcOf("--http1.1")).isEqualTo(expected);
    assertThat(altSvcOf("--http2")).isEqualTo(expected);
  }

  @Test
  void http3ResponsesAdvertiseToo() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request page = client.get("/page.txt").await();

      assertThat(page.field("alt-svc")).isEqualTo("h3=\":" + gateway.port("tls") + "\"; ma=86400");
    }
  }

  @Test
  void advertisesTheConfiguredValues() {
    reload("maxAge: 10m, persist: true, host: h3.example.com, port: 443");

    assertThat(altSvcOf("--http2")).isEqualTo("h3=\"h3.example.com:443\"; ma=600; persist=1");
  }

  @Test
  void openConnectionsGetClearAfterAReload() throws Exception {
    try (Http2Peer http2 = Http2Peer.connectTls(gateway.port("tls"));
        Http3Client http3 = Http3Client.connect(gateway.port("tls"), "localhost")) {
      assertThat(http2.get(1, "/page.txt").readResponse(1).head()).contains("alt-svc: h3=");
      assertThat(http3.get("/page.txt").await().field("alt-svc")).startsWith("h3=");

      reload("clear: true");

      assertThat(http2.get(3, "/page.txt").readResponse(3).head()).contains("alt-svc: clear");
      assertThat(http3.get("/page.txt").await().field("alt-svc")).isEqualTo("clear");
      assertThat(altSvcOf("--http1.1")).isEqualTo("clear");
      reload("");
      assertThat(http2.get(5, "/page.txt").readResponse(5).head()).contains("alt-svc: h3=");
    }
  }

  @Test
  void clientOutsideARollOutGetsClear() {
    reload("percent: 0");

    assertThat(altSvcOf("--http2")).isEqualTo("clear");
  }

  @Test
  void http3CanBeRemovedAndCleared() {
    gateway.apply(yaml(0, "[h2, http/1.1]", "clear: true"));
    assertThat(altSvcOf("--http2")).isEqualTo("clear");

    gateway.apply(yaml(0, "[h2, http/1.1]", ""));
    assertThat(altSvcOf("--http2")).isEmpty();
  }

  @Test
  void siteOverridesTheListener() {
    assertThat(altSvcOf("--http2", "-HHost: quiet.test")).isEmpty();
    assertThat(altSvcOf("--http2", "-HHost: old.test")).isEqualTo("clear");
  }
}
