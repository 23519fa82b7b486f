package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.pattern.ValueTemplate;
import io.lychgate.gateway.config.site.RouteAction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variables and files in values, and how they are kept out of messages. */
final class PlaceholdersTest {
  private static final String SECRET = "hunter2-hunter2";

  @TempDir
  Path directory;

  private Checked<GatewayConfig> read(String body, Map<String, String> environment)
      throws IOException {
    return ConfigReader.of(environment)
        .read(Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:${env:PORT:-80}" } ]
        sites:
          - hosts: [ a.test ]
            routes:
              - match: { path: / }
                respond:
                  body: %s
        """.formatted(body)));
  }

  private String body(String body, Map<String, String> environment) throws IOException {
    Checked<GatewayConfig> read = read(body, environment);
    assertThat(read.problems()).isEmpty();
    return ((RouteAction.FixedAction)
            read.value().sites().get(0).routes().get(0).action())
        .body();
  }

  @Test
  void variablesAndFilesStandInAnyScalar() throws IOException {
    Files.writeString(directory.resolve("motto"), "lines\nof text\n\n");

    assertThat(body("\"<${env:NAME}>\"", Map.of("NAME", "x"))).isEqualTo("<x>");
    assertThat(body("${NAME}", Map.of("NAME", "x"))).isEqualTo("x");
    assertThat(body("${env:NAME:-else}", Map.of("NAME", ""))).isEqualTo("else");
    assertThat(body("${env:NAME:-}", Map.of())).isEmpty();
    assertThat(body("\"${file:motto}!\"", Map.of())).isEqualTo("lines\nof text\n!");
    assertThat(body("\"$${env:NAME} $5 $$\"", Map.of())).isEqualTo("${env:NAME} $5 $$");
  }

  @Test
  void valuesAddNeitherStructureNorPlaceholders() throws IOException {
    String hostile = "x }, match: { path: /y } } # ${env:OTHER} \n- [ \"";

    assertThat(body("${env:NAME}", Map.of("NAME", hostile, "OTHER", "no"))).isEqualTo(hostile);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          Bearer ${env:SECRET}   | Bearer {client}{{{client} | true
          {${env:SECRET}         | {{client}{{{client}       | true
          {{${env:SECRET}        | {{client}{{{client}       | true
          ${env:BRACE}client}    | {client}                  | true
          {header.${env:NAME}}   |                           | false
          ${env:SECRET} {client} |                           | false
          """)
  void bracesOfAValueBeginNoVariable(String written, @Nullable String literal, boolean isStatic)
      throws IOException {
    Map<String, String> environment =
        Map.of("SECRET", "{client}{{{client}", "BRACE", "{", "NAME", "referer");
    GatewayConfig config = ConfigReader.of(environment)
        .read(Files.writeString(directory.resolve("gateway.yaml"), """
            listeners: [ { name: a, address: "localhost:80" } ]
            sites:
              - hosts: [ a.test ]
                routes:
                  - { match: { path: / }, respond: { body: x }, headers: { response: { set: { X-A: "%s" } } } }
            """.formatted(written)))
        .value();
    ValueTemplate value = ValueTemplate.of(String.valueOf(
        config.sites().get(0).routes().get(0).responseHeaders().set().get("X-A")));

    assertThat(value.isStatic()).isEqualTo(isStatic);
    if (literal != null) {
      assertThat(value.literals()).containsExactly(literal);
    }
  }

  @Test
  void valueThatLooksLikeANumberIsATextWhereATextIsExpected() throws IOException {
    assertThat(body("${env:NAME}", Map.of("NAME", "0012345"))).isEqualTo("0012345");
    assertThat(body("${env:NAME}", Map.of("NAME", "true"))).isEqualTo("true");
    assertThat(read("x", Map.of("PORT", "81")).value().listeners().get(0).port())
        .isEqualTo(81);
  }

  /** Within braces, YAML requires quotes around a placeholder. */
  @Test
  void quotedValueIsANumberWhereANumberIsExpected() throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:81", limits: { maxConnections: "${env:MANY}" } } ]
        admin: { enabled: "${env:ADMIN:-false}" }
        upstreams: { app: { servers: [ { url: "http://localhost:1", weight: "${env:WEIGHT}" } ] } }
        sites:
          - { hosts: [ "*" ], routes: [ { match: { path: "/*" }, redirect: { to: "/x", status: "${env:STATUS}" } } ] }
        """);
    GatewayConfig config = ConfigReader.of(Map.of("MANY", "70", "WEIGHT", "7", "STATUS", "307"))
        .read(file)
        .value();

    assertThat(config.listeners().get(0).limits().maxConnections()).isEqualTo(70);
    assertThat(config.upstreams().values())
        .allSatisfy(app -> assertThat(app.servers().get(0).weight()).isEqualTo(7));
    assertThat(config.sites().get(0).routes().get(0).action())
        .isEqualTo(new RouteAction.RedirectAction("/x", 307));
    assertThat(messages(ConfigReader.of(Map.of("MANY", "seventy", "WEIGHT", "7", "STATUS", "299"))
            .read(file)))
        .hasSize(2)
        .allSatisfy(message -> assertThat(message).doesNotContain("seventy", "299"));
  }

  @Test
  void namesWhatIsMissing() throws IOException {
    Files.write(directory.resolve("bytes"), new byte[] {(byte) 0xff});
    Files.writeString(directory.resolve("large"), "x".repeat(Placeholders.MAX_FILE_BYTES + 1));

    assertThat(messages(read("${env:NONE}", Map.of())))
        .containsExactly(
            "NONE: not set (expected: an environment variable, or a default as in ${env:NONE:-text})");
    assertThat(messages(read("\"${file:none}\"", Map.of())))
        .containsExactly("none: not found (expected: a file that can be read)");
    assertThat(messages(read("\"${file:bytes}\"", Map.of())))
        .containsExactly("bytes: not UTF-8 (expected: UTF-8)");
    assertThat(messages(read("\"${file:large}\"", Map.of())))
        .containsExactly("large: too large (expected: at most 65536 bytes)");
    assertThat(messages(read("\"${file:/dev/zero}\"", Map.of())))
        .containsExactly("/dev/zero: not found (expected: a file that can be read)");
    assertThat(messages(read("\"${vault:x}\"", Map.of())))
        .singleElement()
        .asString()
        .startsWith("placeholder: ${");
    assertThat(messages(read("\"" + "${env:A}".repeat(20) + "\"", Map.of("A", "x".repeat(1000)))))
        .containsExactly(
            "value: too long with its variables and files (expected: at most 16384 characters)");
  }

  private static List<String> messages(Checked<GatewayConfig> read) {
    return read.problems().stream().map(ConfigProblem::message).collect(Collectors.toList());
  }

  /** Each kind of check has its own message: the schema, a reader, a constructor, a comparison with other parts. */
  @Test
  void messagesShowTheReferenceAndNeverTheValue() throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        listeners:
          - { name: a, address: "${env:S}" }
          - { name: b, address: "localhost:${env:PORT}" }
          - { name: "${env:S}", address: "localhost:81", limits: { maxConnections: "${env:S}" } }
          - { name: "${env:S}", address: "localhost:82", limits: { maxHeaderSize: "${env:SIZE}" } }
        upstreams:
          u: { servers: [ "http://${env:S}:99999" ], balance: { policy: "${env:S}" } }
          v: { servers: [ "http://a" ], connections: { maxAge: "${env:S}" } }
        sites:
          - hosts: [ "${env:S}/x", "${env:S}" ]
            routes:
              - { match: { regex: "(${env:S}" }, proxy: { upstream: "${env:S}" } }
              - { match: { path: "${env:S}" }, static: { root: "${env:S}" } }
              - { match: { path: /c, when: "${env:S} ==" }, respond: { status: "${env:S}" } }
              - match: { path: /d }
                redirect: { to: "${env:S}" }
                headers: { response: { set: { X-A: "{${env:S}}" } } }
                policies: { access: { allow: [ "${env:S}" ] } }
          - { hosts: [ "${env:S}" ], routes: [] }
        push: { manifests: [ "${env:S}" ], budget: "${env:S}" }
        admin: { metricsToken: "${env:S}" }
        """);
    List<ConfigProblem> problems = ConfigReader.of(
            Map.of("S", SECRET, "PORT", "99999", "SIZE", "7"))
        .read(file)
        .problems();

    assertThat(problems).hasSizeGreaterThan(15);
    assertThat(problems).extracting(ConfigProblem::toString).noneMatch(m -> m.contains("hunter2"));
    assertThat(problems)
        .extracting(ConfigProblem::message)
        .contains(
            "listeners[0].address: ${env:S} (expected: host:port, as 0.0.0.0:8443 or [::1]:8443)",
            "listeners[1].address: localhost:${env:PORT} (expected: a port of 0-65535)")
        .anyMatch(m -> m.startsWith("listeners[3].limits.maxHeaderSize: ${env:SIZE} (expected: "))
        .anyMatch(m -> m.startsWith("sites[0].routes[0].proxy.upstream: ${env:S} ("));
  }

  @Test
  void contentOfAFileIsRelativeToTheFileThatNamesIt() throws IOException {
    Files.createDirectories(directory.resolve("shop"));
    Files.writeString(directory.resolve("shop/name"), "shop.test\n");
    Files.writeString(
        directory.resolve("shop/site.yaml"),
        "sites: [ { hosts: [ \"${file:name}\" ], routes: [] } ]\n");
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        include: [ shop/site.yaml ]
        listeners: [ { name: a, address: "localhost:80" } ]
        """);

    assertThat(ConfigReader.of(Map.of()).read(file).value().sites().get(0).hosts())
        .hasToString("[shop.test]");
  }
}
