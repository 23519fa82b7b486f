package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.Visitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debian's Chromium finds HTTP/3 through the Alt-Svc field of its first visit. */
final class AltSvcBrowserIT {
  private static final int VISITS = 3;

  @TempDir
  Path directory;

  private GatewayProcess gateway(String altSvc) throws IOException {
    TestCertificates.write(directory, "site", "server.test");
    Files.createDirectories(directory.resolve("root"));
    Files.writeString(directory.resolve("root/page.html"), "<p>page");
    return GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            altSvc: { %s }
        sites:
          - { hosts: [ server.test ], routes: [ { match: { path: "/*" }, static: { root: root } } ] }
        admin: { enabled: false }
        """.formatted(altSvc), Map.of());
  }

  @Test
  void firstVisitUsesHttp2AndLaterVisitsUseHttp3() throws IOException {
    try (GatewayProcess gateway = gateway("")) {
      assertThat(visits(gateway, 1)).containsExactly("h2", "h3", "h3");
    }
  }

  @Test
  void browserThatGetsClearStaysWithHttp2() throws IOException {
    try (GatewayProcess gateway = gateway("clear: true")) {
      assertThat(visits(gateway, VISITS)).containsExactly("h2", "h2", "h2");
    }
  }

  private List<String> visits(GatewayProcess gateway, int overTcp) {
    return Visitor.protocols(
        Visitor.chromium(),
        directory.resolve("site.pem"),
        "https://server.test:" + gateway.port("tls") + "/page.html",
        VISITS,
        overTcp);
  }
}
