package io.lychgate.gateway.acme;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.pem.DnsNames;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.config.pem.SelfSigned;
import io.lychgate.gateway.store.AcmeStore.Row;
import io.lychgate.gateway.store.KeySeal;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.LogLines;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificates that are served from the store, without an authority. */
final class CertificateOrdersTest {
  private static final String AUTHORITY = "https://127.0.0.1:9/dir";

  @TempDir
  Path directory;

  /** Listeners whose certificate files cannot be read. */
  private volatile boolean isUnreadable;

  private volatile int adopted;

  private Store store;
  private CertificateOrders orders;

  private final CertificateOrders.Listening listening = new CertificateOrders.Listening() {
    @Override
    public void httpProofs(Map<String, String> authorizations) {}

    @Override
    public void alpnProofs(Map<String, PemIdentity> certificates) {}

    @Override
    public void certificatesChanged() throws IOException {
      if (isUnreadable) {
        throw new IOException("file.pem: cannot be read");
      }
      adopted = orders.inUse().size();
    }
  };

  @BeforeEach
  void open() {
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system());
    orders = new CertificateOrders(() -> store, "node", listening, InstantSource.system());
  }

  @AfterEach
  void close() {
    orders.close();
    store.close();
  }

  private GatewayConfig config(String hosts) {
    Checked<GatewayConfig> read = ConfigReader.of(Map.of())
        .read("""
        listeners: [ { name: a, address: "127.0.0.1:0", tls: { acme: true } } ]
        acme: { directory: "%s", acceptTerms: true }
        sites:
          - hosts: [ %s ]
            routes: [ { match: { path: "/*" }, respond: { status: 200 } } ]
        """.formatted(AUTHORITY, hosts), "gateway.yaml", directory.toAbsolutePath());
    assertThat(read.problems()).isEmpty();
    return read.value();
  }

  /** Keeps a certificate of these names as a fulfilled order does. */
  private PemIdentity keep(String... names) throws Exception {
    SelfSigned made = SelfSigned.create("an authority", Set.of(names), InstantSource.system());
    OrderedNames group = OrderedNames.of(List.of(names));
    KeySeal seal = new KeySeal(store.secrets().lasting("acme-keys"), "lychgate acme private keys");
    store
        .acme()
        .keep(
            AUTHORITY,
            new Row(
                group.id(),
                group.names(),
                made.certificate(),
                seal.seal(AUTHORITY + " " + group.id(), made.key()),
                Instant.now().plus(Duration.ofDays(60)),
                0,
                null,
                null));
    return PemIdentity.parse(made.certificate(), made.key());
  }

  private List<String> served() {
    return orders.inUse().stream()
        .map(each -> each.kind() + " " + names(each.identity()))
        .toList();
  }

  private static List<String> names(PemIdentity identity) {
    try {
      return DnsNames.of(identity.chain().get(0)).stream()
          .filter(name -> !name.equals("localhost"))
          .sorted()
          .toList();
    } catch (CertificateParsingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void namesKeepTheirCertificateUntilTheOneOfTheNewGroupIsIssued() throws Exception {
    keep("a.example", "b.example");
    keep("other.example");

    orders.follow(config("a.example, b.example, c.example"), name -> false);
    assertThat(served())
        .containsExactly("ISSUED [a.example, b.example]", "PLACEHOLDER [c.example]");

    orders.follow(config("a.example"), name -> false);
    assertThat(served()).containsExactly("ISSUED [a.example, b.example]");

    keep("a.example");
    orders.follow(config("a.example"), name -> false);
    assertThat(served()).containsExactly("ISSUED [a.example]");
  }

  @Test
  void certificatesAreAdoptedOnceTheListenersCanAndTheLeaseStays() throws Exception {
    keep("a.example");
    isUnreadable = true;
    try (LogLines log = LogLines.of("io.lychgate.gateway.acme.CertificateFollower")) {
      orders.follow(config("a.example"), name -> false);
      orders.follow(config("a.example"), name -> false);

      assertThat(adopted).isZero();
      assertThat(orders.isLeader()).isTrue();
      isUnreadable = false;
      Await.until(() -> assertThat(adopted).isEqualTo(1));
      assertThat(log.with("the certificates cannot be loaded")).hasSize(1);
      Await.until(
          () -> assertThat(log.with("the certificates are loaded again")).hasSize(1));
    }
  }
}
