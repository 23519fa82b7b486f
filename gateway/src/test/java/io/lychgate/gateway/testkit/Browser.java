package io.lychgate.gateway.testkit;

import io.netty.handler.codec.http3.Http3Headers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A client that keeps cookies and follows no redirect, over one version of HTTP. It is no browser otherwise. One thread. */
public final class Browser implements AutoCloseable {
  /** The versions of HTTP, by their tokens of ALPN. */
  public enum Protocol {
    H1,
    H2,
    H3
  }

  private final String origin;
  private final @Nullable HttpClient client;
  private final @Nullable Http3Client http3;
  private final Map<String, String> cookies = new TreeMap<>();

  /**
   * A response.
   *
   * @param fields the values of all fields, by their names in lower case
   */
  public record Page(int status, Map<String, List<String>> fields, String body) {
    /** Returns the first value of a field; empty if there is none. */
    public String field(String name) {
      return fields.getOrDefault(name, List.of("")).get(0);
    }

    public List<String> setCookies() {
      return fields.getOrDefault("set-cookie", List.of());
    }
  }

  private Browser(String origin, @Nullable HttpClient client, @Nullable Http3Client http3) {
    this.origin = origin;
    this.client = client;
    this.http3 = http3;
  }

  /** Opens a browser for the host {@code localhost} at this port of TLS and QUIC. */
  public static Browser open(int port, Protocol protocol) throws Exception {
    return open("localhost", port, protocol);
  }

  public static Browser open(String host, int port, Protocol protocol) throws Exception {
    String origin = "https://" + host + ":" + port;
    if (protocol == Protocol.H3) {
      return new Browser(origin, null, Http3Client.connect(port, "localhost"));
    }
    HttpClient client = HttpClient.newBuilder()
        .version(protocol == Protocol.H1 ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
        .sslContext(TestCertificates.trustingAll())
        .build();
    return new Browser(origin, client, null);
  }

  public String origin() {
    return origin;
  }

  /** The cookies by name. A test may change them. */
  public Map<String, String> cookies() {
    return cookies;
  }

  /** Goes to a page, as a person does. */
  public Page visit(String path, String... fields) throws Exception {
    List<String> all = new ArrayList<>(List.of("sec-fetch-mode", "navigate"));
    all.addAll(List.of("accept", "text/html,*/*"));
    all.addAll(List.of(fields));
    return send("GET", path, all.toArray(String[]::new));
  }

  /** Goes to a URL of this origin, such as the target of a redirect. */
  public Page follow(String url) throws Exception {
    return visit(url.startsWith(origin) ? url.substring(origin.length()) : url);
  }

  /** Sends a request without body. */
  public Page send(String method, String path, String... fields) throws Exception {
    Page page =
        http3 == null ? overTcp(method, path, fields) : overQuic(http3, method, path, fields);
    page.setCookies().forEach(this::take);
    return page;
  }

  private String cookieField() {
    StringBuilder field = new StringBuilder();
    cookies.forEach((name, value) ->
        field.append(field.length() == 0 ? "" : "; ").append(name).append('=').append(value));
    return field.toString();
  }

  private void take(String line) {
    String pair = line.split(";", 2)[0];
    String name = pair.substring(0, pair.indexOf('='));
    if (line.contains("Max-Age=0")) {
      cookies.remove(name);
    } else {
      cookies.put(name, pair.substring(name.length() + 1));
    }
  }

  private Page overTcp(String method, String path, String... fields) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + path))
        .method(method, HttpRequest.BodyPublishers.noBody());
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    if (!cookies.isEmpty()) {
      request.header("cookie", cookieField());
    }
    HttpClient by = client;
    if (by == null) {
      throw new IllegalStateException("client: none (expected: one of TCP)");
    }
    HttpResponse<String> response = by.send(request.build(), HttpResponse.BodyHandlers.ofString());
    Map<String, List<String>> all = new TreeMap<>(response.headers().map());
    return new Page(response.statusCode(), all, response.body());
  }

  private Page overQuic(Http3Client by, String method, String path, String... fields)
      throws Exception {
    Http3Headers head = Http3Request.head(method, path);
    head.authority(origin.substring("https://".length()));
    for (int i = 0; i < fields.length; i += 2) {
      head.add(fields[i], fields[i + 1]);
    }
    // RFC 9114 section 4.2.1: a client may split the field.
    cookies.forEach((name, value) -> head.add("cookie", name + "=" + value));
    Http3Request request = by.open();
    request.headers(head, true);
    request.await();
    return new Page(request.status(), request.fields(), request.text());
  }

  @Override
  public void close() {
    if (http3 != null) {
      http3.close();
    }
  }
}
