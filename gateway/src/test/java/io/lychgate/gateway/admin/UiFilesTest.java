package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.server.Server;
import io.lychgate.gateway.admin.http.ErrorPages;
import io.lychgate.gateway.admin.ui.UiFiles;
import io.lychgate.gateway.testkit.NewestJdk;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NewestJdk
class UiFilesTest {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static Server server;

  @BeforeAll
  static void start() {
    server = Server.builder()
        .http(0)
        .serviceUnder("/", new UiFiles("test-ui/", ErrorPages::notFound, ErrorPages::readOnly))
        .build();
    server.start().join();
  }

  @AfterAll
  static void stop() {
    server.stop().join();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/index.html", "/manifests", "/manifests/shop/history?x=1.5"})
  void everyViewGetsThePageWithItsOwnNonce(String path) throws Exception {
    HttpResponse<String> first = get(path);
    HttpResponse<String> second = get(path);

    Matcher nonce = Pattern.compile("nonce=\"([A-Za-z0-9+/]{24})\"").matcher(first.body());
    assertThat(nonce.find()).isTrue();
    assertThat(header(first, "content-security-policy"))
        .contains("script-src 'self' 'nonce-" + nonce.group(1) + "'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe-inline");
    assertThat(second.body()).doesNotContain(nonce.group(1));
    assertThat(header(first, "cache-control")).isEqualTo("no-store");
  }

  @Test
  void hashedAssetsAreImmutable() throws Exception {
    HttpResponse<String> asset = get("/assets/app-1a2b.js");

    assertThat(asset.body()).isEqualTo("console.log(\"plain\")");
    assertThat(header(asset, "cache-control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(header(asset, "content-type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(header(asset, "vary")).isEqualTo("accept-encoding");
    assertThat(header(get("/icon.svg"), "cache-control")).isEqualTo("no-cache");
  }

  @Test
  void sendsTheSmallestAcceptableCoding() throws Exception {
    assertThat(
            header(get("/assets/app-1a2b.js", "accept-encoding", "gzip, br"), "content-encoding"))
        .isEqualTo("br");
    assertThat(header(
            get("/assets/app-1a2b.js", "accept-encoding", "gzip, br;q=0"), "content-encoding"))
        .isEqualTo("gzip");
    assertThat(header(get("/icon.svg", "accept-encoding", "gzip, br"), "content-encoding"))
        .isEmpty();
  }

  @Test
  void unchangedFileGets304() throws Exception {
    String etag = header(get("/icon.svg"), "etag");

    HttpResponse<String> again = get("/icon.svg", "if-none-match", etag);

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/none.js",
        "/../admin/openapi.yaml",
        "/%2e%2e/admin/openapi.yaml",
        "/assets/..%2f..%2fadmin/openapi.yaml",
        "/assets/%5c..%5cx.js",
        "//admin/openapi.yaml"
      })
  void servesNoFileOutsideItsFolder(String path) throws Exception {
    HttpResponse<String> response = get(path);

    assertThat(response.body()).doesNotContain("openapi:");
    assertThat(response.statusCode()).isBetween(400, 404);
  }

  private static HttpResponse<String> get(String path, String... headers) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.activeLocalPort() + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
