package io.lychgate.gateway.push.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.Delivery;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.push.link.Asset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestReaderTest {
  private static final ManifestReader READER = new ManifestReader();

  /** Browsers remove dot segments of a hinted URL and change nothing else. */
  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({
    "/x/../a.css, /a.css",
    "/./x/%2E%2e/a.css?v=/../1, /a.css?v=/../1",
    "/../a.css, /a.css",
    "/x/.., /",
    "/x/., /x/",
    "/.well-known/a.css, /.well-known/a.css",
    "/x/..%2fa.css, /x/..%2fa.css",
    "/%61//b.css, /%61//b.css",
    "https://cdn.test/x/../a.css, https://cdn.test/a.css",
    "https://cdn.test/a..b/c.css, https://cdn.test/a..b/c.css"
  })
  void assetUrlEqualsTheUrlThatABrowserRequests(String written, String url) {
    PushManifest manifest = READER
        .read(
            "rules: [{ match: { path: / }, assets: [{ url: '" + written + "', as: style }] }]", "m")
        .value();

    assertThat(manifest.rules().get(0).assets().get(0).candidate().url()).isEqualTo(url);
  }

  private static final String WHOLE = """
      hosts: ["www.example.com", "*.example.org"]
      rules:
        - match: { path: "/" }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /assets/app.js, as: script, crossorigin: use-credentials, urgency: 1 }
            - { url: /assets/main.mjs, as: module }
            - { url: /assets/f.woff2, as: font, type: font/woff2 }
            - { url: https://cdn.example.com, as: connect }
            - { url: /assets/hero.jpg, as: image, tier: 2, urgency: 4, mode: hint, version: "abc123" }
        - match: { regex: "^/p/[0-9]+$" }
          assets:
            - { url: "https://cdn.example.com/lib.css?v=1", as: style, crossorigin: anonymous }
      """;

  @Test
  void readsEveryKey() {
    PushManifest manifest = READER.read(WHOLE, "shop").value();

    assertThat(manifest.name()).isEqualTo("shop");
    assertThat(manifest.hosts())
        .extracting(Object::toString)
        .containsExactly("www.example.com", "*.example.org");
    assertThat(manifest.rules())
        .extracting(rule -> rule.match().toString())
        .containsExactly("/", "regex:^/p/[0-9]+$");
    Asset hero = manifest.rules().get(0).assets().get(5);
    assertThat(hero.candidate().tier()).isEqualTo(2);
    assertThat(hero.candidate().delivery()).isEqualTo(Delivery.HINT);
    assertThat(hero.urgency()).isEqualTo(4);
    assertThat(hero.version()).isEqualTo("abc123");
    assertThat(hero.path().toString()).isEqualTo("/assets/hero.jpg");
  }

  @Test
  void writesTheLinkValueOfEachKindOnce() {
    PushManifest manifest = READER.read(WHOLE, "shop").value();

    assertThat(manifest.rules().get(0).assets())
        .extracting(asset -> asset.link().toString())
        .containsExactly(
            "</assets/site.css>; rel=preload; as=style",
            "</assets/app.js>; rel=preload; as=script; crossorigin=use-credentials",
            "</assets/main.mjs>; rel=modulepreload",
            "</assets/f.woff2>; rel=preload; as=font; crossorigin; type=\"font/woff2\"",
            "<https://cdn.example.com>; rel=preconnect",
            "</assets/hero.jpg>; rel=preload; as=image");
    assertThat(manifest.rules().get(1).assets().get(0).link().toString())
        .isEqualTo("<https://cdn.example.com/lib.css?v=1>; rel=preload; as=style; crossorigin");
  }

  @Test
  void jsonIsTheSameShapeAndNoHostsMeansEveryHost() {
    PushManifest manifest = READER
        .read(
            "{\"rules\": [{\"match\": {\"path\": \"/*\"}, \"assets\": [{\"url\": \"/a.css\", \"as\": \"style\"}]}]}",
            "m")
        .value();

    assertThat(manifest.isFor("any.test")).isTrue();
    assertThat(manifest.rules()).hasSize(1);
  }

  record Row(String asset, int line, String message) {
    @Override
    public String toString() {
      return asset;
    }
  }

  static Stream<Row> badAssets() {
    return Stream.of(
        new Row(
            "{ url: /a.css, as: style, tire: 2 }",
            4,
            "rules[0].assets[0].tire: unknown key (did you mean tier?)"),
        new Row(
            "{ url: /a.css }",
            4,
            "rules[0].assets[0].as: missing (expected: style, script, font, image, fetch, document, module or connect)"),
        new Row(
            "{ url: /a.css, as: css }",
            4,
            "rules[0].assets[0].as: css (expected: style, script, font, image, fetch, document, module or connect)"),
        new Row(
            "{ url: /a.css, as: style, urgency: 8 }",
            4,
            "rules[0].assets[0].urgency: 8 (expected: 0-7)"),
        new Row(
            "{ url: /a.css, as: style, version: 12 }",
            4,
            "rules[0].assets[0].version: 12 (expected: a text, in quotes)"),
        new Row(
            "{ url: /a.css, as: style, type: css }",
            4,
            "rules[0].assets[0].type: css (expected: a media type, as font/woff2)"),
        new Row(
            "{ url: a.css, as: style }",
            4,
            "rules[0].assets[0].url: a.css (expected: an absolute path, as /a.css, or an absolute https URL)"),
        new Row(
            "{ url: //cdn.test/a.css, as: style }",
            4,
            "rules[0].assets[0].url: //cdn.test/a.css (expected: an absolute path, as /a.css, or an absolute https URL)"),
        new Row(
            "{ url: http://cdn.test/a.css, as: style }",
            4,
            "rules[0].assets[0].url: http://cdn.test/a.css (expected: an absolute path, as /a.css, or an absolute https URL)"),
        new Row(
            "{ url: \"/a b.css\", as: style }",
            4,
            "rules[0].assets[0].url: /a b.css (expected: ASCII with percent-encoding, without fragment)"),
        new Row(
            "{ url: https://cdn.test/x, as: connect }",
            4,
            "rules[0].assets[0].url: https://cdn.test/x (expected: an https origin without path, as https://cdn.example.com)"),
        new Row(
            "{ url: https://cdn.test, as: connect, mode: push }",
            4,
            "rules[0].assets[0].mode: push (expected: auto or hint, a connection cannot be pushed)"),
        new Row(
            "{ url: /n.html, as: document, mode: hint }",
            4,
            "rules[0].assets[0].mode: hint (expected: auto or push, browsers ignore hints for documents)"),
        new Row(
            "{ url: /f.woff2, as: font, crossorigin: use-credentials }",
            4,
            "rules[0].assets[0].crossorigin: use-credentials (expected: anonymous or nothing, fonts are fetched without credentials)"),
        new Row(
            "{ url: /a.css, as: style }\n      - { url: /a.css, as: style }",
            5,
            "rules[0].assets[1].url: /a.css: a second one (expected: once in a rule, the first is on line 4)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badAssets")
  void badAssetsAreRejectedWithPlaceAndExpectation(Row row) {
    Checked<PushManifest> read = READER.read(
        "rules:\n  - match: { path: / }\n    assets:\n      - " + row.asset() + "\n", "m.yaml");

    assertThat(read.problems()).extracting(ConfigProblem::message).containsExactly(row.message());
    assertThat(read.problems()).extracting(ConfigProblem::line).containsExactly(row.line());
  }

  @Test
  void allBadPatternsAndHostsAreReportedAtOnce() {
    Checked<PushManifest> read = READER.read("""
        hosts: ["a b", "ok.test"]
        rules:
          - match: { regex: "(" }
            assets: []
          - match: { path: "p/*" }
            assets: []
          - match: { path: "/", regex: "/" }
            assets: []
        """, "m");

    List<ConfigProblem> problems = read.problems();
    assertThat(problems)
        .extracting(ConfigProblem::message)
        .anyMatch(m -> m.contains("either path: or regex:"));

    List<ConfigProblem> semantic = READER
        .read(
            "hosts: [\"a b\"]\nrules:\n  - match: { regex: \"(\" }\n    assets: []\n  - match: { path: \"p/*\" }\n    assets: []\n",
            "m")
        .problems();
    assertThat(semantic).extracting(ConfigProblem::line).containsExactly(1, 3, 5);
    assertThat(semantic)
        .extracting(ConfigProblem::path)
        .containsExactly("hosts[0]", "rules[0].match.regex", "rules[1].match.path");
  }

  @Test
  void matchWithOnlyAnUnknownKeyIsAProblemAndNotAnException() {
    Checked<PushManifest> read =
        READER.read("rules:\n  - match: { urls: { a: 1 } }\n    assets: []\n", "m.yaml");

    assertThat(read.problems())
        .extracting(ConfigProblem::toString)
        .containsExactly(
            "m.yaml:2:12: rules[0].match: keys urls (expected: either path: or regex:)");
  }

  @Test
  void randomTextIsAProblemAndNotAnException() {
    for (String text : List.of(
        "",
        "[",
        "rules: 3",
        "42",
        "rules: [null]",
        "\u0000",
        "a: &x [*x]",
        "rules: []\nrules: []")) {
      assertThat(READER.read(text, "m").isValid()).as(text).isFalse();
    }
    assertThat(READER.read("rules: []", "m").isValid()).isTrue();
  }
}
