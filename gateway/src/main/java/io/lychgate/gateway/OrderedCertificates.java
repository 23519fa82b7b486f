package io.lychgate.gateway;

import io.lychgate.gateway.acme.CertificateOrders;
import io.lychgate.gateway.admin.seam.Certificates.Automatic;
import io.lychgate.gateway.admin.seam.Certificates.Ordered;
import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.DnsNames;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.listen.tls.IssuedCertificates.Issued;
import io.lychgate.gateway.store.Store;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Joins the orders of certificates with the listeners and the admin plane. */
final class OrderedCertificates implements CertificateOrders.Listening, AutoCloseable {
  private final DataPath dataPath;
  private final Runnable changed;
  private final CertificateOrders orders;

  /** @param changed called when listeners have got other certificates */
  OrderedCertificates(
      DataPath dataPath,
      Supplier<Store> store,
      String node,
      Runnable changed,
      InstantSource clock) {
    this.dataPath = dataPath;
    this.changed = changed;
    this.orders = new CertificateOrders(store, node, this, clock);
    dataPath.listeners().issuedBy(this::issued);
  }

  /** Registers the metrics. */
  void bind(MeterRegistry registry) {
    FunctionCounter.builder("lychgate.acme.orders", orders, CertificateOrders::issuedCount)
        .tag("outcome", "issued")
        .register(registry);
    FunctionCounter.builder("lychgate.acme.orders", orders, CertificateOrders::failedCount)
        .tag("outcome", "failed")
        .register(registry);
    Gauge.builder("lychgate.acme.failing", orders, CertificateOrders::failing).register(registry);
    Gauge.builder("lychgate.acme.leader", orders, all -> all.isLeader() ? 1 : 0).register(registry);
  }

  /** Follows this configuration. Call it before the listeners apply it. */
  void follow(GatewayConfig config) {
    List<Set<String>> listeners = namesOfFiles(config);
    orders.follow(config, name -> areCovering(listeners, name));
  }

  /** Begins the orders of the configuration that is followed. Call it once the listeners have applied it. */
  void listenersAreReady() {
    orders.listenersAreReady();
  }

  /** Returns the names of the certificates in files, for each listener that also has ordered ones. */
  static List<Set<String>> namesOfFiles(GatewayConfig config) {
    List<Set<String>> all = new ArrayList<>();
    for (ListenerConfig listener : config.listeners()) {
      TlsConfig tls = listener.tls();
      if (tls != null && tls.acme()) {
        Set<String> names = new HashSet<>();
        for (TlsConfig.Certificate each : tls.certificates()) {
          try {
            names.addAll(DnsNames.of(PemIdentity.readChain(each.chain()).get(0)));
          } catch (IOException | GeneralSecurityException e) {
            // The listener reports the file.
          }
        }
        all.add(names);
      }
    }
    return all;
  }

  /** Returns true if each of these listeners has a certificate of this name: none needs an ordered one. */
  static boolean areCovering(List<Set<String>> listeners, String name) {
    return !listeners.isEmpty() && listeners.stream().allMatch(names -> isCovered(names, name));
  }

  private static boolean isCovered(Set<String> names, String name) {
    int dot = name.indexOf('.');
    return names.contains(name)
        || (!name.startsWith("*.") && dot > 0 && names.contains("*" + name.substring(dot)));
  }

  private List<Issued> issued() {
    return orders.inUse().stream()
        .map(each -> new Issued(
            each.identity(),
            each.kind() != CertificateOrders.Kind.ISSUED,
            each.kind() == CertificateOrders.Kind.LAST_RESORT,
            each.directory()))
        .toList();
  }

  /** Returns the state for the admin plane; null if no certificates are ordered. */
  @Nullable
  Automatic automatic() {
    AcmeConfig config = orders.config();
    List<CertificateOrders.State> states = orders.states();
    return config == null || states == null
        ? null
        : new Automatic(
            config.directory().toString(),
            config.challenge().token(),
            orders.isLeader(),
            states.stream()
                .map(each -> new Ordered(
                    each.names(),
                    each.state(),
                    each.end(),
                    each.renewAt(),
                    each.error(),
                    each.failedAt()))
                .toList());
  }

  @Override
  public void httpProofs(Map<String, String> authorizations) {
    dataPath.challenges().set(authorizations);
  }

  @Override
  public void alpnProofs(Map<String, PemIdentity> certificates) throws IOException {
    dataPath.listeners().challenges().set(certificates);
  }

  @Override
  public void certificatesChanged() throws IOException {
    dataPath.listeners().adoptIssued();
    changed.run();
  }

  @Override
  public void close() {
    orders.close();
  }
}
