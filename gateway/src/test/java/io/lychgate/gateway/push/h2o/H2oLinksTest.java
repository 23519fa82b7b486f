package io.lychgate.gateway.push.h2o;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Link fields as read by H2O 2.2.5. H2oVectorsIT plays the recorded ones. */
class H2oLinksTest {
  @Test
  void returnsPreloadsInOrder() {
    assertThat(paths(
            "/p.html",
            "</a.css>;rel=preload,</b.js> ; REL = PreLoad ; as=script , </c>;rel=prefetch"))
        .containsExactly("/a.css", "/b.js");
  }

  @Test
  void quotesDoNotProtectSeparators() {
    assertThat(paths("/", "</a.css>; rel=\"preload\"")).isEmpty();
    assertThat(paths("/", "</a.css>; title=\"x, </b.css>; rel=preload\"; rel=preload"))
        .containsExactly("/b.css");
    assertThat(paths("/", "</a;b.css>; rel=preload")).isEmpty();
    assertThat(paths("/", "</a,b.css>; rel=preload, </c.css>; rel=preload")).isEmpty();
  }

  @Test
  void additionalRelIsIgnoredAndNopushAppliesWithAnyValue() {
    assertThat(paths("/", "</a.css>; rel=preload; rel=stylesheet")).containsExactly("/a.css");
    assertThat(paths("/", "</a.css>; rel=stylesheet; rel=preload")).containsExactly("/a.css");
    assertThat(paths("/", "</a.css>; NoPush=0; rel=preload")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/dir/p.html, rel.css, /dir/rel.css",
    "/dir/p.html?q=/x/y, rel.css, /dir/rel.css",
    "/dir/p.html, ./rel.css, /dir/rel.css",
    "/dir/sub/p.html, ../rel.css, /dir/rel.css",
    "/p.html, ../../rel.css, /rel.css",
    "/dir/p.html, .., /",
    "/dir/p.html, ., /dir/",
    "/dir/p.html, x/../rel.css, /dir/x/../rel.css",
    "/dir/p.html, ..rel.css, /dir/..rel.css",
    "/dir/../p.html, rel.css, /rel.css",
    "/d%69r/p.html, rel.css, /dir/rel.css",
    "/dir%2Fp.html, rel.css, /dir/rel.css",
    "/p.html, /x/../a.css, /x/../a.css",
    "/p.html, /a.css#x, /a.css#x",
    "/p.html, //shop.test:8443/a.css, /a.css",
    "/p.html, https://shop.test:8443, /",
    "/p.html, https:scheme.css, /scheme.css",
    "/p.html, HTTPS://shop.test:8443/a.css, /HTTPS://shop.test:8443/a.css",
    "/p.html, '', /",
    "/p.html, ?q.css, /?q.css",
  })
  void resolvesAsH2oDoes(String page, String target, String path) {
    assertThat(paths(page, "<" + target + ">; rel=preload")).containsExactly(path);
  }

  @ParameterizedTest
  @CsvSource({
    "https://SHOP.test:8443/a.css",
    "https://shop.test/a.css",
    "http://shop.test:8443/a.css",
    "https://other.test/a.css",
    "//shop.test:8443?q",
    "//shop.test:8443?a.css",
    "https://shop.test:8443?x=1",
    "https://user@shop.test:8443/a.css",
    "https://",
    "//",
    "/a b.css",
  })
  void otherOriginsAndInvalidTargetsAreNotPushed(String target) {
    assertThat(paths("/p.html", "<" + target + ">; rel=preload")).isEmpty();
  }

  @Test
  void requestInUpperCaseMatchesLinksInLowerCase() {
    RequestHead page = request("SHOP.test:8443", "/p.html");
    Fields links = new Fields()
        .add(FieldNames.LINK, "<https://shop.test:8443/a.css>; rel=preload")
        .add(FieldNames.LINK, "<rel.css>; rel=preload, </c.css>; rel=preload");

    assertThat(H2oLinks.paths(links, page)).containsExactly("/a.css", "/c.css");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "</a>; rel=preload | </a>; rel=preload",
        "</a>; rel=preload; x-http2-push-only, </b>; rel=preload | </b>; rel=preload",
        "</a>; rel=x, </b>; rel=preload; X-HTTP2-Push-Only=1 , </c> | </a>; rel=x, </c>",
        "</a>; x-http2-push-only, garbage, </b>; x-http2-push-only | garbage, </b>; x-http2-push-only",
        "</a>, </b>; x-http2-push-only, </c>; t=1, </d>; x-http2-push-only | </a>, </c>; t=1",
      })
  void removesPushOnlyLinks(String field, String forwarded) {
    assertThat(H2oLinkField.parse(field).passedOn()).hasToString(forwarded);
  }

  @Test
  void emptyFieldIsRemoved() {
    Fields fields = new Fields()
        .add(FieldNames.LINK, "</a>; rel=preload; x-http2-push-only")
        .add(FieldNames.LINK, "</b>; rel=preload")
        .add(FieldNames.LINK, "</c>; x-http2-push-only, </d>; x-http2-push-only");

    H2oLinks.removePushOnly(fields);

    assertThat(fields).hasToString("link: </b>; rel=preload\n");
  }

  @Test
  void randomFieldsCauseNoExceptionAndRemovalIsIdempotent() {
    String[] pieces = {
      "<",
      ">",
      "</a>",
      "<b>",
      ";",
      ",",
      "=",
      " ",
      "\t",
      "\"",
      "rel",
      "preload",
      "nopush",
      "x-http2-push-only",
      "; rel=preload",
      "; x-http2-push-only",
      ", ",
      "//",
      "..",
      "https:",
      "[",
      ":",
      "?",
      "%"
    };
    Random random = new Random(4711);
    for (int i = 0; i < 50_000; i++) {
      StringBuilder field = new StringBuilder();
      for (int n = random.nextInt(24); n >= 0; n--) {
        field.append(pieces[random.nextInt(pieces.length)]);
      }
      CharSequence once = H2oLinkField.parse(field.toString()).passedOn();

      assertThat(paths("/%2e%2e/d/p?q", field.toString())).allMatch(path -> path.startsWith("/"));
      if (once != null) {
        assertThat(H2oLinkField.parse(once).passedOn())
            .as(field.toString())
            .hasToString(once.toString());
      }
    }
  }

  private static List<String> paths(String page, String link) {
    return H2oLinks.paths(new Fields().add(FieldNames.LINK, link), request("shop.test:8443", page));
  }

  private static RequestHead request(String authority, String path) {
    return new RequestHead(AsciiString.cached("GET"), true, authority, path, new Fields(), 0);
  }
}
