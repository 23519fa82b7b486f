package io.lychgate.gateway.push.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExportTest {
  /** Uses every feature that no other format supports. */
  private static final String EVERYTHING = """
      hosts: [ www.test ]
      rules:
        - match: { path: / }
          assets:
            - { url: /a.css, as: style, tier: 4, urgency: 1, incremental: true, version: "3" }
            - { url: https://cdn.test, as: connect }
            - { url: /m.mjs, as: module }
          variants:
            - { cookie: dark, assets: [ { url: /dark.css, as: style } ] }
        - match: { path: /index.html }
          assets: [ { url: /m.mjs, as: module } ]
        - match: { path: /members }
          when: save_data
          assets: [ { url: /b.css, as: style } ]
        - match: { path: /sale }
          from: 2026-12-01T00:00:00Z
          assets: [ { url: /c.css, as: style } ]
        - match: { regex: "p[0-9]" }
          assets: [ { url: /d.css, as: style, mode: push } ]
      """;

  static Stream<Arguments> representable() {
    return Stream.of(
        Arguments.of("polymer", """
            rules:
              - match: { path: / }
                assets:
                  - { url: /a.css, as: style, urgency: 0 }
                  - { url: /f.woff2, as: font, crossorigin: anonymous }
                  - { url: "https://cdn.test/b.js?v=1", as: script, crossorigin: use-credentials, urgency: 7 }
              - match: { path: /docs/ }
                assets: &docs [ { url: /d.css, as: style } ]
              - match: { path: /docs/index.html }
                assets: *docs
              - match: { path: /only/index.html }
                assets: [ { url: /m.js, as: module, urgency: 3 } ]
              - match: { path: /p/*.html }
                assets: [ { url: /i.png, as: image } ]
              - match: { path: /a+b }
                assets: [ { url: /x.json, as: fetch } ]
              - match: { regex: "^/(x|y)$" }
                assets: [ { url: /n.html, as: document } ]
            """),
        Arguments.of("commonshost", """
            rules:
              - match: { path: /docs/ }
                assets: &docs [ { url: /d.css, as: style }, { url: /e.js, as: script } ]
              - match: { path: /docs/index.html }
                assets: *docs
              - match: { path: /page.html }
                assets:
                  - { url: /a.css, as: style, urgency: 0 }
                  - { url: /f.woff2, as: font, urgency: 0 }
                  - { url: /i.png, as: image, urgency: 7 }
                  - { url: https://cdn.test/m.mjs, as: module, urgency: 7 }
              - match: { path: /deep/* }
                assets: *docs
              - match: { path: "*.html" }
                assets: *docs
            """),
        Arguments.of("headers", """
            rules:
              - match: { path: / }
                assets:
                  - { url: /a.css, as: style, mode: hint }
                  - { url: /f.woff2, as: font, type: font/woff2 }
                  - { url: /m.js, as: module, crossorigin: anonymous }
                  - { url: https://cdn.test, as: connect, crossorigin: anonymous }
                  - { url: /i.avif, as: image, type: image/avif, mode: hint }
                  - { url: /n.html, as: document }
              - match: { path: /blog/* }
                assets: [ { url: /b.js, as: script, crossorigin: use-credentials } ]
              - match: { regex: "^/news/[^/]+/comments/[^/]+$" }
                assets: [ { url: /c.json, as: fetch } ]
              - match: { regex: "^/wiki/[^/]+/.*$" }
                assets: [ { url: /c.json, as: fetch } ]
            """),
        Arguments.of("vite", """
            rules:
              - match: { path: / }
                assets: &home
                  - { url: /assets/s.css, as: style, crossorigin: anonymous }
                  - { url: /assets/main.js, as: module }
                  - { url: /assets/shared.js, as: module }
                  - { url: /assets/f.woff2, as: font, tier: 2 }
                  - { url: /assets/hero.png, as: image, tier: 2 }
                  - { url: /assets/lazy.css, as: style, crossorigin: anonymous, tier: 3 }
                  - { url: /assets/lazy.js, as: module, tier: 3 }
              - match: { path: /index.html }
                assets: *home
              - match: { path: /about.html }
                assets: [ { url: /assets/about.js, as: module } ]
            """),
        Arguments.of("webpack", """
            rules:
              - match: { path: /* }
                assets:
                  - { url: /dist/main.css, as: style }
                  - { url: /dist/main.js, as: script }
                  - { url: /dist/f.woff2, as: font, tier: 2 }
                  - { url: https://cdn.test/hero.png, as: image, tier: 2 }
                  - { url: /dist/lazy.js, as: script, tier: 3 }
              - match: { path: /shop }
                assets: [ { url: /dist/shop.mjs, as: module } ]
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("representable")
  void supportedFeaturesSurviveExportAndImport(String format, String yaml) {
    PushManifest manifest = ImportTest.READER.read(yaml, "m").value();
    Losses losses = new Losses();

    String text = ManifestFormats.of(format).orElseThrow().write(manifest, losses);
    Imported back = ManifestFormats.read(new ForeignFile("out", text), "", ImportOptions.DEFAULTS);

    assertThat(losses.sentences()).isEmpty();
    assertThat(back.problems()).isEmpty();
    assertThat(back.warnings()).as(text).isEmpty();
    assertThat(back.format()).isEqualTo(format);
    assertThat(ImportTest.READER.read(back.yaml(), "m").value().rules())
        .as(text)
        .isEqualTo(manifest.rules());
  }

  static Stream<Arguments> lossy() {
    String hosts = "hosts: lost, the format has no hosts";
    String variants = "rules[0].variants: left out, only the assets for all clients are written";
    List<String> guarded = List.of(
        "rules[2]: left out, it has a condition (when)",
        "rules[3]: left out, it has a schedule (from, until)");
    return Stream.of(
            Arguments.of(
                "polymer",
                List.of(
                    hosts,
                    variants,
                    "rules[0].assets[0] /a.css: incremental, tier, version lost",
                    "rules[0].assets[1] https://cdn.test: left out, the file has no connections",
                    "rules[4].assets[0] /d.css: mode lost")),
            Arguments.of(
                "headers",
                List.of(
                    hosts,
                    variants,
                    "rules[0].assets[0] /a.css: urgency, incremental, tier, version lost",
                    "rules[4]: left out, regex:p[0-9] is no path with * or :name")),
            Arguments.of(
                "commonshost",
                List.of(
                    hosts,
                    variants,
                    "rules[0].assets[0] /a.css: incremental, tier, version lost",
                    "rules[0].assets[1] https://cdn.test: left out, its name does not identify it as a connect",
                    "rules[1]: left out, /index.html is no glob of files",
                    "rules[4]: left out, regex:p[0-9] is no glob of files")),
            Arguments.of(
                "vite",
                List.of(
                    hosts,
                    variants,
                    "rules[0]: left out, / is no HTML file (/, which stands for index.html, needs an equal rule for /index.html)",
                    "rules[4]: left out, regex:p[0-9] is no HTML file (/, which stands for index.html, needs an equal rule for /index.html)")),
            Arguments.of(
                "webpack",
                List.of(
                    hosts,
                    variants,
                    "rules[0].assets[0] /a.css: urgency, incremental, version lost",
                    "rules[0].assets[0] /a.css: tier 4 becomes 3",
                    "rules[0].assets[1] https://cdn.test: left out, its name does not identify it as a connect",
                    "rules[4]: left out, an entry needs a path of its own")))
        .map(arguments -> Arguments.of(
            arguments.get()[0],
            Stream.concat(((List<?>) arguments.get()[1]).stream(), guarded.stream())
                .toList()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lossy")
  void unsupportedFeaturesAreReportedByName(String format, List<String> sentences) {
    Losses losses = new Losses();

    ManifestFormats.of(format)
        .orElseThrow()
        .write(ImportTest.READER.read(EVERYTHING, "m").value(), losses);

    assertThat(losses.sentences()).containsExactlyInAnyOrderElementsOf(sentences);
  }
}
