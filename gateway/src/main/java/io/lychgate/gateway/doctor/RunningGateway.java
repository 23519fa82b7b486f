package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.AdminConfig;
import io.lychgate.gateway.config.check.Secret;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin plane of a gateway that runs on this machine. */
final class RunningGateway {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final String ROUND_TRIPS = "lychgate_quic_round_trip_seconds_";
  private static final JsonMapper JSON = JsonMapper.shared();

  private final AdminConfig config;
  private final HttpClient client;

  private RunningGateway(AdminConfig config, HttpClient client) {
    this.config = config;
    this.client = client;
  }

  static RunningGateway of(AdminConfig config) throws GeneralSecurityException {
    // The address is of this machine, so any certificate is accepted: by default it is self-signed.
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {new SeenChain()}, null);
    return new RunningGateway(
        config, HttpClient.newBuilder().sslContext(tls).connectTimeout(PATIENCE).build());
  }

  /** Returns the mean round-trip time of HTTP/3 clients; empty if no gateway responds or none has measured any. */
  Optional<RoundTrips> roundTrips() throws InterruptedException {
    try {
      HttpRequest.Builder get = request("/metrics");
      Secret token = config.metricsToken();
      if (token != null) {
        get.header("authorization", "Bearer " + token.reveal());
      }
      HttpResponse<String> response = client.send(get.build(), BodyHandlers.ofString());
      return response.statusCode() == 200 ? mean(response.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the mean of the summary over all of its series. */
  static Optional<RoundTrips> mean(String metrics) {
    double seconds = sum(metrics, ROUND_TRIPS + "sum");
    double count = sum(metrics, ROUND_TRIPS + "count");
    return count > 0 ? Optional.of(RoundTrips.measured(1000 * seconds / count)) : Optional.empty();
  }

  private static double sum(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .filter(Double::isFinite)
        .sum();
  }

  /** Signs in, and returns the report on connections that could be one. */
  JsonNode pooling(String user, String password) throws IOException, InterruptedException {
    HttpRequest login = request("/api/v1/session")
        .header("content-type", "application/json")
        .header("x-lychgate-csrf", "1")
        .POST(HttpRequest.BodyPublishers.ofString(
            JSON.writeValueAsString(Map.of("name", user, "password", password))))
        .build();
    HttpResponse<String> session = client.send(login, BodyHandlers.ofString());
    if (session.statusCode() != 200) {
      throw new IOException("sign-in as " + user + ": " + problem(session));
    }
    String cookie = session.headers().firstValue("set-cookie").orElse("").split(";", 2)[0];
    HttpResponse<String> report = client.send(
        request("/api/v1/connections:pooling").header("cookie", cookie).build(),
        BodyHandlers.ofString());
    if (report.statusCode() != 200) {
      throw new IOException("connections:pooling: " + problem(report));
    }
    return JSON.readTree(report.body());
  }

  private static String problem(HttpResponse<String> response) {
    @Nullable JsonNode detail = null;
    if (response.headers().firstValue("content-type").orElse("").contains("json")) {
      detail = JSON.readTree(response.body()).get("detail");
    }
    return response.statusCode() + (detail == null ? "" : " " + detail.asString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address() + path)).timeout(PATIENCE);
  }

  String address() {
    String host = switch (config.host()) {
      case "0.0.0.0" -> "127.0.0.1";
      case "::" -> "[::1]";
      default ->
        NetUtil.isValidIpV6Address(config.host()) ? "[" + config.host() + "]" : config.host();
    };
    return "https://" + host + ":" + config.port();
  }
}
