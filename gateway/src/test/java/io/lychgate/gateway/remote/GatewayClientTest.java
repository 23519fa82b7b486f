package io.lychgate.gateway.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that requires certificates of its clients. */
final class GatewayClientTest {
  @TempDir
  Path directory;

  private TlsConfig.Certificate gate;
  private TlsConfig.Certificate ann;
  private HttpsServer server;

  @BeforeEach
  void start() throws Exception {
    gate = TestCertificates.write(directory, "gate", "localhost");
    ann = TestCertificates.write(directory, "ann", "ann");
    SSLContext context = TestCertificates.server(gate, ann.chain());
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context) {
      @Override
      public void configure(HttpsParameters parameters) {
        SSLParameters required = context.getDefaultSSLParameters();
        required.setNeedClientAuth(true);
        parameters.setSSLParameters(required);
      }
    });
    respond("/", 200, "{}");
    server.start();
  }

  private void respond(String path, int status, String json) {
    server.createContext(path, exchange -> {
      byte[] body = json.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("content-type", "application/json");
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private ServerOptions options() {
    ServerOptions options = new ServerOptions();
    options.server = "https://localhost:" + server.getAddress().getPort();
    options.ca = gate.chain();
    return options;
  }

  private static int status(ServerOptions options) throws Exception {
    return status(options, Map.of());
  }

  private static int status(ServerOptions options, Map<String, String> environment)
      throws Exception {
    try (GatewayClient client = GatewayClient.open(options, environment);
        GatewayClient.Response response = client.send("GET", "/", null, Map.of())) {
      return response.status();
    }
  }

  @Test
  void sendsTheCertificateOfItsOptions() throws Exception {
    ServerOptions options = options();
    options.cert = ann.chain();
    options.key = ann.key();

    assertThat(status(options)).isEqualTo(200);
    assertThatThrownBy(() -> status(options())).isInstanceOf(IOException.class);
  }

  @Test
  void environmentNamesTheTrustedCertificate() throws Exception {
    ServerOptions options = options();
    options.cert = ann.chain();
    options.key = ann.key();
    options.ca = null;

    assertThat(status(options, Map.of("LYCHGATE_CA", gate.chain().toString()))).isEqualTo(200);
    assertThatThrownBy(() -> status(options))
        .hasMessageContaining("(expected: --ca FILE or LYCHGATE_CA");
  }

  @Test
  void certificateWithoutItsKeyIsRefusedByName() {
    ServerOptions options = options();
    options.cert = ann.chain();
    assertThatThrownBy(() -> status(options))
        .hasMessage("--key: missing (expected: --cert and --key)");
    options.key = gate.key();
    assertThatThrownBy(() -> status(options))
        .hasMessageContaining("(expected: the private key of " + ann.chain() + " in PEM)");
  }

  @Test
  void userWithASecondFactorNeedsAToken() throws Exception {
    respond("/api/v1/session", 202, "{\"methods\":[\"totp\"]}");
    ServerOptions options = options();
    options.cert = ann.chain();
    options.key = ann.key();
    options.user = "ann";
    options.passwordFile = Files.writeString(directory.resolve("password"), "a long one");

    assertThatThrownBy(() -> status(options))
        .isInstanceOf(GatewayClient.RefusedException.class)
        .hasMessage(
            "ann has a second factor (expected: an API token, by --token-file or LYCHGATE_TOKEN)");
  }

  @Test
  void problemWithoutALineHasNone() {
    respond(
        "/refused",
        422,
        "{\"title\":\"Wrong\",\"problems\":[{\"line\":0,\"column\":0,\"message\":\"port in use\"},"
            + "{\"line\":2,\"column\":1,\"message\":\"unknown key\"}]}");
    ServerOptions options = options();
    options.cert = ann.chain();
    options.key = ann.key();

    assertThatThrownBy(() -> {
          try (GatewayClient client = GatewayClient.open(options, Map.of())) {
            client.get("/refused");
          }
        })
        .hasMessage("Wrong\n  port in use\n  2:1: unknown key");
  }

  @Test
  void gatewayThatCannotBeReachedHasAReasonInWords() {
    ServerOptions options = options();
    options.server = "https://localhost:1";
    assertThatThrownBy(() -> status(options))
        .hasMessage("https://localhost:1: it refuses the connection"
            + " (expected: the admin address of a gateway that runs)");
    options.server = "nowhere.invalid";
    assertThatThrownBy(() -> status(options))
        .hasMessageStartingWith("https://nowhere.invalid: its name has no address (expected: ");
  }

  @Test
  void olderCertificateOfTheSameNameIsNotTrusted() throws Exception {
    ServerOptions options = options();
    options.cert = ann.chain();
    options.key = ann.key();
    options.ca = TestCertificates.write(directory, "older", "localhost").chain();

    assertThatThrownBy(() -> status(options))
        .hasMessageContaining("its certificate is not trusted");
  }
}
