package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.Visitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A site with the bench page: {@link SlowPage} as {@code /page}, and as {@code /denied} with a field that refuses frames. */
record BenchSite(Path directory, ScriptedOrigin origin, GatewayProcess gateway, AdminPeer admin)
    implements AutoCloseable {

  static BenchSite start(Path directory) {
    TestCertificates.write(directory, "site", "shop.test");
    ScriptedOrigin origin = SlowPage.parts(ScriptedOrigin.start(), 400)
        .on("/page", visit -> page(visit))
        .on("/denied", visit -> page(visit, "X-Frame-Options: DENY"));
    GatewayProcess gateway =
        GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ shop.test ]
            bench: on
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()), Map.of());
    return new BenchSite(directory, origin, gateway, AdminPeer.login(gateway.adminPort()));
  }

  private static void page(OriginVisit visit, String... fields) throws IOException {
    List<String> all = new ArrayList<>(List.of(fields));
    all.add("Content-Type: text/html");
    all.add("Cache-Control: no-store");
    visit.respond(200, SlowPage.HTML, all.toArray(String[]::new));
  }

  /** Returns a new link to the bench page. */
  String link() {
    return admin.post("/bench-links", Map.of("site", "shop.test")).get("url").asString();
  }

  /** Runs plans in Debian's Chromium; returns what the page and DevTools measured for each. */
  List<JsonNode> runs(String... plans) {
    return Visitor.benchRuns(directory.resolve("site.pem"), link(), plans);
  }

  @Override
  public void close() {
    gateway.close();
    origin.close();
  }
}
