package io.lychgate.gateway.story;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lychgate.gateway.acme.CertificateOrders;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.Pebble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An order on a machine that is so busy that the listeners get the proof late. */
final class SlowProofIT {
  /** Longer than the time in which nodes see a change of the store. */
  private static final long SLOW_SECONDS = 4;

  @TempDir
  Path directory;

  private volatile Map<String, String> authorizations = Map.of();
  private final CountDownLatch looked = new CountDownLatch(1);
  private volatile boolean cameTooEarly;

  private final CertificateOrders.Listening listening = new CertificateOrders.Listening() {
    @Override
    public void httpProofs(Map<String, String> next) {
      try {
        cameTooEarly |= !next.isEmpty() && looked.await(SLOW_SECONDS, SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      authorizations = next;
    }

    @Override
    public void alpnProofs(Map<String, PemIdentity> certificates) {}

    @Override
    public void certificatesChanged() {}
  };

  @Test
  void authorityIsAskedWhenTheListenersHaveTheProof() throws Exception {
    int port = FreePort.find();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/.well-known/acme-challenge/", this::respond);
    server.start();
    try (Pebble pebble = Pebble.start(directory, port, FreePort.find());
        Store store = Store.open(
            StoreUrl.parse("jdbc:sqlite:lychgate.db", directory),
            directory,
            InstantSource.system());
        CertificateOrders orders =
            new CertificateOrders(() -> store, "node", listening, InstantSource.system())) {
      orders.follow(config(pebble), name -> false);
      orders.listenersAreReady();

      Await.until(() -> assertThat(orders.issuedCount() + orders.failedCount())
          .as("orders that have ended")
          .isEqualTo(1));
      assertThat(cameTooEarly).isFalse();
      assertThat(orders.issuedCount()).isEqualTo(1);
    } finally {
      server.stop(0);
    }
  }

  private void respond(HttpExchange exchange) {
    looked.countDown();
    String path = exchange.getRequestURI().getPath();
    String proof = authorizations.get(path.substring(path.lastIndexOf('/') + 1));
    try (exchange) {
      byte[] body = String.valueOf(proof).getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(proof == null ? 404 : 200, body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GatewayConfig config(Pebble pebble) {
    Checked<GatewayConfig> read = ConfigReader.of(Map.of("EAB", Pebble.EAB_KEY))
        .read(
            """
        listeners: [ { name: a, address: "127.0.0.1:0", tls: { acme: true } } ]
        acme:
          directory: %s
          acceptTerms: true
          externalAccount: { keyId: %s, key: "env:EAB" }
          trust: %s
        sites:
          - hosts: [ slow.acme.test ]
            routes: [ { match: { path: "/*" }, respond: { status: 200 } } ]
        """.formatted(pebble.url(), Pebble.EAB_KEY_ID, pebble.trust()),
            "gateway.yaml",
            directory.toAbsolutePath());
    assertThat(read.problems()).isEmpty();
    return read.value();
  }
}
