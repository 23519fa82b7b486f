package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.admin.seam.RouteTable.RouteDecision;
import io.lychgate.gateway.admin.seam.RouteTable.RouteProblem;
import io.lychgate.gateway.admin.seam.RouteTable.RouteView;
import io.lychgate.gateway.admin.seam.RouteTable.TrialRequest;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.HealthConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.policy.AccessPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.testkit.Http1Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The routes as the admin plane shows them, compared with the gateway's own responses. */
final class RoutesInForceTest {
  @TempDir
  Path directory;

  private DataPath dataPath;
  private RoutesInForce routes;

  @BeforeEach
  void start() throws IOException {
    GatewayConfig config = config();
    dataPath = new DataPath(config);
    dataPath.apply(config, ManifestIndex.EMPTY);
    UpstreamsInForce upstreams = new UpstreamsInForce(
        dataPath,
        new OperatorDecisions(
            () -> {
              throw new IllegalStateException("no store");
            },
            dataPath.upstreams().overrides()));
    routes = new RoutesInForce(dataPath, new NoState(), upstreams);
  }

  @AfterEach
  void stop() {
    dataPath.close();
  }

  private GatewayConfig config() {
    ListenerConfig listener = ListenerConfig.builder("plain", "127.0.0.1", 0, null)
        .health(new HealthConfig(true, "/live", "/ready"))
        .build();
    UpstreamConfig app = UpstreamConfig.of(
        "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", 1)));
    return GatewayConfig.of(
        List.of(listener),
        Map.of("app", app),
        List.of(
            site(
                "www.example.com",
                fixed("all", PathPattern.glob("/*")),
                fixed("assets", PathPattern.glob("/assets/*")),
                fixed("digits", PathPattern.regex("^/assets/[0-9]+$")),
                fixed("form", PathPattern.glob("/form"), "POST", "PUT").with(local()),
                fixed("exact", PathPattern.glob("/assets/site.css"))),
            site("*.example.com", fixed("wild", PathPattern.glob("/*"))),
            site(
                "api.example.com",
                fixed("only", PathPattern.glob("/only"), "GET"),
                RouteConfig.of(
                    "proxy", PathPattern.glob("/app"), RouteAction.ProxyAction.of("app")),
                RouteConfig.of(
                    "files",
                    PathPattern.glob("/files/*"),
                    RouteAction.StaticAction.of(directory.resolve("absent"))))),
        directory);
  }

  private static Policies local() {
    AddressRange local = AddressRange.parse("127.0.0.0/8").orElseThrow();
    return Policies.of(
        Policies.Level.ROUTE, List.of(new AccessPolicy(List.of(local), List.of())), List.of());
  }

  private static SiteConfig site(String host, RouteConfig... routes) {
    return new SiteConfig(List.of(HostPattern.of(host)), List.of(routes));
  }

  /** A route whose response is its id. */
  private static RouteConfig fixed(String id, PathPattern path, String... methods) {
    return RouteConfig.builder(id, path, new RouteAction.FixedAction(200, Map.of(), id))
        .methods(Set.of(methods))
        .build();
  }

  private RouteDecision explain(String method, String url, String... header) {
    List<PlanRequest.Header> headers = new ArrayList<>();
    for (int i = 0; i < header.length; i += 2) {
      headers.add(new PlanRequest.Header(header[i], header[i + 1]));
    }
    return routes.explain(new TrialRequest(method, url, null, "plain", headers)).orElseThrow();
  }

  @ParameterizedTest(name = "{0} {1}{2}")
  @CsvSource({
    "GET, www.example.com, /",
    "GET, WWW.Example.com:8080, /assets/a.js?x=/form",
    "GET, www.example.com., /assets/12",
    "GET, www.example.com, /assets/site.css",
    "GET, www.example.com, /assets//%73ite.css",
    "GET, www.example.com, /x/../form",
    "POST, www.example.com, /form",
    "post, www.example.com, /form",
    "GET, a.example.com, /form",
    "GET, api.example.com, /only",
    "DELETE, api.example.com, /only",
    "GET, api.example.com, /other",
    "GET, other.example, /",
    "GET, other.example, /live",
    "GET, www.example.com, /ready?now",
    "TRACE, www.example.com, /",
    "GET, www.example.com, /%zz",
    "GET, www.example.com, /a|b",
    "GET, www.example.com, /a\\b",
    "POST, www.example.com, /x/..%2Fform",
    "POST, www.example.com, /form;a=1",
    "GET, www.example.com, /x/..%2Fform",
  })
  void anExplanationIsTrueForARealRequest(String method, String host, String path) {
    RouteDecision explained = explain(method, "http://" + host + path);
    Http1Peer.Response real;
    try (Http1Peer peer = Http1Peer.connect(dataPath.listeners().port("plain"))) {
      real = peer.send(
              method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
          .read();
    }

    String route = explained.route();
    if (route != null) {
      assertThat(real.body()).as(explained.sentence()).isEqualTo(route);
      assertThat(explained.outcome()).isEqualTo("route");
    } else if (explained.status() != null) {
      assertThat(real.status()).as(explained.sentence()).isEqualTo(explained.status());
    } else {
      assertThat(explained.outcome()).isEqualTo("health");
      assertThat(real.body()).containsAnyOf("ok", "ready");
    }
  }

  @Test
  void theWinnerAndEachLoserHaveAReason() {
    RouteDecision explained = explain("POST", "https://www.example.com/form");

    assertThat(explained.route()).isEqualTo("form");
    assertThat(explained.routes())
        .extracting(each -> each.id() + " " + each.reason())
        .containsExactly(
            "exact other-path",
            "form serves",
            "digits other-path",
            "assets other-path",
            "all less-specific");
    assertThat(explained.sites())
        .extracting(each -> each.site() + " " + each.reason())
        .containsExactly(
            "www.example.com serves", "*.example.com less-specific", "api.example.com other-host");
  }

  @Test
  void notesNameTheNormalFormAndAWebSocketThatIsNotServed() {
    RouteDecision explained = explain(
        "GET",
        "http://www.example.com//a/../assets/./a.js",
        "Upgrade",
        "websocket",
        "Connection",
        "Upgrade",
        "Sec-WebSocket-Key",
        "dGhlIHNhbXBsZSBub25jZQ==");

    assertThat(explained.path()).isEqualTo("/assets/a.js");
    assertThat(explained.notes())
        .containsExactly(
            "Routes are compared with the normal form of the path: /assets/a.js",
            "The route takes no WebSockets: the Upgrade field is ignored.");
  }

  @ParameterizedTest
  @CsvSource({"X A, b", "'', b", "X-A, 'b\r\nX-B: c'", "X-A, 'b\0c'"})
  void malformedFieldIsRejectedAsInARealRequest(String name, String value) {
    RouteDecision explained =
        explain("GET", "http://www.example.com/", name, value.translateEscapes());

    assertThat(explained.outcome()).isEqualTo("rejected");
    assertThat(explained.status()).isEqualTo(400);
  }

  @Test
  void urlsThatNoClientCanSendAreMalformed() {
    assertThat(explain("GET", "ftp://www.example.com/").outcome()).isEqualTo("malformed");
    assertThat(explain("GET", "https:///x").outcome()).isEqualTo("malformed");
    assertThat(routes.explain(new TrialRequest("GET", "/", null, "none", List.of())))
        .isEmpty();
  }

  @Test
  void routesAreInTheOrderInWhichTheyAreTried() {
    List<RouteView> all = routes.routes();

    assertThat(all)
        .extracting(each -> each.rank() + " " + each.id())
        .containsExactly(
            "1 exact",
            "2 form",
            "3 digits",
            "4 assets",
            "5 all",
            "1 wild",
            "1 only",
            "2 proxy",
            "3 files");
    RouteView proxy = all.get(7);
    assertThat(proxy.steps()).containsExactly("rejects requests with Early-Data: 1 (425)");
    assertThat(proxy.upstreams().get(0).servers().get(0).id()).isEqualTo("http://127.0.0.1:1");
  }

  @Test
  void aMissingDirectoryIsAProblem() {
    assertThat(routes.routes().stream()
            .filter(route -> !route.problems().isEmpty())
            .flatMap(route -> route.problems().stream().map(RouteProblem::kind)))
        .containsExactly("no-directory");
  }
}
