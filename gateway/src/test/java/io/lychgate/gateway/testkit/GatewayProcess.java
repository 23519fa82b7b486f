package io.lychgate.gateway.testkit;

import io.lychgate.gateway.Gateway;
import io.lychgate.gateway.GatewayOptions;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A real gateway in this JVM, started from the text of a {@code gateway.yaml}, on ports chosen by the system. */
public final class GatewayProcess implements AutoCloseable {
  public static final String ADMIN_PASSWORD = "correct horse battery staple";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path file;
  private final Map<String, String> environment;
  private final Gateway gateway;
  private @Nullable HttpClient scraper;

  private GatewayProcess(Path file, Map<String, String> environment, Gateway gateway) {
    this.file = file;
    this.environment = environment;
    this.gateway = gateway;
  }

  /**
   * Writes the text to {@code gateway.yaml} in the directory and starts with it.
   *
   * @param environment values of {@code ${NAME}} in the text
   */
  public static GatewayProcess start(Path directory, String yaml, Map<String, String> environment) {
    try {
      Path file = Files.writeString(directory.resolve("gateway.yaml"), yaml);
      Path password = Files.writeString(directory.resolve("admin.password"), ADMIN_PASSWORD);
      FirstStore.of(directory);
      Gateway gateway =
          Gateway.start(read(file, environment), new GatewayOptions(file.toString(), password));
      return new GatewayProcess(file, environment, gateway);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static GatewayConfig read(Path file, Map<String, String> environment) {
    Checked<GatewayConfig> read = ConfigReader.of(environment).read(file);
    if (!read.isValid()) {
      throw new AssertionError("gateway.yaml: " + read.problems());
    }
    return read.value();
  }

  public Gateway gateway() {
    return gateway;
  }

  /** Returns the port of the listener with this name. */
  public int port(String listener) {
    return gateway.port(listener);
  }

  public int adminPort() {
    return gateway.adminAddress().orElseThrow().getPort();
  }

  /** Returns the options with which a command uses the admin API of this gateway as its first user. */
  public List<String> signIn() {
    return List.of(
        "--server",
        "https://localhost:" + adminPort(),
        "--ca",
        file.resolveSibling("state/admin-cert.pem").toString(),
        "--user",
        "admin",
        "--password-file",
        file.resolveSibling("admin.password").toString());
  }

  /** Returns all metrics, as Prometheus reads them. Tests read them often, so a connection serves many reads. */
  public synchronized String metrics() {
    if (scraper == null) {
      scraper =
          HttpClient.newBuilder().sslContext(TestCertificates.trustingAll()).build();
    }
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + adminPort() + "/metrics"))
        .timeout(PATIENCE)
        .build();
    try {
      HttpResponse<String> response = scraper.send(request, BodyHandlers.ofString());
      // Without this, a refusal would read as metrics of 0.
      if (response.statusCode() != 200) {
        throw new AssertionError(
            "/metrics: status " + response.statusCode() + "\n" + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the sum of a metric's series that have all of these labels, each as {@code name="value"}. */
  public double metric(String name, String... labels) {
    return metrics()
        .lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .filter(line -> Arrays.stream(labels).allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Applies another configuration, as a reload does. */
  public void apply(String yaml) {
    try {
      gateway.apply(read(Files.writeString(file, yaml), environment));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    gateway.close();
  }
}
