package io.lychgate.gateway.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class PagePartsTest {
  private static final Target TARGET = Target.of("https://localhost:8443/", null);
  private static final String PAGE = """
      <!doctype html><link rel=StyleSheet href=a.css><link rel=canonical href=/x>
      <script src=/s.js?v=1#top></script><script>var src = "/no.js"</script>
      <img src="https://elsewhere.test/i.png"><img src=/i.png><img src=/i.png><img src="/bad path|.png">
      <a href=next.html>next</a><a href="mailto:a@b">mail</a><a href=https://localhost:8443/z#end>z</a>
      <a href=/logout rel="noopener NoFollow">log out</a>
      """;

  private static PageParts parts(byte[] body, Map<String, List<String>> fields) {
    Fetched page = new Fetched(200, fields, body, body.length, true, 0, 0, 0, 0);
    return PageParts.of(page, TARGET, "/shop/");
  }

  private static final Map<String, List<String>> HTML =
      Map.of("content-type", List.of("text/html; charset=utf-8"));

  @Test
  void resourcesAndLinksOfTheOwnOriginAreFoundOnce() {
    PageParts parts = parts(PAGE.getBytes(StandardCharsets.UTF_8), HTML);

    assertThat(parts.resources()).startsWith("/shop/a.css", "/s.js?v=1", "/i.png");
    assertThat(parts.resources()).doesNotContain("/no.js", "/x").doesNotHaveDuplicates();
    assertThat(parts.resources()).allMatch(path -> path.matches("/[!-~]*"));
    assertThat(parts.links()).containsExactly("/shop/next.html", "/z");
  }

  @Test
  void compressedPageIsRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(PAGE.getBytes(StandardCharsets.UTF_8));
    }
    Map<String, List<String>> fields =
        Map.of("content-type", List.of("text/html"), "content-encoding", List.of("gzip"));

    assertThat(parts(bytes.toByteArray(), fields).links()).hasSize(2);
    assertThat(parts(new byte[] {1, 2, 3}, fields).links()).isEmpty();
  }

  @Test
  void fontsOfStyleSheetAreItsFirstAddresses() {
    String css = """
        body { background: url(back.png) }
        @font-face { font-family: A; src: local("A"), url( "a.woff2" ) format("woff2"), url(a.woff) }
        @font-face{font-family:B;src:url(/b.woff2?v=1#iefix)}
        @font-face { src: url('https://elsewhere.test/c.woff2') }
        @font-face { src: url(data:font/woff2;base64,AAAA) }
        @font-face { src: url(bad|name.woff2) }
        @font-face { src: url(""";

    assertThat(fonts(css, "text/css; charset=utf-8"))
        .containsExactly("/shop/css/a.woff2", "/b.woff2?v=1");
    assertThat(fonts(css, "text/plain")).isEmpty();
  }

  private static List<String> fonts(String css, String type) {
    byte[] body = css.getBytes(StandardCharsets.UTF_8);
    Fetched sheet = new Fetched(
        200, Map.of("content-type", List.of(type)), body, body.length, true, 0, 0, 0, 0);
    return PageParts.fonts(sheet, TARGET, "/shop/css/site.css");
  }

  @Test
  void otherTypesAndHugePagesAreBounded() {
    assertThat(parts(PAGE.getBytes(StandardCharsets.UTF_8), Map.of()).resources())
        .isEmpty();
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      many.append("<img src=/").append(i).append("><a href=/").append(i).append(">x</a>");
    }
    PageParts parts = parts(many.toString().getBytes(StandardCharsets.UTF_8), HTML);

    assertThat(parts.resources()).hasSize(200);
    assertThat(parts.links()).hasSize(50);
  }
}
