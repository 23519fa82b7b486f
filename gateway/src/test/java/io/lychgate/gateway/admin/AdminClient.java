package io.lychgate.gateway.admin;

import io.lychgate.gateway.testkit.ApiContract;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the admin API over real TLS. Every exchange is checked against the contract. */
final class AdminClient {

  private final HttpClient http;
  private final URI base;
  private final ApiContract contract;
  private final Exchanges exchanges;
  private String cookie = "";
  private String token = "";

  AdminClient(URI base, Path certificate, ApiContract contract, Exchanges exchanges) {
    this.base = base;
    this.contract = contract;
    this.exchanges = exchanges;
    this.http = HttpClient.newBuilder()
        .sslContext(trusting(certificate))
        .connectTimeout(Duration.ofSeconds(10))
        .build();
  }

  /** Receives the end of each exchange. */
  @FunctionalInterface
  interface Exchanges {
    Exchanges UNHEARD = (operation, status) -> {};

    /** @param operation the id in the contract; empty for none */
    void ended(String operation, int status);
  }

  /** A response. */
  record Reply(int status, JsonNode json, String text, HttpResponse<String> raw) {

    String header(String name) {
      return raw.headers().firstValue(name).orElse("");
    }

    String code() {
      return json.path("code").asString("");
    }

    String detail() {
      return json.path("detail").asString("");
    }
  }

  AdminClient login(String name, String password) {
    Reply reply = post("/api/v1/session", Map.of("name", name, "password", password));
    if (reply.status() != 200) {
      throw new AssertionError("login: " + reply.text());
    }
    cookie = reply.header("set-cookie").split(";", 2)[0];
    return this;
  }

  AdminClient withCookie(String value) {
    cookie = value;
    return this;
  }

  /** Sends a token in place of the cookie and of the header against cross-site requests. */
  AdminClient withToken(String text) {
    token = text;
    return this;
  }

  Reply get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  Reply post(String path, @Nullable Object body, String... headers) {
    return send("POST", path, body, headers);
  }

  Reply put(String path, Object body, String... headers) {
    return send("PUT", path, body, headers);
  }

  Reply delete(String path, String... headers) {
    return send("DELETE", path, null, headers);
  }

  /** Sends with the usual headers. A later header of the same name replaces an earlier one; an empty one removes it. */
  Reply send(String method, String path, @Nullable Object body, String... headers) {
    String text = body == null || body instanceof String
        ? (String) body
        : JsonMapper.shared().writeValueAsString(body);
    try {
      HttpResponse<String> response =
          http.send(request(method, path, text, headers), BodyHandlers.ofString());
      String type = response.headers().firstValue("content-type").orElse("");
      // The contract has no HEAD: it is a GET without the body (RFC 9110 section 9.3.2).
      if (isInContract(path) && !method.equals("HEAD") && !type.startsWith("text/event-stream")) {
        contract.check(method, path, text, response);
      }
      exchanges.ended(contract.idOf(method, path), response.statusCode());
      JsonNode json = type.contains("json") && !type.contains("jsonl") && !type.contains("ndjson")
          ? JsonMapper.shared().readTree(response.body())
          : JsonMapper.shared().nullNode();
      return new Reply(response.statusCode(), json, response.body(), response);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static boolean isInContract(String path) {
    return path.startsWith("/api/v1")
        || path.equals("/metrics")
        || path.equals("/healthz")
        || path.equals("/readyz");
  }

  HttpResponse<java.util.stream.Stream<String>> lines(String path, String... headers)
      throws IOException, InterruptedException {
    return http.send(request("GET", path, null, headers), BodyHandlers.ofLines());
  }

  private HttpRequest request(
      String method, String path, @Nullable String body, String... headers) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("cookie", cookie);
    all.put("x-lychgate-csrf", method.equals("GET") || !token.isEmpty() ? "" : "1");
    all.put("authorization", token.isEmpty() ? "" : "Bearer " + token);
    all.put("content-type", body == null ? "" : "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], headers[i + 1]);
    }
    HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
        .timeout(Duration.ofSeconds(30))
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    all.forEach((name, value) -> {
      if (!value.isEmpty()) {
        request.header(name, value);
      }
    });
    return request.build();
  }

  static SSLContext trusting(Path certificate) {
    try (InputStream in = Files.newInputStream(certificate)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry(
          "admin", CertificateFactory.getInstance("X.509").generateCertificate(in));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
