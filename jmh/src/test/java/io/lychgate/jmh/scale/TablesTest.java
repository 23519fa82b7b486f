package io.lychgate.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.push.manifest.ManifestReader;
import org.junit.jupiter.api.Test;

final class TablesTest {

  @Test
  void pathsAreSpreadOverTheRoutesFromTheFirstToTheLast() {
    Tables tables = new Tables(1000, 0);

    assertThat(tables.paths())
        .hasSize(10)
        .doesNotHaveDuplicates()
        .contains("/s00000/page0", "/s00444/page4", "/others/page9");
    assertThat(tables.routesYaml().lines())
        .hasSize(1000)
        .last()
        .asString()
        .contains("path: \"/*\"");
  }

  @Test
  void oneRouteHasAllPaths() {
    Tables tables = new Tables(1, 0);

    assertThat(tables.paths())
        .hasSize(10)
        .doesNotHaveDuplicates()
        .allMatch(path -> path.startsWith("/others/"));
  }

  @Test
  void manifestIsValidAndHasARuleForEachPage() {
    Tables tables = new Tables(1, 100);

    assertThat(new ManifestReader().read(tables.manifest(), "site").problems()).isEmpty();
    assertThat(tables.pages())
        .hasSize(10)
        .doesNotHaveDuplicates()
        .contains("/page-00000", "/page-00099");
    assertThat(tables.manifest())
        .contains("path: \"/page-00000\"", "path: \"/page-00099*\"", "url: /assets/00099-4.css");
  }
}
