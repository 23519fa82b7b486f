package io.lychgate.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopFilesTest {
  @TempDir
  Path folder;

  private FileServing serving;

  @BeforeEach
  void fill() throws Exception {
    Path root = Files.createDirectory(folder.resolve("public"));
    serving = new FileServing(root);
    serving.put("index.html", "<h1>Lanterns</h1>");
    serving.put("assets/site.css", "body{}");
    serving.put("empty.txt", "");
    Files.writeString(folder.resolve("secret.txt"), "secret");
  }

  @AfterEach
  void close() {
    serving.close();
  }

  @Test
  void sendsAFileWithItsFields() throws Exception {
    RecordingSink response = serving.get("/assets/site.css");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("body{}");
    assertThat(response.field("content-type")).isEqualTo("text/css; charset=utf-8");
    assertThat(response.field("content-length")).isEqualTo("6");
    assertThat(response.field("last-modified")).isEqualTo("Sun, 01 Nov 2026 08:00:00 GMT");
    assertThat(response.field("etag")).matches("\"[0-9a-f]+-6\"");
    assertThat(response.field("accept-ranges")).isEqualTo("bytes");
    assertThat(response.field("cache-control")).isEqualTo("max-age=60");
    assertThat(response.field("vary")).isNull();
  }

  @Test
  void sendsTheSameResponseFromMemory() throws Exception {
    RecordingSink first = serving.get("/assets/site.css?v=1");
    Files.delete(folder.resolve("public/assets/site.css"));
    RecordingSink second = serving.get("/assets/site.css?v=2");

    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.field("etag")).isEqualTo(first.field("etag"));
  }

  @Test
  void sendsTheIndexOfAFolder() throws Exception {
    RecordingSink response = serving.get("/");

    assertThat(response.body()).isEqualTo("<h1>Lanterns</h1>");
    assertThat(response.field("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(serving.get("/assets/").status()).isEqualTo(404);
  }

  @Test
  void redirectsAFolderToItsPathWithASlash() throws Exception {
    RecordingSink response = serving.get("/assets?a=b");

    assertThat(response.status()).isEqualTo(301);
    assertThat(response.field("location")).isEqualTo("/assets/?a=b");
  }

  @Test
  void sendsNoBodyToHead() throws Exception {
    for (int i = 0; i < 2; i++) {
      RecordingSink response = serving.ask("HEAD", "/index.html");

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.field("content-length")).isEqualTo("17");
      assertThat(response.body()).isEmpty();
    }
  }

  @Test
  void sendsAnEmptyFile() throws Exception {
    RecordingSink response = serving.get("/empty.txt");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.field("content-length")).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void rejectsOtherMethods(String method) throws Exception {
    RecordingSink response = serving.ask(method, "/index.html");

    assertThat(response.status()).isEqualTo(405);
    assertThat(response.field("allow")).isEqualTo("GET, HEAD");
  }

  @ParameterizedTest(name = "[{0}]")
  @ValueSource(
      strings = {
        "/nothing.html",
        "/index.html/",
        "/assets/nothing/",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%5c..%5c..%5csecret.txt",
        "/assets//site.css",
        "/index.html%00.css",
        "/.hidden",
        "/assets/%2e/site.css",
      })
  void servesNoHiddenFile(String path) throws Exception {
    serving.put(".hidden", "hidden");

    RecordingSink response = serving.get(path);

    assertThat(response.status()).isEqualTo(404);
    assertThat(response.body()).isEqualTo("404 Not Found\n");
  }

  @Test
  void followsLinksOnlyBelowTheRoot() throws Exception {
    Path root = folder.resolve("public");
    Files.createSymbolicLink(root.resolve("inside.css"), Path.of("assets/site.css"));
    Files.createSymbolicLink(root.resolve("outside.txt"), folder.resolve("secret.txt"));
    Files.createSymbolicLink(root.resolve("up"), folder);
    Files.createSymbolicLink(root.resolve("loop"), root.resolve("loop"));

    assertThat(serving.get("/inside.css").body()).isEqualTo("body{}");
    assertThat(serving.get("/outside.txt").status()).isEqualTo(404);
    assertThat(serving.get("/up/secret.txt").status()).isEqualTo(404);
    assertThat(serving.get("/loop").status()).isEqualTo(404);
  }

  @Test
  void servesNoSiblingOfTheRoot() throws Exception {
    Files.createDirectories(folder.resolve("public-old"));
    Files.writeString(folder.resolve("public-old/a.txt"), "old");
    Files.createSymbolicLink(folder.resolve("public/old"), folder.resolve("public-old"));

    assertThat(serving.get("/old/a.txt").status()).isEqualTo(404);
  }

  @Test
  void sendsNotModified() throws Exception {
    String tag = String.valueOf(serving.get("/index.html").field("etag"));

    RecordingSink response =
        serving.get("/index.html", "if-none-match", "\"other\"", "if-none-match", "W/" + tag);

    assertThat(response.status()).isEqualTo(304);
    assertThat(response.field("etag")).isEqualTo(tag);
    assertThat(response.field("cache-control")).isEqualTo("max-age=60");
    assertThat(response.field("content-length")).isNull();
    assertThat(response.field("content-type")).isNull();
    assertThat(response.body()).isEmpty();
  }

  @Test
  void failsAPreconditionThatDoesNotHold() throws Exception {
    RecordingSink response = serving.get("/index.html", "if-match", "\"other\"");

    assertThat(response.status()).isEqualTo(412);
    assertThat(response.field("cache-control")).isNull();
  }

  @Test
  void sendsOneRange() throws Exception {
    RecordingSink response = serving.get("/index.html", "range", "bytes=4-11");

    assertThat(response.status()).isEqualTo(206);
    assertThat(response.body()).isEqualTo("Lanterns");
    assertThat(response.field("content-range")).isEqualTo("bytes 4-11/17");
    assertThat(response.field("content-length")).isEqualTo("8");
  }

  @Test
  void sendsSeveralRangesAsParts() throws Exception {
    RecordingSink response = serving.get("/index.html", "range", "bytes=0-3,-5");

    assertThat(response.status()).isEqualTo(206);
    assertThat(response.field("content-range")).isNull();
    assertThat(response.field("content-length"))
        .isEqualTo(String.valueOf(response.body().length()));
    Matcher type = Pattern.compile("multipart/byteranges; boundary=([0-9a-f]+)")
        .matcher(String.valueOf(response.field("content-type")));
    assertThat(type.matches()).isTrue();
    assertThat(response.body().replace(type.group(1), "B"))
        .isEqualTo(
            "--B\r\ncontent-type: text/html; charset=utf-8\r\ncontent-range: bytes 0-3/17\r\n\r\n<h1>"
                + "\r\n--B\r\ncontent-type: text/html; charset=utf-8\r\ncontent-range: bytes 12-16/17\r\n\r\n</h1>"
                + "\r\n--B--\r\n");
  }

  @Test
  void unsatisfiableRangeReportsTheLength() throws Exception {
    RecordingSink response = serving.get("/index.html", "range", "bytes=17-");

    assertThat(response.status()).isEqualTo(416);
    assertThat(response.field("content-range")).isEqualTo("bytes */17");
  }

  @Test
  void ignoresARangeOfAnotherVersionAndOfHead() throws Exception {
    assertThat(serving
            .get("/index.html", "range", "bytes=0-1", "if-range", "\"other\"")
            .status())
        .isEqualTo(200);
    assertThat(serving.ask("HEAD", "/index.html", "range", "bytes=0-1").status())
        .isEqualTo(200);
  }

  @Test
  void sendsTheFileInThePreferredCoding() throws Exception {
    serving.put("assets/site.css.br", "br-bytes");
    serving.put("assets/site.css.gz", "gz");

    RecordingSink br = serving.get("/assets/site.css", "accept-encoding", "gzip, br");
    RecordingSink gz = serving.get("/assets/site.css", "accept-encoding", "gzip");
    RecordingSink none = serving.get("/assets/site.css");

    assertThat(br.body()).isEqualTo("br-bytes");
    assertThat(br.field("content-encoding")).isEqualTo("br");
    assertThat(br.field("content-type")).isEqualTo("text/css; charset=utf-8");
    assertThat(gz.field("content-encoding")).isEqualTo("gzip");
    assertThat(none.field("content-encoding")).isNull();
    assertThat(none.field("vary")).isEqualTo("accept-encoding");
    assertThat(new String[] {br.field("etag"), gz.field("etag"), none.field("etag")})
        .doesNotHaveDuplicates();
  }

  @Test
  void ignoresACodedFileOfAnOlderVersion() throws Exception {
    serving.put("assets/site.css.br", "old", FileServing.MODIFIED.minusSeconds(60));

    RecordingSink response = serving.get("/assets/site.css", "accept-encoding", "br");

    assertThat(response.body()).isEqualTo("body{}");
    assertThat(response.field("vary")).isNull();
  }

  @Test
  void servesAChangedFileWithinTwoSeconds() throws Exception {
    serving.get("/assets/site.css");
    serving.put("assets/site.css", "body{color:red}", FileServing.MODIFIED.plusSeconds(1));
    assertThat(serving.get("/assets/site.css").body()).isEqualTo("body{}");

    serving.ticker.advance(Duration.ofSeconds(2));

    assertThat(serving.get("/assets/site.css").body()).isEqualTo("body{color:red}");
  }

  @Test
  void revalidatesInTheBackgroundWhileAFileIsRequested() throws Exception {
    serving.get("/assets/site.css");
    serving.put("assets/site.css", "body{color:red}", FileServing.MODIFIED.plusSeconds(1));
    serving.ticker.advance(Duration.ofMillis(1500));

    assertThat(serving.get("/assets/site.css").body()).isEqualTo("body{}");

    Await.until(
        () -> assertThat(serving.get("/assets/site.css").body()).isEqualTo("body{color:red}"));
  }

  @Test
  void distinguishesEscapedNamesFromNamesWithEscapes() throws Exception {
    serving.put("A", "plain");
    serving.put("%41", "looks like an escape");
    serving.put("a b", "with a blank");
    for (int i = 0; i < 2; i++) {
      assertThat(serving.get("/%2541").body()).isEqualTo("looks like an escape");
      assertThat(serving.get("/%41").body()).isEqualTo("plain");
      assertThat(serving.get("/A").body()).isEqualTo("plain");
      assertThat(serving.get("/a%20b").body()).isEqualTo("with a blank");
      assertThat(serving.get("/%4").status()).isEqualTo(404);
    }
  }

  @Test
  void detectsARemovedFile() throws Exception {
    serving.get("/assets/site.css");
    Files.delete(folder.resolve("public/assets/site.css"));

    serving.ticker.advance(Duration.ofSeconds(3));

    assertThat(serving.get("/assets/site.css").status()).isEqualTo(404);
  }

  @Test
  void followsARootSwitchedByADeployment() throws Exception {
    Path current = folder.resolve("current");
    Path next = Files.createDirectory(folder.resolve("release2"));
    Files.writeString(next.resolve("index.html"), "second");
    Files.createSymbolicLink(current, folder.resolve("public"));
    try (FileServing deployed = new FileServing(current)) {
      assertThat(deployed.get("/index.html").body()).isEqualTo("<h1>Lanterns</h1>");
      Files.delete(current);
      Files.createSymbolicLink(current, next);
      deployed.ticker.advance(Duration.ofSeconds(3));

      assertThat(deployed.get("/index.html").body()).isEqualTo("second");
    }
  }
}
