package io.lychgate.gateway.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.ImportReport;
import io.lychgate.gateway.migration.draft.ImportedConfiguration;
import io.lychgate.gateway.migration.h2o.H2oImport;
import io.lychgate.gateway.migration.nginx.NginxImport;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Imports of real configurations; README.md beside them has their sources. */
final class ImportTest {
  private static final String PROPERTY = "lychgate.imports.write";

  @TempDir
  Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "awesome-flask",
        "awesome-node",
        "awesome-react",
        "awesome-cache",
        "nginx-default",
        "h5bp",
        "h2o-example",
        "h2o-mruby",
        "http2-wrapper",
        "h2o-docker",
        "shop",
        "shop-h2o"
      })
  void importsAsExpectedAndTheResultPassesTheCheck(String name) throws Exception {
    Path folder = resource(name);
    ImportReport report = new ImportReport();
    String kept = ImportedConfiguration.text(draft(folder, report), report, directory, true);
    compare(name, "gateway.yaml", kept.replace(folder.toString(), "/import"));
    compare(
        name,
        "report.txt",
        report.entries().stream()
            .map(entry -> entry.toString().replace(folder + "/", ""))
            .collect(Collectors.joining("\n", "", "\n")));

    ImportReport strict = new ImportReport();
    String text = ImportedConfiguration.text(draft(folder, strict), strict, directory, false);
    assertThat(ConfigReader.of(Map.of()).read(text, "gateway.yaml", directory).problems())
        .isEmpty();
  }

  private static GatewayDraft draft(Path folder, ImportReport report) {
    Checked<GatewayDraft> read = Files.exists(folder.resolve("h2o.conf"))
        ? H2oImport.read(folder.resolve("h2o.conf"), report)
        : NginxImport.read(folder.resolve("nginx.conf"), report);
    assertThat(read.problems()).isEmpty();
    return read.value();
  }

  private static Path resource(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(ImportTest.class.getResource(name)).toURI());
  }

  private static void compare(String folder, String name, String text) throws Exception {
    if (Boolean.getBoolean(PROPERTY)) {
      Path sources = Path.of(System.getProperty("lychgate.imports.folder", "src/test/resources"))
          .resolve("io/lychgate/gateway/migration");
      Files.writeString(sources.resolve(folder).resolve(name), text);
      return;
    }
    // The lines of YAML depend on the lengths of paths, so its values are compared.
    boolean isYaml = name.endsWith(".yaml");
    String expected = Files.readString(resource(folder).resolve(name));
    assertThat(isYaml ? values(text) : text)
        .as("changed (write it again with -D%s=true, and read the difference)", PROPERTY)
        .isEqualTo(isYaml ? values(expected) : expected);
  }

  private static Object values(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  private String nginx(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("nginx.conf"), text);
    ImportReport report = new ImportReport();
    Checked<GatewayDraft> read = NginxImport.read(file, report);
    assertThat(read.problems()).isEmpty();
    String result = ImportedConfiguration.text(read.value(), report, directory, false);
    return result
        + report.entries().stream()
            .map(each -> each.toString().replace(directory + "/", ""))
            .collect(Collectors.joining("\n"));
  }

  @Test
  void protectedLocationsThatCannotBeCarriedOverStayClosed() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / { proxy_pass http://a; }
          location /jwt/ { auth_jwt on; proxy_pass http://a; }
          location /basic/ { auth_basic x; auth_basic_user_file none; proxy_pass http://a; }
          location /mixed/ { allow 10.0.0.1; deny 10.0.0.0/8; allow all; proxy_pass http://a; }
          location ~ ^/(?=look) { deny all; }
          location ~ ^/(\\d)\\1 { deny all; }
          location ~ /\\.(?!well-known) { deny all; }
        }
        """);

    assertThat(result)
        .contains("{match: {path: /jwt/*}, respond: {status: 403}}")
        .contains("{match: {path: /basic/*}, respond: {status: 403}}")
        .contains("{match: {path: /mixed/*}, respond: {status: 403}}")
        .contains("nginx.conf:4: auth_jwt on: not carried over: this check of access")
        .contains("{match: {regex: ^/}, respond: {status: 403}}")
        .contains("nginx.conf:7: location ~ ^/(?=look): changed: RE2 has no lookahead")
        .contains("nginx.conf:8: route ^/(\\d)\\1: not carried over: ")
        .contains("CAUTION: it restricted access");
  }

  @Test
  void textsThatLookLikePlaceholdersAndYamlStayTexts() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / { add_header X-A '{header.host: [ # \\'"'; return 200 "x: ${env:HOME}\\n- y"; }
          location /b { return 200 'a # b: "c"'; }
        }
        """);
    int report = result.indexOf("nginx.conf:");
    String yaml = report < 0 ? result : result.substring(0, report);
    var config =
        ConfigReader.of(Map.of("HOME", "/secret-home")).read(yaml, "gateway.yaml", directory);

    assertThat(config.problems()).isEmpty();
    assertThat(config.value().toString()).doesNotContain("/secret-home");
  }

  @Test
  void directoryOfSnippetsAndCyclesOfIncludes() throws IOException {
    Path sites = Files.createDirectories(directory.resolve("sites"));
    Files.writeString(
        sites.resolve("b.conf"), "server { listen 81; server_name b.test; return 200 b; }");
    Files.writeString(
        sites.resolve("a.conf"), "server { listen 81; server_name a.test; return 200 a; }");
    ImportReport report = new ImportReport();
    GatewayDraft draft = NginxImport.read(sites, report).value();

    assertThat(draft.sites())
        .extracting(site -> String.join(" ", site.hosts()))
        .containsExactly("a.test *", "b.test");

    Files.writeString(sites.resolve("a.conf"), "include b.conf;");
    Files.writeString(sites.resolve("b.conf"), "include a.conf;");
    assertThat(NginxImport.read(sites, report).problems())
        .singleElement()
        .asString()
        .contains("include: too deep or a cycle");
  }
}
