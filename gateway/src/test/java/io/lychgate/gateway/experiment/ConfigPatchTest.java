package io.lychgate.gateway.experiment;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.EffectiveValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the files that make the winner of each factor the configuration. */
final class ConfigPatchTest {
  @TempDir
  private Path directory;

  private Path main = Path.of("");
  private Path shop = Path.of("");

  @BeforeEach
  void write() throws IOException {
    shop = Files.createDirectories(directory.resolve("conf.d")).resolve("shop.yaml");
    main = Files.writeString(directory.resolve("gateway.yaml"), """
        include: [ conf.d/*.yaml ]
        listeners:
          - name: public
            address: 127.0.0.1:0
            protocols: [ http/1.1 ]
        upstreams:
          app: { servers: [ "http://127.0.0.1:1" ] }
          next: { servers: [ "http://127.0.0.1:2" ] }
        sites:
          - hosts: [ blog ]
            routes: [ { id: blog, match: { path: "/*" }, proxy: { upstream: app } } ]
        """);
    Files.writeString(shop, """
        sites:
          - hosts: [ shop ]
            policies: { compress: { types: [ text/html ] }, cache: {} }
            routes:
              - { id: page, match: { path: "/page" }, proxy: { upstream: app }, policies: { off: [ cache ] } }
              - id: split
                match: { path: "/*" }
                proxy: { split: [ { upstream: app, weight: 1 }, { upstream: next, weight: 1 } ], preserveHost: false }
        """);
  }

  private List<ConfigPatch.Change> changes(Factor factor, String value, String... routes) {
    Design base = Designs.hints("a", "one", 1_000);
    Arm winner = new Arm("winner", value, 1);
    Design design = new Design(
        "a",
        "t",
        "",
        List.of("shop"),
        List.of(routes),
        "one",
        Unit.NETWORK,
        factor,
        List.of(base.arms().get(0), winner),
        1_000,
        List.of(),
        base.headline(),
        base.decision(),
        base.guardrails());
    ConfigReader.Examined examined = ConfigReader.of(Map.of()).examine(main);
    assertThat(examined.config().problems()).isEmpty();
    return ConfigPatch.of(
        design,
        winner,
        examined.config().value(),
        EffectiveValues.of(requireNonNull(examined.tree()), main.toString()),
        main.toString());
  }

  @Test
  void siteOfAnotherFileHasItsLinesThere() {
    ConfigPatch.Change codings = changes(Factor.COMPRESSION, "gzip", "split").get(0);
    assertThat(codings.key()).isEqualTo("sites[1].routes[1].policies.compress.codings");
    assertThat(codings.file()).endsWith("shop.yaml");
    assertThat(codings.line()).isZero();
    assertThat(codings.after()).isEqualTo("[gzip]");
    assertThat(codings.note()).contains("Repeat the other keys of compress");

    ConfigPatch.Change off = changes(Factor.COMPRESSION, "off", "page").get(0);
    assertThat(off.key()).isEqualTo("sites[1].routes[0].policies.off");
    assertThat(off.file()).endsWith("shop.yaml");
    assertThat(off.line()).isEqualTo(5);
    assertThat(off.before()).isEqualTo("[\"cache\"]");
    assertThat(off.after()).as("what was off stays off").isEqualTo("[cache, compress]");

    ConfigPatch.Change split = changes(Factor.SPLIT, "next", "split").get(0);
    assertThat(split.key()).isEqualTo("sites[1].routes[1].proxy");
    assertThat(split.file()).endsWith("shop.yaml");
    assertThat(split.line()).isPositive();
    assertThat(split.after()).isEqualTo("{ upstream: next }");
    assertThat(split.note()).endsWith("Keep its other keys: preserveHost.");
  }

  @Test
  void switchesOfTheGatewayAreInItsOwnFile() {
    Map<Factor, String> keys = Map.of(
        Factor.PUSH, "push.mode",
        Factor.CASPER, "push.casper.mode",
        Factor.REPRIORITIZATION, "priority.reprioritizeBlockingAssets");
    keys.forEach((factor, key) -> {
      ConfigPatch.Change change = changes(factor, "off").get(0);
      assertThat(change.key()).isEqualTo(key);
      assertThat(change.file()).endsWith("gateway.yaml");
    });
    assertThat(changes(Factor.CONGESTION, "bbr").get(0).after())
        .isEqualTo("net.ipv4.tcp_congestion_control = bbr");
    assertThat(changes(Factor.NONE, "")).isEmpty();
  }
}
