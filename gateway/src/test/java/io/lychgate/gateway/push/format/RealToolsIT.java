package io.lychgate.gateway.push.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tools, in the versions pinned by package-lock.json, and imports their output. */
class RealToolsIT {
  private static final Path TOOLS = Path.of("src/test/tools");

  /** Files larger than the limit up to which bundlers inline them. */
  private static final int MEDIA_BYTES = 9000;

  @TempDir
  static Path work;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    assumeTrue(
        isOnPath("npm"),
        "npm: not on PATH (expected: Node.js 20 or newer with npm, to run Vite and webpack)");
    copyTools();
    byte[] media = new byte[MEDIA_BYTES];
    for (String name : List.of("f.woff2", "hero.png", "bg.png")) {
      // Equal files would be merged into one.
      media[0]++;
      Files.write(work.resolve("site/src").resolve(name), media);
    }
    run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error");
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static void copyTools() throws IOException {
    try (Stream<Path> files = Files.walk(TOOLS)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = work.resolve(TOOLS.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    run(work, command);
  }

  private static void run(Path folder, String... command) throws IOException, InterruptedException {
    Path log = work.resolve("log.txt");
    Process process = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    process.getOutputStream().close();
    boolean isDone = process.waitFor(5, TimeUnit.MINUTES);
    if (!isDone) {
      process.destroyForcibly();
    }
    assertThat(isDone && process.exitValue() == 0)
        .as("%s\n%s", String.join(" ", command), Files.readString(log))
        .isTrue();
  }

  private static Imported imported(String file) throws IOException {
    Path path = work.resolve(file);
    return ImportTest.read(file, Files.readString(path));
  }

  /** Returns {@code rel=... href=...} of the head written by Vite, as Link values. */
  private static List<String> linksOf(Path html) throws IOException {
    List<String> links = new ArrayList<>();
    Matcher tags = Pattern.compile("<(?:script|link)[^>]*>").matcher(Files.readString(html));
    while (tags.find()) {
      String url = tags.group().replaceAll("(?s).*(?:href|src)=\"([^\"]*)\".*", "$1");
      boolean isStyle = tags.group().contains("rel=\"stylesheet\"");
      // A module is fetched in CORS mode with and without the attribute; a style sheet is not.
      String mode = isStyle && tags.group().contains(" crossorigin") ? "; crossorigin" : "";
      links.add("<" + url + ">; rel=" + (isStyle ? "preload; as=style" + mode : "modulepreload"));
    }
    return links;
  }

  private static Stream<String> assets(Map<String, List<String>> pages, String page) {
    return pages.getOrDefault(page, List.of()).stream();
  }

  @Test
  void outputOfViteIsHintedAsItsPagesFetchIt() throws IOException, InterruptedException {
    run("npx", "--no-install", "vite", "build", "-c", "vite.config.mjs");

    Imported imported = imported("out/vite/.vite/manifest.json");

    assertThat(imported.format()).isEqualTo("vite");
    assertThat(imported.warnings()).isEmpty();
    Map<String, List<String>> pages = ImportTest.pages(imported);
    assertThat(pages).containsOnlyKeys("/", "/index.html", "/nested/", "/nested/index.html");
    for (String page : List.of("/", "/nested/")) {
      assertThat(assets(pages, page).filter(link -> !link.contains(" tier ")))
          .containsExactlyInAnyOrderElementsOf(
              linksOf(work.resolve("out/vite" + page + "index.html")));
    }
    assertThat(assets(pages, "/").filter(link -> link.endsWith(" tier 2")))
        .anyMatch(link -> link.contains(".woff2>; rel=preload; as=font; crossorigin"))
        .anyMatch(link -> link.contains("hero-"))
        .hasSize(3);
    assertThat(assets(pages, "/").filter(link -> link.endsWith(" tier 3")))
        .allMatch(link -> link.contains("/lazy-"))
        .hasSize(2);
  }

  @Test
  void bothManifestsOfWebpackAreRead() throws IOException, InterruptedException {
    run("node", "webpack.cjs");

    Imported byEntry = imported("out/webpack/assets-manifest.json");
    assertThat(byEntry.format()).isEqualTo("webpack");
    Map<String, List<String>> pages = ImportTest.pages(byEntry);
    assertThat(pages).containsOnlyKeys("/", "/nested");
    assertThat(pages.get("/")).hasSize(4).allMatch(RealToolsIT::isBuilt);
    assertThat(pages.get("/nested")).hasSize(4).allMatch(RealToolsIT::isBuilt);

    Imported byName = imported("out/webpack/manifest.json");
    assertThat(byName.format()).isEqualTo("webpack");
    assertThat(ImportTest.pages(byName).get("/*"))
        .allMatch(RealToolsIT::isBuilt)
        .anyMatch(link -> link.matches("</dist/main\\..*css>; rel=preload; as=style"))
        .anyMatch(link -> link.endsWith(".woff2>; rel=preload; as=font; crossorigin tier 2"))
        .hasSize(11);
  }

  private static boolean isBuilt(String link) {
    String file = link.replaceAll("^</dist/([^>]*)>.*$", "$1");
    return Files.exists(work.resolve("out/webpack").resolve(file));
  }

  @Test
  void polymerPushManifestsOfOnePageAndOfTwoAreRead() throws IOException, InterruptedException {
    String tool = work.resolve("node_modules/.bin/http2-push-manifest").toString();
    Path site = work.resolve("static");
    run(site, tool, "-f", "index.html", "-m", "../single.json");
    run(site, tool, "-f", "index.html", "-f", "sub/page.html", "-m", "../multi.json");

    assertThat(imported("single.json").format()).isEqualTo("polymer");
    assertThat(ImportTest.pages(imported("single.json")))
        .containsExactly(Map.entry(
            "/",
            List.of(
                "</css/app.css>; rel=preload; as=style", "</js/app.js>; rel=preload; as=script")));
    assertThat(ImportTest.pages(imported("multi.json")))
        .containsOnlyKeys("/", "/index.html", "/page.html");
  }

  @Test
  void commonsHostManifestsAndTheirHeadersAreRead() throws IOException, InterruptedException {
    String tool = work.resolve("node_modules/.bin/manifest").toString();
    Files.write(work.resolve("static/logo.png"), new byte[10]);
    run(tool, "generate", "-r", "static", "-m", "serverpush.json");
    run(tool, "translate", "-m", "serverpush.json", "-f", "netlify-headers", "-o", "_headers");

    assertThat(imported("serverpush.json").format()).isEqualTo("commonshost");
    assertThat(ImportTest.pages(imported("serverpush.json")).get("/index.html"))
        .contains(
            "</css/app.css>; rel=preload; as=style urgency 0",
            "</js/app.js>; rel=preload; as=script urgency 0");
    assertThat(imported("_headers").format()).isEqualTo("headers");
    assertThat(ImportTest.pages(imported("_headers")).get("/"))
        .contains("</css/app.css>; rel=preload; as=style", "</js/app.js>; rel=preload; as=script");
  }

  @Test
  void exportedFileIsAcceptedByItsTool() throws IOException, InterruptedException {
    Files.writeString(
        work.resolve("ours.json"),
        ManifestFormats.of("commonshost")
            .orElseThrow()
            .write(
                ImportTest.READER
                    .read(
                        "rules: [ { match: { path: /docs/* }, assets: [ { url: /a.css, as: style, urgency: 1 }, { url: https://cdn.test/b.js, as: script } ] } ]",
                        "m")
                    .value(),
                new Losses()));

    run(work.resolve("node_modules/.bin/manifest").toString(), "validate", "-m", "ours.json");
  }
}
