package io.lychgate.gateway.push.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportTest {
  static final ManifestReader READER = new ManifestReader();

  static String recorded(String name) throws IOException {
    try (InputStream in = ImportTest.class.getResourceAsStream("/manifests/" + name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static Imported read(String name, String text) {
    return ManifestFormats.read(new ForeignFile(name, text), "", ImportOptions.DEFAULTS);
  }

  /** Returns pages with their assets as {@code url as tier}, read from the imported YAML. */
  static Map<String, List<String>> pages(Imported imported) {
    assertThat(imported.problems()).isEmpty();
    PushManifest manifest = READER.read(imported.yaml(), "imported").value();
    assertThat(manifest.warnings()).isEmpty();
    Map<String, List<String>> pages = new LinkedHashMap<>();
    manifest
        .rules()
        .forEach(rule -> pages.put(
            rule.match().toString(),
            rule.assets().stream().map(ImportTest::line).toList()));
    return pages;
  }

  private static String line(Asset asset) {
    return asset.link()
        + (asset.candidate().tier() == 1 ? "" : " tier " + asset.candidate().tier())
        + (asset.urgency() == Asset.NO_URGENCY ? "" : " urgency " + asset.urgency());
  }

  private static List<String> messages(Imported imported) {
    return imported.warnings().stream().map(ConfigProblem::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "vite-manifest.json, vite",
    "webpack-manifest.json, webpack",
    "webpack-assets-manifest.json, webpack",
    "push_manifest-single.json, polymer",
    "push_manifest-multi.json, polymer",
    "serverpush.json, commonshost",
    "_headers, headers",
  })
  void detectsTheFormatFromTheContent(String file, String format) throws IOException {
    assertThat(ManifestFormats.detect(new ForeignFile(file, recorded(file)))
            .value()
            .id())
        .isEqualTo(format);
  }

  @Test
  void vitePagesGetStylesAndModulesThenMediaThenDynamicImports() throws IOException {
    Imported imported = read("manifest.json", recorded("vite-manifest.json"));

    Map<String, List<String>> pages = pages(imported);
    List<String> home = List.of(
        "</assets/shared-DGHcJQv2.css>; rel=preload; as=style; crossorigin",
        "</assets/index-B_aLPk0n.css>; rel=preload; as=style; crossorigin",
        "</assets/index-DAkgbCr3.js>; rel=modulepreload",
        "</assets/shared-DHf0yLIo.js>; rel=modulepreload",
        "</assets/hero-DGFtaFAG.png>; rel=preload; as=image tier 2",
        "</assets/f-CXk5aFe7.woff2>; rel=preload; as=font; crossorigin tier 2",
        "</assets/bg-PP1aGHBO.png>; rel=preload; as=image tier 2",
        "</assets/lazy-D7rrMoBO.css>; rel=preload; as=style; crossorigin tier 3",
        "</assets/lazy-BOS40mo-.js>; rel=modulepreload tier 3");
    List<String> nested = List.of(
        "</assets/shared-DGHcJQv2.css>; rel=preload; as=style; crossorigin",
        "</assets/index-Ce3lrMGc.css>; rel=preload; as=style; crossorigin",
        "</assets/index-B6ibyFd-.js>; rel=modulepreload",
        "</assets/shared-DHf0yLIo.js>; rel=modulepreload");
    assertThat(pages)
        .containsExactly(
            Map.entry("/", home),
            Map.entry("/index.html", home),
            Map.entry("/nested/", nested),
            Map.entry("/nested/index.html", nested));
    assertThat(imported.warnings()).isEmpty();
  }

  @Test
  void cyclicDeepOrMissingImportsOfViteAreLimited() {
    StringBuilder deep = new StringBuilder("{");
    for (int i = 0; i < 20_000; i++) {
      deep.append(i == 0 ? "" : ",")
          .append("\"c")
          .append(i)
          .append("\":{\"file\":\"c")
          .append(i)
          .append(".js\",\"isEntry\":")
          .append(i == 0)
          .append(",\"src\":\"index.html\",\"imports\":[\"c")
          .append(i + 1)
          .append("\",\"c0\",\"gone\"]}");
    }

    Imported imported = read("m", deep.append('}').toString());

    assertThat(pages(imported).get("/")).hasSize(100);
    assertThat(messages(imported)).hasSizeLessThanOrEqualTo(52);
    assertThat(messages(imported)).anyMatch(m -> m.endsWith("gone: imported but not in the file"));
    assertThat(messages(imported)).anyMatch(m -> m.endsWith("a page has at most 100 assets"));
  }

  @Test
  void webpackEntrypointsBecomeRulesWithGuessedPages() throws IOException {
    Imported imported = read("assets-manifest.json", recorded("webpack-assets-manifest.json"));

    assertThat(pages(imported))
        .containsExactly(
            Map.entry(
                "/",
                List.of(
                    "</dist/624.11bebc76.css>; rel=preload; as=style",
                    "</dist/main.0284ed15.css>; rel=preload; as=style",
                    "</dist/624.e62a47fc.js>; rel=preload; as=script",
                    "</dist/main.10ddf832.js>; rel=preload; as=script")),
            Map.entry(
                "/nested",
                List.of(
                    "</dist/624.11bebc76.css>; rel=preload; as=style",
                    "</dist/nested.867edd64.css>; rel=preload; as=style",
                    "</dist/624.e62a47fc.js>; rel=preload; as=script",
                    "</dist/nested.1915655a.js>; rel=preload; as=script")));
    assertThat(messages(imported))
        .containsExactly(
            "assets-manifest.json:23:13: main: its pages are unknown: / is assumed (set them with --page main=/path)",
            "assets-manifest.json:35:15: nested: its pages are unknown: /nested is assumed (set them with --page nested=/path)");
  }

  @Test
  void webpackFilesWithoutEntrypointsAreSortedByTheirNames() throws IOException {
    Imported imported = read("manifest.json", recorded("webpack-manifest.json"));

    assertThat(pages(imported).get("/*"))
        .containsExactly(
            "</dist/main.0284ed15.css>; rel=preload; as=style",
            "</dist/main.10ddf832.js>; rel=preload; as=script",
            "</dist/nested.867edd64.css>; rel=preload; as=style",
            "</dist/nested.1915655a.js>; rel=preload; as=script",
            "</dist/899.170edc57.css>; rel=preload; as=style tier 3",
            "</dist/899.1c1d85ee.js>; rel=preload; as=script tier 3",
            "</dist/624.11bebc76.css>; rel=preload; as=style tier 3",
            "</dist/624.e62a47fc.js>; rel=preload; as=script tier 3",
            "</dist/4d54ff5509a32af5810c.png>; rel=preload; as=image tier 2",
            "</dist/a17505b7939d2b37b770.png>; rel=preload; as=image tier 2",
            "</dist/d04c1d23244c13eed889.woff2>; rel=preload; as=font; crossorigin tier 2");
    assertThat(messages(imported))
        .containsExactly(
            "manifest.json:1:1: the file has no entrypoints: its named files apply to /* (set another page with --page)",
            "manifest.json: 1 entry left out: neither styles, scripts, fonts nor images");
  }

  @Test
  void otherShapesOfWebpackManifestsAreRead() {
    assertThat(pages(read("asset-manifest.json", """
            { "files": { "main.css": "/app/static/css/main.1.css", "main.js": "/app/static/js/main.2.js" },
              "entrypoints": [ "static/css/main.1.css", "static/js/main.2.js" ] }
            """)))
        .containsExactly(Map.entry(
            "/*",
            List.of(
                "</app/static/css/main.1.css>; rel=preload; as=style",
                "</app/static/js/main.2.js>; rel=preload; as=script")));
    assertThat(pages(read("webpack-assets.json", """
            { "one": { "js": "/js/one.js", "css": ["/css/one.css"] }, "two": { "js": "/js/two.js" } }
            """))).containsOnlyKeys("/one", "/two");
  }

  @Test
  void polymerManifestsOfOnePageAndOfSeveralAreRead() throws IOException {
    List<String> assets =
        List.of("</css/app.css>; rel=preload; as=style", "</js/app.js>; rel=preload; as=script");

    assertThat(pages(read("push_manifest.json", recorded("push_manifest-single.json"))))
        .containsExactly(Map.entry("/", assets));
    assertThat(pages(read("push_manifest.json", recorded("push_manifest-multi.json"))))
        .containsExactly(
            Map.entry("/", assets),
            Map.entry("/index.html", assets),
            Map.entry("/page.html", assets));
  }

  @Test
  void polymerPagesMayBeExpressionsAsInPrplServer() {
    Imported imported = read("m.json", """
        { "/items/.*": { "src/item.html": { "type": "document" }, "/f.woff2": { "type": "font", "crossorigin": "anonymous" } },
          "^/(a|b)$": { "/x.js": { "type": "script", "weight": 256, "crossorigin": "use-credentials" } },
          "/y": { "/movie.mp4": { "type": "video" }, "/api.json": { "type": "script", "weight": 2 } },
          "^(bad": { "/x.js": { "type": "script" } } }
        """);

    assertThat(pages(imported))
        .containsExactly(
            Map.entry(
                "/items/*",
                List.of(
                    "</src/item.html>; rel=preload; as=document",
                    "</f.woff2>; rel=preload; as=font; crossorigin")),
            Map.entry(
                "regex:^/(a|b)$",
                List.of("</x.js>; rel=preload; as=script; crossorigin=use-credentials urgency 0")),
            Map.entry("/y", List.of("</api.json>; rel=preload; as=fetch urgency 7")));
    assertThat(messages(imported))
        .containsExactly(
            "m.json:3:11: /movie.mp4: left out: type video (expected: style, script, font, image, fetch or document)",
            "m.json:4:3: ^(bad: left out: regex: ^(bad$ (expected: RE2 syntax; missing closing ))"
                .replace("bad$ ", "bad "));
  }

  @Test
  void commonsHostManifestsAreReadWithTheirPrioritiesAndGlobs() throws IOException {
    List<String> assets = List.of(
        "</css/app.css>; rel=preload; as=style urgency 0",
        "</js/app.js>; rel=preload; as=script urgency 0",
        "</img/logo.png>; rel=preload; as=image urgency 7");
    assertThat(pages(read("serverpush.json", recorded("serverpush.json"))))
        .containsExactly(
            Map.entry("/", assets),
            Map.entry("/index.html", assets),
            Map.entry("/sub/page.html", assets));

    Imported globs = read("m.json", """
        [ { "get": "**/*.html", "push": "/a.css" },
          { "get": { "glob": ["/docs/**", "!/docs/x"] }, "push": ["/a.css", { "uri": "https://cdn.test/b.js", "priority": 128 }] },
          { "glob": "/p/{a,b}/*.ht?l", "push": [["/a.css", "/c.js"]] },
          { "get": "https://www.test/q", "push": ["**/*.js", { "url": "/d.js" }] } ]
        """);

    assertThat(pages(globs))
        .containsExactly(
            Map.entry("*.html", List.of("</a.css>; rel=preload; as=style")),
            Map.entry(
                "/docs/*",
                List.of(
                    "</a.css>; rel=preload; as=style",
                    "<https://cdn.test/b.js>; rel=preload; as=script urgency 4")),
            Map.entry(
                "regex:^/p/(?:a|b)/[^/]*\\.ht[^/]l$",
                List.of("</a.css>; rel=preload; as=style", "</c.js>; rel=preload; as=script")),
            Map.entry("/q", List.of("</d.js>; rel=preload; as=script")));
    assertThat(messages(globs))
        .containsExactly(
            "m.json:2:35: [1].get: left out: !/docs/x, an exclusion pattern",
            "m.json:4:12: [3]: the host of https://www.test/q is left out (add it to hosts)"
                .replace("[3]:", "[3].get:"),
            "m.json:4:43: [3].push: left out: **/*.js, which only the site's files resolve");
  }

  @Test
  void invalidWeightsAreReported() {
    Imported polymer = read("p.json", """
        { "/a.css": { "type": "style", "weight": 300 }, "/b.js": { "type": "script", "weight": "x" },
          "/c.js": { "type": "script", "weight": 1.5 } }
        """);
    Imported commonsHost = read("c.json", """
        [ { "get": "/", "push": [ { "url": "/b.js", "priority": -3 } ] } ]
        """);

    assertThat(messages(polymer))
        .contains(
            "p.json:1:42: /a.css: weight 300 taken for 256 (expected: a whole number, 1-256)",
            "p.json:1:88: /b.js: weight \"x\" left out (expected: a whole number, 1-256)",
            "p.json:2:42: /c.js: weight 1.5 taken for 1 (expected: a whole number, 1-256)");
    assertThat(messages(commonsHost))
        .containsExactly(
            "c.json:1:57: [0].push: priority -3 taken for 1 (expected: a whole number, 1-256)");
  }

  @Test
  void linkLinesOfHeadersFilesAreRead() throws IOException {
    List<String> assets = List.of(
        "</css/app.css>; rel=preload; as=style",
        "</js/app.js>; rel=preload; as=script",
        "</img/logo.png>; rel=preload; as=image");
    assertThat(pages(read("_headers", recorded("_headers"))))
        .containsExactly(Map.entry("/", assets), Map.entry("/sub/page.html", assets));

    Imported imported = read("_headers", """
        # Netlify and Cloudflare
        https://www.test/blog/*
          X-Frame-Options: DENY
          Link: </a.css>; rel=preload; as=style; nopush, <https://fonts.test/>; rel=preconnect; crossorigin
        /news/:title
        \tlink: </m.mjs>; rel=modulepreload, </h.avif>; rel=preload; as=image; type="image/avif"; fetchpriority=high
        \tLink: </t.vtt>; rel=preload; as=track
          ! Link
          Link: <next.html>; rel=next
        """);

    assertThat(pages(imported))
        .containsExactly(
            Map.entry(
                "/blog/*",
                List.of(
                    "</a.css>; rel=preload; as=style",
                    "<https://fonts.test>; rel=preconnect; crossorigin")),
            Map.entry(
                "regex:^/news/[^/]+$",
                List.of(
                    "</m.mjs>; rel=modulepreload",
                    "</h.avif>; rel=preload; as=image; type=\"image/avif\"")));
    assertThat(messages(imported))
        .containsExactly(
            "_headers:2:1: the host of https://www.test/blog/* is left out (add it to hosts)",
            "_headers:6:8: fetchpriority is left out",
            "_headers:7:8: left out: /t.vtt as track (expected: style, script, font, image, fetch or document)",
            "_headers:8:3: ! Link: left out, it removes a field",
            "_headers:9:9: left out: <next.html>; rel=next (expected: a preload, modulepreload or preconnect)",
            "_headers: 1 entry left out: fields other than Link");
  }

  @Test
  void baseAndPagesSupplyMissingValues() {
    ImportOptions options =
        new ImportOptions("https://cdn.test/v1", null, Map.of("src/main.js", "/shop/*"));
    Imported imported =
        ManifestFormats.read(new ForeignFile("manifest.json", """
            { "src/main.js": { "file": "assets/main é.js", "isEntry": true, "css": ["./a.css", "//other.test/b.css", "/c.css"] } }
            """), "vite", options);

    assertThat(pages(imported))
        .containsExactly(Map.entry(
            "/shop/*",
            List.of(
                "<https://cdn.test/v1/a.css>; rel=preload; as=style",
                "<https://other.test/b.css>; rel=preload; as=style",
                "</c.css>; rel=preload; as=style",
                "<https://cdn.test/v1/assets/main%20%C3%A9.js>; rel=modulepreload")));
  }
}
