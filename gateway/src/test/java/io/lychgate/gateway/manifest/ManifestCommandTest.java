package io.lychgate.gateway.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ManifestCommandTest {
  private static final String MANIFEST = """
      rules:
        - match: { path: / }
          assets:
            - { url: /a.css, as: style, urgency: 1 }
            - { url: /b.jpg, as: image, tier: 2 }
        - match: { path: / }
          when: cookies[?'plan'].orValue('') == 'pro'
          assets: [ { url: /pro.css, as: style } ]
      """;

  @TempDir
  Path directory;

  private String out = "";
  private String err = "";

  @BeforeEach
  void writeManifest() throws IOException {
    write("m.yaml", MANIFEST);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private int run(String... arguments) {
    StringWriter responses = new StringWriter();
    StringWriter remarks = new StringWriter();
    CommandLine line = ManifestCommand.commandLine()
        .setOut(new PrintWriter(responses))
        .setErr(new PrintWriter(remarks));
    int code = line.execute(Stream.of(arguments)
        .map(argument -> argument.replace("DIR", directory.toString()))
        .toArray(String[]::new));
    out = responses.toString();
    err = remarks.toString().replace(directory + "/", "");
    return code;
  }

  @Test
  void importWritesAManifestAndReportsItsGuesses() throws IOException {
    write("push_manifest.json", "{\"/a.css\": {\"type\": \"style\", \"weight\": 1}}");

    assertThat(run("import", "DIR/push_manifest.json")).isZero();
    assertThat(out).endsWith("""
        rules:
          - match: {path: /}
            assets:
              - {url: /a.css, as: style}
        """);
    assertThat(err)
        .isEqualTo(
            "push_manifest.json:1:1: warning: the file names no page: its resources apply to / (set another one with --page)\n");

    assertThat(run("import", "DIR/push_manifest.json", "--page", "/shop/*", "-o", "DIR/out.yaml"))
        .isZero();
    assertThat(Files.readString(directory.resolve("out.yaml"))).contains("match: {path: /shop/*}");
    assertThat(out).isEmpty();
    assertThat(run("import", "DIR/push_manifest.json", "-o", "DIR/out.yaml")).isEqualTo(1);
    assertThat(err).contains("out.yaml: exists (expected: no such file, or --force)");
    assertThat(Files.readString(directory.resolve("out.yaml"))).contains("match: {path: /shop/*}");
    assertThat(run("import", "DIR/push_manifest.json", "-o", "DIR/out.yaml", "--force"))
        .isZero();
    assertThat(Files.readString(directory.resolve("out.yaml"))).contains("match: {path: /}");
  }

  @Test
  void importReportsErrorsWithFileLineAndColumn() throws IOException {
    write("bad.json", "{\n  \"a\": oops\n}");
    write("ours.yaml", MANIFEST);

    assertThat(run("import", "DIR/bad.json")).isEqualTo(1);
    assertThat(err).startsWith("bad.json:2:");
    assertThat(run("import", "DIR/missing.json")).isEqualTo(1);
    assertThat(err).isEqualTo("missing.json: file: not found (expected: a text file)\n");
    assertThat(run("import", "DIR/ours.yaml")).isEqualTo(1);
    assertThat(err).contains("needs no import");
    assertThat(run("import", "DIR/bad.json", "--page", "nopath")).isEqualTo(2);
    assertThat(run("import", "DIR/bad.json", "--base", "nopath")).isEqualTo(2);
  }

  @Test
  void exportWritesTheFormatAndReportsLosses() {
    assertThat(run("export", "DIR/m.yaml", "--format", "headers")).isZero();
    assertThat(out).isEqualTo("""
        /
          Link: </a.css>; rel=preload; as=style
          Link: </b.jpg>; rel=preload; as=image
        """);
    assertThat(err).isEqualTo("""
        m.yaml: warning: rules[0].assets[0] /a.css: urgency lost
        m.yaml: warning: rules[0].assets[1] /b.jpg: tier lost
        m.yaml: warning: rules[1]: left out, it has a condition (when)
        """);
    assertThat(run("export", "DIR/m.yaml", "--format", "heders")).isEqualTo(2);
    assertThat(err).contains("did you mean headers?");
  }

  @Test
  void planNamesEveryCandidateWithItsDecision() {
    assertThat(run("plan", "--manifest", "DIR/m.yaml", "--url", "/")).isZero();
    assertThat(out)
        .contains("hint      1     1        style  /a.css    rules[0] /\n")
        .contains("skip      2     -        image  /b.jpg    rules[0] /  later-tier: ")
        .contains("skip      1     -        style  /pro.css  rules[1] /  condition-false: ")
        .contains("103 Link: </a.css>; rel=preload; as=style\n");

    assertThat(run(
            "plan",
            "--manifest",
            "DIR/m.yaml",
            "--url",
            "https://x.test/",
            "--push",
            "--cookie",
            "plan=pro",
            "--json"))
        .isZero();
    assertThat(out)
        .contains("\"pushes\" : [ \"/a.css\", \"/pro.css\" ]")
        .contains("\"protocol\" : \"h2\"");

    assertThat(run("plan", "--manifest", "DIR/m.yaml", "--url", "/", "--protocol", "h1"))
        .isZero();
    assertThat(out).contains("http-1: ");
    assertThat(run("plan", "--manifest", "DIR/m.yaml", "--url", "/", "-H", "Save-Data: on"))
        .isZero();
    assertThat(out).contains("save-data: ");
  }

  @Test
  void planUsesSettingsAndManifestsOfAConfiguration() throws IOException {
    write("gateway.yaml", """
        listeners: [ { name: p, address: "127.0.0.1:0", protocols: [ http/1.1 ] } ]
        sites: [ { hosts: [ x.test ], routes: [ { match: { path: "/*" }, static: { root: . } } ] } ]
        push: { mode: off, manifests: [ m.yaml ] }
        """);

    assertThat(run("plan", "-c", "DIR/gateway.yaml", "--url", "https://x.test/"))
        .isZero();
    assertThat(out).contains("push-off: ");
    assertThat(err).contains("nothing was published yet");
    assertThat(run("plan", "-c", "DIR/none.yaml", "--url", "/")).isEqualTo(1);
    assertThat(err).startsWith("none.yaml: file: not found");
  }

  @Test
  void planRejectsInvalidArguments() {
    assertThat(run("plan", "--url", "/")).isEqualTo(2);
    for (String[] wrong :
        new String[][] {{"--protocol", "h4"}, {"--at", "noon"}, {"-H", "no colon"}}) {
      assertThat(run("plan", "--manifest", "DIR/m.yaml", "--url", "/", wrong[0], wrong[1]))
          .as(wrong[0])
          .isEqualTo(2);
    }
    assertThat(run("plan", "--manifest", "DIR/m.yaml", "--url", "::")).isEqualTo(2);
  }

  @Test
  void diffPrintsChangesAndExitsWithOne() throws IOException {
    write("same.yaml", "# other words\n" + MANIFEST);
    write("other.yaml", MANIFEST.replace("urgency: 1", "urgency: 2"));
    write("broken.yaml", "rules: 3");

    assertThat(run("diff", "DIR/m.yaml", "DIR/same.yaml")).isZero();
    assertThat(out).isEmpty();
    assertThat(run("diff", "DIR/m.yaml", "DIR/other.yaml")).isEqualTo(1);
    assertThat(out).isEqualTo("~ /: asset /a.css: urgency 1 -> 2\n");
    assertThat(run("diff", "DIR/m.yaml", "DIR/broken.yaml")).isEqualTo(2);
    assertThat(err).startsWith("broken.yaml:1:8: rules: 3 (expected: a list of rules)");
  }

  @Test
  void lintUsesTheRoutesOfAConfiguration() throws IOException {
    write("order.yaml", "priorities: [ { match: { route: chekout }, urgency: 0 } ]");
    write("gateway.yaml", """
        listeners: [ { name: a, address: "localhost:0" } ]
        sites:
          - hosts: [ a.test ]
            routes: [ { id: checkout, match: { path: "/*" }, static: { root: . } } ]
        """);

    assertThat(run("lint", "DIR/order.yaml")).isZero();
    assertThat(out).isEmpty();
    assertThat(err).contains("its routes were not checked (name the configuration with --config)");
    assertThat(run("lint", "DIR/order.yaml", "-c", "DIR/gateway.yaml")).isZero();
    assertThat(out)
        .contains("order.yaml:1:33: warning: priorities[0].match.route: chekout: no such route")
        .contains("(did you mean checkout?)");
    assertThat(err).doesNotContain("its routes were not");
    assertThat(run("lint", "DIR/order.yaml", "-c", "DIR/order.yaml")).isEqualTo(1);
    assertThat(err).contains("listeners: missing");
  }

  @Test
  void lintExitsWithOneForErrorsOnly() throws IOException {
    write("warned.yaml", "rules: [ { match: { path: / }, assets: [] } ]");
    write("wrong.yaml", "rules:\n  - match: { path: / }\n    asets: []\n");

    assertThat(run("lint", "DIR/m.yaml")).isZero();
    assertThat(out).isEmpty();
    assertThat(run("lint", "DIR/warned.yaml")).isZero();
    assertThat(out).contains(":1:40: warning: rules[0].assets: none");
    assertThat(run("lint", "DIR/wrong.yaml", "--json")).isEqualTo(1);
    assertThat(out).contains("\"severity\" : \"error\"").contains("\"line\" : 3");
    assertThat(run("lint", "DIR/m.yaml", "--origin", "https://x.test/path")).isEqualTo(2);
  }
}
