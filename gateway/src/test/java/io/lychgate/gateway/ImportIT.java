package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Imported configurations in service. Ports and servers of the originals are replaced by those of this machine. */
final class ImportIT {
  private static final String ADMIN = "admin: { enabled: false }\n";

  @TempDir
  Path directory;

  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    CommandLine line = Main.commandLine(arguments);
    line.setOut(new PrintWriter(new StringWriter(), true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private static String original(String name) throws IOException, URISyntaxException {
    return Files.readString(Path.of(
        Objects.requireNonNull(ImportIT.class.getResource("/io/lychgate/gateway/migration/" + name))
            .toURI()));
  }

  /** Imports, checks and starts a configuration. */
  private GatewayProcess imported(String format, String file, String text) throws IOException {
    Path source = Files.writeString(directory.resolve(file), text);
    Path result = directory.resolve("result.yaml");
    assertThat(execute("import", format, source.toString(), "-o", result.toString()))
        .isZero();
    assertThat(execute("check", "-c", result.toString())).as(err.toString()).isZero();
    return GatewayProcess.start(directory, Files.readString(result) + ADMIN, Map.of());
  }

  @Test
  void exampleOfNginxServesItsFiles() throws Exception {
    Files.createDirectories(directory.resolve("html"));
    Files.writeString(directory.resolve("html/index.html"), "welcome");
    int port = FreePort.find();
    String text = original("nginx-default/nginx.conf")
        .replace("listen       80;", "listen       127.0.0.1:" + port + ";");

    try (GatewayProcess gateway = imported("nginx", "nginx.conf", text)) {
      assertThat(gateway.gateway()).isNotNull();
      assertThat(Commands.curl("http://127.0.0.1:" + port + "/").expectSuccess().out())
          .isEqualTo("welcome");
      assertThat(Commands.curl("-H", "Host: any.example", "http://127.0.0.1:" + port + "/")
              .out())
          .isEqualTo("welcome");
    }
  }

  @Test
  void exampleOfComposeReachesItsServer() throws Exception {
    int port = FreePort.find();
    try (OriginServer origin = new OriginServer()) {
      origin.text("/page", "from the server");
      String text = original("awesome-flask/nginx.conf")
          .replace("listen       80;", "listen       127.0.0.1:" + port + ";")
          .replace("backend:8000", "127.0.0.1:" + origin.port());

      try (GatewayProcess gateway = imported("nginx", "nginx.conf", text)) {
        assertThat(gateway.gateway()).isNotNull();
        assertThat(Commands.curl("http://127.0.0.1:" + port + "/page")
                .expectSuccess()
                .out())
            .isEqualTo("from the server");
      }
    }
  }

  @Test
  void exampleOfH2oServesItsFilesInClearTextAndOverTls() throws Exception {
    Path examples = Files.createDirectories(directory.resolve("examples/h2o"));
    TestCertificates.write(examples, "server", "localhost.examp1e.net");
    rename(examples);
    for (String folder : new String[] {"doc_root", "doc_root.alternate"}) {
      Path root = Files.createDirectories(directory.resolve("examples").resolve(folder));
      Files.writeString(root.resolve("index.html"), folder);
    }
    int plain = FreePort.find();
    int secure = FreePort.find();
    String text = original("h2o-example/h2o.conf")
        .replace("listen: 8080", "listen: 127.0.0.1:" + plain)
        .replace("port: 8081", "host: 127.0.0.1\n  port: " + secure);

    try (GatewayProcess gateway = imported("h2o", "h2o.conf", text)) {
      assertThat(gateway.gateway()).isNotNull();
      assertThat(
              Commands.curl("-H", "Host: localhost.examp1e.net", "http://127.0.0.1:" + plain + "/")
                  .expectSuccess()
                  .out())
          .isEqualTo("doc_root");
      assertThat(Commands.curl(
                  "--http2",
                  "--connect-to",
                  "::127.0.0.1:" + secure,
                  "https://alternate.localhost.examp1e.net:" + secure + "/")
              .expectSuccess()
              .out())
          .isEqualTo("doc_root.alternate");
    }
  }

  /** The names of the original. */
  private static void rename(Path examples) throws IOException {
    for (String[] names :
        new String[][] {{"server.pem", "server.crt"}, {"server.key", "server.key"}}) {
      Path from = examples.resolve(names[0]);
      if (Files.exists(from) && !names[0].equals(names[1])) {
        Files.move(from, examples.resolve(names[1]));
      }
    }
  }

  @Test
  void shopAnswersOverEachProtocolWithFieldsRedirectsAndClosedDoors() throws Exception {
    var certificate = TestCertificates.write(directory, "shop", "shop.example");
    Files.createDirectories(directory.resolve("files/static"));
    Files.writeString(directory.resolve("files/static/site.css"), "body {}");
    int port = FreePort.find();
    try (OriginServer origin = new OriginServer()) {
      origin.text("/", "page").text("/v2/items", "items");
      String text =
          """
          http {
            upstream app { server 127.0.0.1:%1$d; keepalive 8; }
            server {
              listen 127.0.0.1:%2$d ssl http2;
              listen 127.0.0.1:%2$d quic;
              server_name shop.example;
              ssl_certificate %3$s;
              ssl_certificate_key %4$s;
              add_header X-Shop yes always;
              location / { proxy_pass http://app; proxy_set_header Host $host; http2_push /static/site.css; }
              location /api/ { proxy_pass http://app/v2/; }
              location /static/ { alias %5$s/files/static/; expires 1h; }
              location /admin/ { auth_request /check; proxy_pass http://app; }
              location = /old { return 301 https://$host/new; }
              location /read/ { limit_except GET { deny all; } proxy_pass http://app/; }
              location /office/ { allow 192.0.2.0/24; deny all; proxy_pass http://app; }
            }
          }
          """.formatted(origin.port(), port, certificate.chain(), certificate.key(), directory);

      try (GatewayProcess gateway = imported("nginx", "nginx.conf", text)) {
        assertThat(gateway.gateway()).isNotNull();
        String base = "https://127.0.0.1:" + port;
        for (String version : new String[] {"--http1.1", "--http2"}) {
          String page = Commands.curl(version, "-i", base + "/").expectSuccess().out();
          assertThat(page)
              .containsIgnoringCase("x-shop: yes")
              .contains("rel=preload")
              .endsWith("page");
          assertThat(Commands.curl(version, base + "/api/items").out()).isEqualTo("items");
          assertThat(Commands.curl(version, "-i", base + "/static/site.css").out())
              .containsIgnoringCase("cache-control: max-age=3600")
              .endsWith("body {}");
          assertThat(Commands.curl(version, "-i", base + "/old").out())
              .contains(" 301")
              .containsIgnoringCase("location: https://127.0.0.1/new");
          assertThat(Commands.curl(version, base + "/read/").out()).isEqualTo("page");
          assertThat(Commands.curl(version, "-i", "-X", "PUT", base + "/read/").out())
              .contains(" 405");
          assertThat(Commands.curl(version, "-i", base + "/admin/x").out()).contains(" 403");
          assertThat(Commands.curl(version, "-i", base + "/office/x").out()).contains(" 403");
        }
        try (Http3Client client = Http3Client.connect(port)) {
          var page = client.get("/").await();
          assertThat(page.text()).isEqualTo("page");
          assertThat(page.field("x-shop")).isEqualTo("yes");
          assertThat(client.get("/admin/x").await().status()).isEqualTo(403);
          assertThat(client.get("/office/x").await().status()).isEqualTo(403);
        }
      }
    }
  }

  @Test
  void importOverwritesNothingAndNamesWhatItCannotRead() throws IOException {
    Path source = Files.writeString(directory.resolve("nginx.conf"), "server { listen 80; }");
    Path result = Files.writeString(directory.resolve("mine.yaml"), "mine");

    assertThat(execute("import", "nginx", source.toString(), "-o", result.toString()))
        .isEqualTo(1);
    assertThat(result).hasContent("mine");
    assertThat(err.toString()).contains("mine.yaml: exists (expected: no such file");
    assertThat(execute("import", "nginx", source.toString(), "-o", result.toString(), "--force"))
        .isZero();
    assertThat(Files.readString(result)).contains("listeners:");

    Files.writeString(source, "server {\n listen 80\n}");
    assertThat(execute("import", "nginx", source.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("nginx.conf:3:1: }: listen is not closed (expected: ; before it)");
    assertThat(execute("import", "h2o", directory.toString())).isEqualTo(2);
    assertThat(execute("import", "apache", source.toString())).isEqualTo(2);
  }
}
