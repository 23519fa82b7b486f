package io.lychgate.gateway;

import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code lychgate training-run}, for the launcher: starts a gateway as {@code run} does, sends requests of every kind, and stops
 * it. The JVM records the classes in use and writes them into the start-up cache. Needs no other program.
 */
@Command(name = "training-run", hidden = true)
final class TrainingRunCommand implements Callable<Integer> {
  private static final int ROUNDS = 5;
  private static final List<HttpClient.Version> VERSIONS =
      List.of(HttpClient.Version.HTTP_1_1, HttpClient.Version.HTTP_2);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String LISTENERS = """
      listeners:
        - name: public
          address: 127.0.0.1:0
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: certs/site.pem, key: certs/site.key } ] }
        - { name: plain, address: "127.0.0.1:0", protocols: [http/1.1] }
      admin: { address: "127.0.0.1:0", tls: { certificates: [ { chain: certs/site.pem, key: certs/site.key } ] } }
      """;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIRECTORY", description = "A new folder for its files.")
  private Path directory = Path.of("");

  private @Nullable Exception failure;

  @Override
  public Integer call() throws Exception {
    StarterFiles files = new StarterFiles(directory);
    files.write(InstantSource.system());
    Path file = Files.writeString(files.configuration(), LISTENERS + "sites: []\n");
    ForegroundGateway foreground = new ForegroundGateway(
        file, null, spec.commandLine().getOut(), spec.commandLine().getErr());
    boolean ran =
        foreground.whenStarted(gateway -> exercise(gateway, file, foreground)).run();
    if (failure != null) {
      throw failure;
    }
    return ran ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Returns sites for which the gateway is its own upstream. */
  private static String sites(int port) {
    return String.format(Locale.ROOT, """
          upstreams: { itself: { servers: [ "http://127.0.0.1:%d" ] } }
          sites:
            - hosts: [ localhost ]
              routes:
                - { match: { path: "/through/*" }, proxy: { upstream: itself, hostRewrite: inside } }
                - { match: { path: "/*" }, static: { root: ./public/assets } }
            - { hosts: [ inside ], routes: [ { match: { path: "/*" }, static: { root: ./public/assets } } ] }
          """, port);
  }

  private void exercise(Gateway gateway, Path file, ForegroundGateway foreground) {
    try {
      // The port of the upstream is known now. The reload is part of the training.
      Files.writeString(file, LISTENERS + sites(gateway.port("plain")));
      gateway.apply(ConfigReader.ofProcess().read(file).value());
      request(gateway);
    } catch (IOException | GeneralSecurityException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      foreground.stop();
    }
  }

  private void request(Gateway gateway)
      throws IOException, GeneralSecurityException, InterruptedException {
    String site = "https://localhost:" + gateway.port("public");
    String admin = "https://localhost:" + gateway.adminAddress().orElseThrow().getPort();
    SSLContext tls = trusting(new StarterFiles(directory).certificate());
    for (int round = 0; round < ROUNDS; round++) {
      for (HttpClient.Version version : VERSIONS) {
        // A new client each time, because handshakes are most of the work after a start.
        HttpClient client = HttpClient.newBuilder()
            .sslContext(tls)
            .version(version)
            .connectTimeout(PATIENCE)
            .build();
        get(client, site + "/");
        get(client, site + "/through/");
        get(client, admin + "/");
        get(client, admin + "/api/v1/session");
      }
    }
  }

  private static void get(HttpClient client, String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url))
        .timeout(PATIENCE)
        .header("sec-fetch-mode", "navigate")
        .build();
    int status = client.send(request, BodyHandlers.discarding()).statusCode();
    if (status >= 500) {
      throw new IOException(url + ": " + status + " (expected: below 500)");
    }
  }

  private static SSLContext trusting(Path certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("site", PemIdentity.readChain(certificate).get(0));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
