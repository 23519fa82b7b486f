package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A browser at the admin plane with cookies of its own. It follows no redirects. Each exchange is checked against the contract. */
public final class AdminBrowser {
  private static final ApiContract CONTRACT = ApiContract.load();
  private static final HttpClient HTTP = HttpClient.newBuilder()
      .sslContext(TestCertificates.trustingAll())
      .connectTimeout(Duration.ofSeconds(10))
      .build();

  private final String origin;
  private final Map<String, String> cookies = new TreeMap<>();

  public AdminBrowser(int port) {
    this.origin = "https://localhost:" + port;
  }

  /** A response. */
  public record Response(int status, JsonNode json, String text, HttpResponse<String> raw) {
    public String code() {
      return json.path("code").asString("");
    }

    public String detail() {
      return json.path("detail").asString("");
    }

    public String field(String name) {
      return raw.headers().firstValue(name).orElse("");
    }
  }

  public String origin() {
    return origin;
  }

  public Map<String, String> cookies() {
    return cookies;
  }

  /** Returns true if the browser has a session. */
  public boolean isSignedIn() {
    return get("/session").status() == 200;
  }

  public Response signIn(String user, String password) {
    return post("/session", Map.of("name", user, "password", password));
  }

  public Response get(String path) {
    return send("GET", path, null);
  }

  public Response post(String path, Map<String, ?> body) {
    return send("POST", path, body);
  }

  public Response put(String path, Map<String, ?> body) {
    return send("PUT", path, body);
  }

  public Response delete(String path) {
    return send("DELETE", path, null);
  }

  /** Sends a request with the field of writes; later fields replace it. */
  public Response send(
      String method, String path, @Nullable Map<String, ?> body, String... fields) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + "/api/v1" + path))
        .timeout(Duration.ofSeconds(30));
    String text = body == null ? null : JsonMapper.shared().writeValueAsString(body);
    request.method(method, text == null ? BodyPublishers.noBody() : BodyPublishers.ofString(text));
    Map<String, String> all = new TreeMap<>();
    if (!method.equals("GET")) {
      all.put("x-lychgate-csrf", "1");
    }
    if (text != null) {
      all.put("content-type", "application/json");
    }
    StringBuilder cookie = new StringBuilder();
    cookies.forEach((name, value) ->
        cookie.append(cookie.isEmpty() ? "" : "; ").append(name).append('=').append(value));
    all.put("cookie", cookie.toString());
    for (int i = 0; i < fields.length; i += 2) {
      all.put(fields[i], fields[i + 1]);
    }
    all.forEach((name, value) -> {
      if (!value.isEmpty()) {
        request.header(name, value);
      }
    });
    HttpResponse<String> response = fetch(request.build());
    response.headers().allValues("set-cookie").forEach(this::keep);
    synchronized (CONTRACT) {
      CONTRACT.check(method, "/api/v1" + path, text, response);
    }
    boolean isJson = response.headers().firstValue("content-type").orElse("").contains("json");
    return new Response(
        response.statusCode(),
        isJson
            ? JsonMapper.shared().readTree(response.body())
            : JsonMapper.shared().nullNode(),
        response.body(),
        response);
  }

  private void keep(String field) {
    String[] pair = field.split(";", 2)[0].split("=", 2);
    if (field.contains("Max-Age=0")) {
      cookies.remove(pair[0]);
    } else {
      cookies.put(pair[0], pair[1]);
    }
  }

  private static HttpResponse<String> fetch(HttpRequest request) {
    try {
      return HTTP.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
