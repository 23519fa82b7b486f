package io.lychgate.gateway.admin.ui;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.lychgate.gateway.admin.http.Precondition;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of the admin UI.
 *
 * <p>{@code index.html} is a template: each response gets a fresh nonce in place of {@link #NONCE}. Its Content-Security-Policy
 * names the nonce, and caches never store it. Files that the build put under {@code assets/} have a hash in their names, so caches
 * store them for a year. Any other address without a file extension is a view of the UI and gets {@code index.html}.
 */
public final class UiFiles implements HttpService {

  static final String NONCE = "__CSP_NONCE__";

  private static final int NONCE_BYTES = 18;
  private static final String IMMUTABLE = "public, max-age=31536000, immutable";
  private static final String ABSENT =
      "<!doctype html><html lang=en><title>Lychgate</title><h1>The UI is not part of this build</h1>"
          + "<p>The API works: <a href=/api/v1/openapi.yaml>/api/v1/openapi.yaml</a></html>";

  private static final Map<String, String> TYPES = Map.ofEntries(
      Map.entry("html", "text/html; charset=utf-8"),
      Map.entry("js", "text/javascript; charset=utf-8"),
      Map.entry("css", "text/css; charset=utf-8"),
      Map.entry("json", "application/json"),
      Map.entry("map", "application/json"),
      Map.entry("webmanifest", "application/manifest+json"),
      Map.entry("svg", "image/svg+xml"),
      Map.entry("png", "image/png"),
      Map.entry("ico", "image/x-icon"),
      Map.entry("woff2", "font/woff2"),
      Map.entry("txt", "text/plain; charset=utf-8"));

  private final UiFolder folder;
  private final HttpService notFound;
  private final HttpService readOnly;
  private final SecureRandom random = new SecureRandom();

  /**
   * Creates the service for the files of a folder.
   *
   * @param folder path on the class path, with a slash at its end
   * @param notFound responds to requests for unknown files
   * @param readOnly responds to methods other than GET and HEAD
   */
  public UiFiles(String folder, HttpService notFound, HttpService readOnly) {
    this.folder = new UiFolder(folder);
    this.notFound = notFound;
    this.readOnly = readOnly;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) throws Exception {
    String path = context.decodedPath();
    if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
      return readOnly.serve(context, request);
    }
    String name = path.substring(1);
    if (name.isEmpty() || name.equals("index.html") || !hasExtension(name)) {
      return index();
    }
    Optional<UiFolder.UiFile> file = folder.find(name, request.headers().get("accept-encoding"));
    return file.isPresent()
        ? file(file.get(), name, request.headers().get("if-none-match"))
        : notFound.serve(context, request);
  }

  private HttpResponse index() {
    byte[] bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    String nonce = Base64.getEncoder().encodeToString(bytes);
    String html = folder
        .find("index.html", null)
        .map(file -> file.content().toStringUtf8().replace(NONCE, nonce))
        .orElse(ABSENT);
    ResponseHeaders head = ResponseHeaders.builder(HttpStatus.OK)
        .set("content-type", "text/html; charset=utf-8")
        .set("cache-control", "no-store")
        .set("content-security-policy", policy(nonce))
        .build();
    return HttpResponse.of(head, HttpData.ofUtf8(html));
  }

  private static String policy(String nonce) {
    return "default-src 'self'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-"
        + nonce
        + "'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
        + " frame-ancestors 'none'";
  }

  private static HttpResponse file(
      UiFolder.UiFile file, String name, @Nullable String ifNoneMatch) {
    ResponseHeadersBuilder head = ResponseHeaders.builder(HttpStatus.OK)
        .set("content-type", typeOf(name))
        .set("cache-control", name.startsWith("assets/") ? IMMUTABLE : "no-cache")
        .set("etag", file.etag());
    if (file.hasTwins()) {
      head.set("vary", "accept-encoding");
    }
    if (file.encoding() != null) {
      head.set("content-encoding", file.encoding());
    }
    if (Precondition.isNoneMatchFalse(ifNoneMatch, file.etag())) {
      return HttpResponse.of(
          head.status(HttpStatus.NOT_MODIFIED).removeAndThen("content-encoding").build());
    }
    return HttpResponse.of(head.build(), file.content());
  }

  private static boolean hasExtension(String name) {
    return name.lastIndexOf('.') > name.lastIndexOf('/');
  }

  private static String typeOf(String name) {
    return TYPES.getOrDefault(
        name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
  }
}
