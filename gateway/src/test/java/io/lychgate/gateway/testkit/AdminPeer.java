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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the admin API, logged in as admin. */
public final class AdminPeer {
  private final HttpClient http = HttpClient.newBuilder()
      .sslContext(TestCertificates.trustingAll())
      .connectTimeout(Duration.ofSeconds(10))
      .build();
  private static final ApiContract CONTRACT = ApiContract.load();

  private final int port;
  private String cookie = "";

  private AdminPeer(int port) {
    this.port = port;
  }

  /** Logs in with {@link GatewayProcess#ADMIN_PASSWORD}. */
  public static AdminPeer login(int port) {
    return login(port, GatewayProcess.ADMIN_PASSWORD);
  }

  /** Logs in as admin with another password. */
  public static AdminPeer login(int port, String password) {
    return login(port, "admin", password);
  }

  /** Logs in as another user. */
  public static AdminPeer login(int port, String user, String password) {
    AdminPeer peer = new AdminPeer(port);
    HttpResponse<String> response =
        peer.send("POST", "/session", Map.of("name", user, "password", password), "");
    peer.cookie = response.headers().firstValue("set-cookie").orElse("").split(";", 2)[0];
    return peer;
  }

  /** Returns the cookie of the session, for another client. */
  public String cookie() {
    return cookie;
  }

  /** Creates a manifest with this text as a draft and returns its version. */
  public long create(String name, String text) {
    return version(send("POST", "/manifests", Map.of("name", name, "text", text), ""));
  }

  /** Replaces the draft and returns the new version. */
  public long saveDraft(String name, String text, long version) {
    return version(
        send("PUT", "/manifests/" + name + "/draft", Map.of("text", text), tag(version)));
  }

  /** Publishes the draft and returns the new version. */
  public long publish(String name, long version) {
    return version(
        send("POST", "/manifests/" + name + "/publish", Map.of("comment", "story"), tag(version)));
  }

  /** Returns the sum of the metrics whose lines start with this prefix. */
  public long metric(String prefix) {
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + port + "/metrics"))
        .timeout(Duration.ofSeconds(30))
        .build();
    return (long) fetch(request)
        .body()
        .lines()
        .filter(line -> line.startsWith(prefix))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Sends a GET and returns the JSON of the response. */
  public JsonNode get(String path) {
    return JsonMapper.shared().readTree(send("GET", path, Map.of(), "").body());
  }

  /** Sends a POST and returns the JSON of the response. */
  public JsonNode post(String path, Map<String, ?> body) {
    return JsonMapper.shared().readTree(send("POST", path, body, "").body());
  }

  /** Changes the own password and goes on with the new session. */
  public void changePassword(String current, String next) {
    HttpResponse<String> response = send(
        "PUT", "/session/password", Map.of("currentPassword", current, "newPassword", next), "");
    cookie = response.headers().firstValue("set-cookie").orElse("").split(";", 2)[0];
  }

  /** Returns a client with the same session at another gateway. */
  public AdminPeer at(int otherPort) {
    AdminPeer peer = new AdminPeer(otherPort);
    peer.cookie = cookie;
    return peer;
  }

  /**
   * Sends a request and accepts any response.
   *
   * @param version version for {@code If-Match}; 0 for none
   */
  public HttpResponse<String> ask(String method, String path, Map<String, ?> body, long version) {
    return exchange(method, path, body, version == 0 ? "" : tag(version));
  }

  /** Sends a write with this value of {@code If-Match} and accepts any response. */
  public HttpResponse<String> write(
      String method, String path, Map<String, ?> body, String ifMatch) {
    return exchange(method, path, body, ifMatch);
  }

  private static String tag(long version) {
    return "\"" + version + "\"";
  }

  /** Returns the version of a manifest from its entity tag. */
  private static long version(HttpResponse<String> response) {
    String tag = response.headers().firstValue("etag").orElse("");
    return Long.parseLong(tag.replace("\"", ""));
  }

  private HttpResponse<String> send(
      String method, String path, Map<String, ?> body, String ifMatch) {
    HttpResponse<String> response = exchange(method, path, body, ifMatch);
    if (response.statusCode() >= 300) {
      throw new AssertionError(
          method + " " + path + ": " + response.statusCode() + " " + response.body());
    }
    return response;
  }

  private HttpResponse<String> exchange(
      String method, String path, Map<String, ?> body, String ifMatch) {
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + port + "/api/v1" + path))
        .timeout(Duration.ofSeconds(30))
        .header("x-lychgate-csrf", "1");
    String text = method.equals("GET") ? null : JsonMapper.shared().writeValueAsString(body);
    if (text == null) {
      request.GET();
    } else {
      request
          .header("content-type", "application/json")
          .method(method, BodyPublishers.ofString(text));
    }
    if (!cookie.isEmpty()) {
      request.header("cookie", cookie);
    }
    if (!ifMatch.isEmpty()) {
      request.header("if-match", ifMatch);
    }
    HttpResponse<String> response = fetch(request.build());
    CONTRACT.check(method, "/api/v1" + path, text, response);
    return response;
  }

  private HttpResponse<String> fetch(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
