package io.lychgate.gateway.push.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any file yields a manifest or a problem with its place, in limited time, and never an exception. */
class MalformedFilesTest {
  private static final List<String> FORMATS = ManifestFormats.ids();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vite-manifest.json",
        "webpack-manifest.json",
        "webpack-assets-manifest.json",
        "push_manifest-single.json",
        "push_manifest-multi.json",
        "serverpush.json",
        "_headers",
      })
  void damagedFilesAreReadOrRejectedInEveryFormat(String file) throws IOException {
    String text = ImportTest.recorded(file);
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      String damaged = damaged(text, random);
      check(damaged, "");
      check(damaged, FORMATS.get(round % FORMATS.size()));
    }
  }

  private static String damaged(String text, Random random) {
    StringBuilder damaged = new StringBuilder(text);
    String[] pieces = {
      "{", "}", "[", "]", "\"", ",", ":", "null", "0", "1e999", "\u0000", "\uD800", "*", "\\", "\n",
      "<", "^("
    };
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(damaged.length());
      int end = Math.min(damaged.length(), at + random.nextInt(6));
      damaged.replace(at, end, pieces[random.nextInt(pieces.length)]);
    }
    return random.nextInt(4) == 0
        ? damaged.substring(0, random.nextInt(damaged.length()))
        : damaged.toString();
  }

  private static void check(String text, String format) {
    Imported imported =
        ManifestFormats.read(new ForeignFile("in", text), format, ImportOptions.DEFAULTS);
    if (imported.isDone()) {
      assertThat(ImportTest.READER.read(imported.yaml(), "in").problems())
          .as(text)
          .isEmpty();
    } else {
      assertThat(imported.problems()).extracting(ConfigProblem::file).containsOnly("in");
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '~', textBlock = """
          vite        ~ {"index.html": 3}                          ~ in:1:16: index.html: file: missing
          vite        ~ []                                         ~ in:1:1: document: another kind of value (expected: an object)
          webpack     ~ {"a.js": 7}                                ~ in:1:10: a.js: another kind of value
          webpack     ~ {"entrypoints": 7}                         ~ in:1:17: entrypoints: another kind of value
          webpack     ~ {"entrypoints": {"main": {"js": [false]}}} ~ in:1:34: main.js: another kind of value
          polymer     ~ {"/": "x"}                                 ~ in:1:7: /: another kind of value
          polymer     ~ {"/": {"/a.css": 1}}                       ~ in:1:18: /./a.css: another kind of value
          polymer     ~ {"/": {}, "/": {}}                         ~ in:1:11: /: a second one
          commonshost ~ {}                                         ~ in:1:1: document: another kind of value (expected: a list)
          commonshost ~ [{"get": "/"}]                             ~ in:1:2: [0]: no rule
          commonshost ~ [{"push": "/a.css"}]                       ~ in:1:2: [0]: get: missing
          commonshost ~ [{"get": 3, "push": [{"glob": 4}]}]        ~ in:1:10: [0].get: another kind of value
          headers     ~ X-Field: 1                                 ~ in:1:1: X-Field: 1 (expected: a path
          vite        ~ {"a": [1,                                  ~ in:1:
          vite        ~ {'a': 1}                                   ~ in:1:2: JSON:
          tar         ~ {}                                         ~ in: format: tar (expected:
          polimer     ~ {}                                         ~ in: format: polimer (did you mean polymer?)
          ?           ~ {}                                         ~ in: format: not recognised (expected: --format with
          ?           ~ rules: []                                  ~ in: format: a Lychgate manifest
          """)
  void problemsNameFilePlaceAndExpectation(String format, String text, String problem) {
    Imported imported = ManifestFormats.read(
        new ForeignFile("in", text), format.replace("?", ""), ImportOptions.DEFAULTS);

    assertThat(imported.problems().get(0).toString()).startsWith(problem);
  }

  @Test
  void listsInPlaceOfTextsAreSkipped() {
    check("{\"a.html\":{\"file\":\"a.js\",\"src\":[],\"isEntry\":[true]}}", "vite");
    check("{\"a.html\":{\"file\":\"a.js\",\"src\":{},\"isEntry\":true}}", "vite");
    check("{\"/\":{\"/a.css\":{\"type\":[\"style\"],\"crossorigin\":{}}}}", "polymer");
    check("{\"/\":{\"/a.css\":{\"type\":\"style\",\"crossorigin\":{}}}}", "polymer");
    check("{\"a.js\":{\"src\":[\"a.js\"]}}", "webpack");
    check("{\"a.html\":{\"file\":\"a.js\",\"imports\":[\"b\"]},\"b\":{\"file\":[\"x\"]}}", "vite");
    check("{\"entrypoints\":[\"a.js\"],\"files\":{\"a.js\":[\"x\"]}}", "webpack");
  }

  @Test
  void hugeFilesAreReadInTime() {
    Instant began = Instant.now();
    check("[".repeat(8_000_000), "");
    check("{\"a\":".repeat(1_000_000), "");
    check("\"" + "a".repeat(8_000_000) + "\"", "vite");
    check("[" + "9".repeat(7_000_000) + "]", "");
    check("/\n  Link: " + "</a>; rel=preload; as=style, ".repeat(200_000), "");
    check("/a\n".repeat(2_000_000), "");
    check("/" + "*".repeat(7_000_000), "");
    StringBuilder entries = new StringBuilder("{\"entrypoints\":[");
    for (int i = 0; i < 100_000; i++) {
      entries.append("\"static/").append(i).append(".js\",");
    }
    entries.append("\"x\"],\"files\":{");
    for (int i = 0; i < 100_000; i++) {
      entries.append("\"").append(i).append("\":\"/app/static/").append(i).append(".js\",");
    }
    check(entries.append("\"x\":\"x\"}}").toString(), "");
    StringBuilder pages = new StringBuilder("{");
    for (int i = 0; i < 100_000; i++) {
      pages
          .append(i == 0 ? "" : ",")
          .append("\"p")
          .append(i)
          .append("\":{\"/a.css\":{\"type\":\"style\"}}");
    }
    check(pages.append('}').toString(), "");

    assertThat(Duration.between(began, Instant.now())).isLessThan(Duration.ofSeconds(30));
  }
}
