package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration of several files. */
final class IncludeTest {
  private static final String LISTENERS = "listeners: [ { name: a, address: \"localhost:80\" } ]\n";

  @TempDir
  Path directory;

  private Path main;

  @BeforeEach
  void main() throws IOException {
    main = directory.resolve("gateway.yaml");
    Files.createDirectories(directory.resolve("conf.d"));
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String site(String host, String upstream) {
    return "sites:\n  - hosts: [ " + host
        + " ]\n    routes:\n      - { match: { path: / }, proxy: { upstream: " + upstream
        + " } }\n";
  }

  private Checked<GatewayConfig> read() {
    return ConfigReader.of(Map.of()).read(main);
  }

  private List<String> problems() {
    return read().problems().stream()
        .map(ConfigProblem::toString)
        .map(line -> line.replace(directory + "/", ""))
        .toList();
  }

  @Test
  void joinsFilesOfAPatternInTheOrderOfTheirPaths() throws IOException {
    write("gateway.yaml", "include: [ conf.d/*.yaml ]\n" + LISTENERS + "sites: []\n");
    write("conf.d/20-b.yaml", site("b.test", "b"));
    write(
        "conf.d/10-a.yaml",
        site("a.test", "b") + "upstreams: { b: { servers: [ \"http://b\" ] } }\n");
    write("conf.d/.hidden.yaml", "no: [ yaml");
    write("conf.d/notes.txt", "no: [ yaml");

    assertThat(problems()).isEmpty();
    assertThat(read().value().sites())
        .extracting(site -> site.hosts().get(0).toString())
        .containsExactly("a.test", "b.test");
  }

  @Test
  void patternWithoutAMatchIsNoProblemAndAPlainNameIs() throws IOException {
    write("gateway.yaml", "include: [ conf.d/*.yaml, none/*.yaml ]\n" + LISTENERS + "sites: []\n");
    assertThat(problems()).isEmpty();

    write("gateway.yaml", "include: [ conf.d/none.yaml ]\n" + LISTENERS + "sites: []\n");
    assertThat(problems())
        .containsExactly(
            "gateway.yaml:1:12: include[0]: conf.d/none.yaml (expected: a file that can be read)");
  }

  @Test
  void everythingMayStandInIncludedFiles() throws IOException {
    write("gateway.yaml", "include: conf.d/all.yaml\n");
    write("conf.d/all.yaml", LISTENERS + "sites: []\nzone: west\n");

    assertThat(problems()).isEmpty();
    assertThat(read().value().listeners()).hasSize(1);
  }

  @Test
  void missingListenersAreAProblemOfTheWhole() throws IOException {
    write("gateway.yaml", "include: [ conf.d/*.yaml ]\n");

    assertThat(problems())
        .containsExactly(
            "gateway.yaml:1:1: listeners: missing (expected: a list of listeners)",
            "gateway.yaml:1:1: sites: missing (expected: a list of sites)");
  }

  @Test
  void problemsHaveThePlaceAndThePathOfTheirOwnFile() throws IOException {
    write(
        "gateway.yaml",
        "include: [ conf.d/*.yaml ]\n" + LISTENERS + site("m.test", "u")
            + "upstreams: { u: { servers: [ \"http://u\" ] } }\n");
    write("conf.d/a.yaml", site("a.test", "none"));
    write("conf.d/b.yaml", "# a comment\nsites:\n  - hosts: [ b.test ]\n    rutes: []\n");
    write("conf.d/c.yaml", "sites: [");

    assertThat(problems())
        .containsExactly(
            "conf.d/a.yaml:4:50: sites[0].routes[0].proxy.upstream: none is no upstream (expected: u)",
            "conf.d/b.yaml:3:5: sites[0].routes: missing (expected: a list of routes)",
            "conf.d/b.yaml:4:5: sites[0].rutes: unknown key (did you mean routes?)",
            "conf.d/c.yaml:1:9: YAML: while parsing a flow node, expected the node content, but found '<stream end>'");
  }

  @Test
  void siteOrUpstreamInTwoFilesIsAProblemThatNamesBothPlaces() throws IOException {
    write("gateway.yaml", "include: [ conf.d/*.yaml ]\n" + LISTENERS + "sites: []\n");
    write(
        "conf.d/a.yaml",
        site("a.test", "app") + "upstreams:\n  app: { servers: [ \"http://a\" ] }\n");
    write(
        "conf.d/b.yaml",
        "upstreams:\n  app: { servers: [ \"http://b\" ] }\n" + site("a.test", "app"));

    String at = directory + "/conf.d/a.yaml";
    assertThat(read().problems().stream().map(ConfigProblem::toString))
        .containsExactly(
            directory
                + "/conf.d/b.yaml:2:3: upstreams.app: a second one (expected: one, the first is at "
                + at + ":6:3)",
            directory
                + "/conf.d/b.yaml:4:14: sites[0].hosts[0]: a.test (expected: in one site, the first is at "
                + at + ":2:5)");
  }

  @Test
  void otherKeysMayBeInOneFileOnly() throws IOException {
    write("gateway.yaml", "include: [ conf.d/*.yaml ]\n" + LISTENERS + "sites: []\nzone: west\n");
    write("conf.d/a.yaml", "zone: east\n");

    assertThat(problems())
        .containsExactly(
            "conf.d/a.yaml:1:1: zone: a second one (expected: in one file, the first is at "
                + "gateway.yaml:4:1)");
  }

  @Test
  void cyclesAreNamed() throws IOException {
    write("gateway.yaml", "include: [ conf.d/a.yaml ]\n" + LISTENERS + "sites: []\n");
    write("conf.d/a.yaml", "include: [ b.yaml ]\n");
    write("conf.d/b.yaml", "include: [ a.yaml ]\n");
    assertThat(problems())
        .containsExactly(
            "conf.d/b.yaml:1:12: include[0]: a.yaml includes a.yaml, which includes this file "
                + "(expected: no cycle)");

    write("conf.d/b.yaml", "include: [ ../*.yaml ]\n");
    assertThat(problems()).singleElement().asString().contains("(expected: no cycle)");
  }

  @Test
  void fileOfTwoListsIsAProblemAndOfTwoPatternsOfOneListIsNot() throws IOException {
    write(
        "gateway.yaml", "include: [ conf.d/b.yaml, conf.d/*.yaml ]\n" + LISTENERS + "sites: []\n");
    write("conf.d/a.yaml", site("a.test", "app"));
    write("conf.d/b.yaml", "upstreams: { app: { servers: [ \"http://a\" ] } }\n");
    assertThat(problems()).isEmpty();

    write("conf.d/a.yaml", "include: [ b.yaml ]\n");
    assertThat(problems())
        .containsExactly(
            "conf.d/a.yaml:1:12: include[0]: b.yaml (expected: each file once, b.yaml is "
                + "included at gateway.yaml:1:12)");
  }

  @Test
  void depthIsBounded() throws IOException {
    write("gateway.yaml", "include: [ conf.d/1.yaml ]\n" + LISTENERS + "sites: []\n");
    for (int i = 1; i <= Limits.MAX_INCLUDE_DEPTH; i++) {
      write("conf.d/" + i + ".yaml", "include: [ " + (i + 1) + ".yaml ]\n");
    }
    write("conf.d/" + (Limits.MAX_INCLUDE_DEPTH + 1) + ".yaml", "zone: a\n");

    assertThat(problems())
        .containsExactly(
            "conf.d/8.yaml:1:12: include[0]: 9.yaml (expected: at most 8 files that include "
                + "one another)");
  }

  @Test
  void refusesPatternsThatItDoesNotKnow() throws IOException {
    write(
        "gateway.yaml",
        "include: [ \"**/*.yaml\", \"[.yaml\", 5, { a: b } ]\n" + LISTENERS + "sites: []\n");

    assertThat(problems())
        .containsExactly(
            "gateway.yaml:1:12: include[0]: **/*.yaml: ** (expected: * within the name of a file or directory)",
            "gateway.yaml:1:25: include[1]: [.yaml: [.yaml (expected: a name with *, ?, [abc] or {a,b})",
            "gateway.yaml:1:35: include[2]: (expected: the path of a file)",
            "gateway.yaml:1:38: include[3]: (expected: the path of a file)");
  }

  @Test
  void pathsAreRelativeToTheFileThatHasThem() throws IOException {
    write("gateway.yaml", "include: [ shop/site.yaml ]\n" + LISTENERS + "sites: []\n");
    write("shop/site.yaml", """
        sites:
          - hosts: [ a.test ]
            routes:
              - { match: { path: "/*" }, static: { root: public } }
        admin: { metricsToken: "file:token" }
        """);
    Files.createDirectories(directory.resolve("shop/public"));
    write("shop/token", "secret-of-metrics\n");

    assertThat(problems()).isEmpty();
    RouteConfig route = read().value().sites().get(0).routes().get(0);
    assertThat(route.action())
        .isEqualTo(RouteAction.StaticAction.of(directory.resolve("shop/public")));
    assertThat(read().value().admin().metricsToken())
        .isNotNull()
        .returns("secret-of-metrics", secret -> secret.reveal());
  }

  @Test
  void thousandFilesAreRead() throws IOException {
    write(
        "gateway.yaml",
        "include: [ conf.d/*.yaml ]\n" + LISTENERS
            + "sites: []\nupstreams: { app: { servers: [ \"http://a\" ] } }\n");
    for (int i = 0; i < 1000; i++) {
      write("conf.d/" + i + ".yaml", site("h" + i + ".test", "app"));
    }

    assertThat(problems()).isEmpty();
    assertThat(read().value().sites()).hasSize(1000);
  }
}
