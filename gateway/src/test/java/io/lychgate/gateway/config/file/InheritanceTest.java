package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upstreams, sites and routes inherit {@code defaults}. */
final class InheritanceTest {
  private static final String LISTENERS = "listeners: [ { name: a, address: \"localhost:80\" } ]\n";

  @TempDir
  Path directory;

  private Checked<GatewayConfig> read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), LISTENERS + text);
    return ConfigReader.of(Map.of()).read(file);
  }

  private GatewayConfig valid(String text) throws IOException {
    Checked<GatewayConfig> read = read(text);
    assertThat(read.problems()).isEmpty();
    return read.value();
  }

  private static List<String> policies(Policies policies) {
    return policies.settings().stream()
        .map(setting -> setting.key() + (setting.policy() == null ? " off" : ""))
        .toList();
  }

  private static RouteConfig route(GatewayConfig config, int index) {
    return config.sites().get(0).routes().get(index);
  }

  @Test
  void upstreamsInheritKeyByKey() throws IOException {
    GatewayConfig config = valid("""
        defaults:
          upstreams:
            connectTimeout: 7s
            tls: { verify: false, serverName: inner.test }
        upstreams:
          a: { servers: [ "https://a" ] }
          b: { servers: [ "https://b" ], connectTimeout: 1s, tls: { serverName: b.test } }
        sites: []
        """);

    var a = Objects.requireNonNull(config.upstreams().get("a"));
    var b = Objects.requireNonNull(config.upstreams().get("b"));
    assertThat(a.connectTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(a.tls().serverName()).isEqualTo("inner.test");
    assertThat(b.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(b.tls().serverName()).isEqualTo("b.test");
    assertThat(b.tls().verify()).isFalse();
  }

  @Test
  void nearestValueWins() throws IOException {
    GatewayConfig config = valid("""
        defaults:
          sites: { mergeSlashes: false }
          routes:
            earlyData: true
            public: false
            headers: { response: { set: { X-A: file, X-B: file, x-c: file }, remove: [ X-R ] } }
        upstreams: { app: { servers: [ "http://a" ] } }
        sites:
          - hosts: [ a.test ]
            defaults: { public: true, headers: { response: { set: { X-B: site, X-C: site } } } }
            routes:
              - match: { path: / }
                proxy: { upstream: app }
                headers: { response: { set: { X-C: route }, remove: [ X-Q ] } }
        """);

    assertThat(config.sites().get(0).mergesSlashes()).isFalse();
    RouteConfig route = route(config, 0);
    assertThat(route.earlyData()).isTrue();
    assertThat(route.isPublic()).isTrue();
    assertThat(route.responseHeaders().set())
        .containsExactlyInAnyOrderEntriesOf(Map.of("X-A", "file", "X-B", "site", "X-C", "route"));
    assertThat(route.responseHeaders().remove()).containsExactly("X-Q");
  }

  @Test
  void actionIsInheritedByRoutesWithTheSameActionOrNone() throws IOException {
    Files.createDirectories(directory.resolve("public"));
    GatewayConfig config = valid("""
        defaults:
          routes: { proxy: { upstream: app, webSocket: true }, rewrite: { addPrefix: /v1 } }
        upstreams: { app: { servers: [ "http://a" ] }, other: { servers: [ "http://b" ] } }
        sites:
          - hosts: [ a.test ]
            routes:
              - { match: { path: /none } }
              - { match: { path: /own }, proxy: { upstream: other } }
              - { match: { path: /split }, proxy: { split: [ { upstream: app }, { upstream: other } ] } }
              - { match: { path: /files }, static: { root: public } }
        """);

    assertThat(route(config, 0).action())
        .isEqualTo(new RouteAction.ProxyAction("app", true, null, true));
    assertThat(route(config, 1).action())
        .isEqualTo(new RouteAction.ProxyAction("other", true, null, true));
    assertThat(((RouteAction.ProxyAction) route(config, 2).action()).split()).isNotNull();
    assertThat(route(config, 3).action())
        .isEqualTo(RouteAction.StaticAction.of(directory.resolve("public")));
    assertThat(route(config, 3).rewrite()).isNull();
  }

  @Test
  void policiesAreInheritedAsAWholeAndSwitchedOffByTheNearer() throws IOException {
    GatewayConfig config = valid("""
        defaults:
          routes:
            policies:
              sizes: { maxHeaderCount: 7, maxTargetSize: 100 }
              requestId: {}
              cache: {}
              off: [ compress, maintenance ]
        upstreams: { app: { servers: [ "http://a" ] } }
        sites:
          - hosts: [ a.test ]
            routes:
              - { match: { path: /a }, proxy: { upstream: app } }
              - match: { path: /b }
                respond: { status: 200 }
                policies: { sizes: { maxHeaderCount: 9 }, compress: {}, off: [ requestId ] }
        """);

    assertThat(policies(route(config, 0).policies()))
        .containsExactlyInAnyOrder(
            "sizes", "requestId", "cache", "compress off", "maintenance off");
    assertThat(policies(route(config, 1).policies()))
        .containsExactlyInAnyOrder("sizes", "compress", "requestId off", "maintenance off");
    assertThat(route(config, 1).policies().toString()).doesNotContain("100");
  }

  @Test
  void includedFilesInheritAndOverrideForThemselves() throws IOException {
    Files.createDirectories(directory.resolve("conf.d"));
    Files.writeString(directory.resolve("conf.d/a.yaml"), """
        defaults: { upstreams: { connectTimeout: 3s } }
        upstreams: { a: { servers: [ "http://a" ] } }
        """);
    Files.writeString(
        directory.resolve("conf.d/b.yaml"), "upstreams: { b: { servers: [ \"http://b\" ] } }\n");
    GatewayConfig config = valid("""
        include: [ conf.d/*.yaml ]
        defaults: { upstreams: { connectTimeout: 7s, maxConnections: 5 } }
        sites: []
        """);

    var a = Objects.requireNonNull(config.upstreams().get("a"));
    var b = Objects.requireNonNull(config.upstreams().get("b"));
    assertThat(a.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(a.maxConnections()).isEqualTo(5);
    assertThat(b.connectTimeout()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void problemOfADefaultIsReportedOnceAtItsPlace() throws IOException {
    String upstreams = """
        upstreams: { a: { servers: [ "http://a" ] }, b: { servers: [ "http://b" ] } }
        sites: []
        """;
    assertThat(read("defaults:\n  upstreams:\n    connectTimeout: soon\n    maxPendng: 3\n"
                + upstreams)
            .problems())
        .extracting(ConfigProblem::line, ConfigProblem::path)
        .containsExactly(
            tuple(4, "defaults.upstreams.connectTimeout"),
            tuple(5, "defaults.upstreams.maxPendng"));
    assertThat(read("defaults:\n  upstreams:\n    maxResponseHeaderSize: 5\n" + upstreams)
            .problems())
        .extracting(ConfigProblem::line)
        .containsExactly(4);
    assertThat(
            read("defaults: { upstreams: { servers: [] }, sites: { hosts: [] }, routes: { id: a } }\n"
                    + upstreams)
                .problems())
        .extracting(ConfigProblem::path)
        .containsExactly(
            "defaults.upstreams.servers", "defaults.sites.hosts", "defaults.routes.id");
  }

  @Test
  void problemOfAnIncludedDefaultThatNothingInheritsIsReported() throws IOException {
    Files.writeString(
        directory.resolve("a.yaml"), "defaults: { upstreams: { conectTimeout: 3s } }\n");

    assertThat(read("include: [ a.yaml ]\nsites: []\n").problems())
        .singleElement()
        .returns(directory.resolve("a.yaml").toString(), ConfigProblem::file)
        .returns(
            "defaults.upstreams.conectTimeout: unknown key (did you mean connectTimeout?)",
            ConfigProblem::message);
  }
}
