package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.pem.Lifetime;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.store.AcmeStore.Row;
import io.lychgate.gateway.store.Store;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates of the sites, ordered from an authority and renewed. All gateways of a store follow its table each second; the one
 * with the lease orders. A certificate stays in use while its renewal fails, and a self-signed one serves names that have none.
 */
public final class CertificateOrders implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateOrders.class);

  /** The seam to the data path. */
  public interface Listening {
    /** Sets the responses to HTTP-01, by token. */
    void httpProofs(Map<String, String> authorizations);

    /** Sets the certificates of TLS-ALPN-01, by name. */
    void alpnProofs(Map<String, PemIdentity> certificates) throws IOException;

    /** Serves the present certificates from the next handshakes on. */
    void certificatesChanged() throws IOException;
  }

  /** A certificate to serve. */
  public record Held(PemIdentity identity, Kind kind, String directory) {}

  /** The origin of a certificate. */
  public enum Kind {
    ISSUED,
    /** Self-signed, for names that have none yet. */
    PLACEHOLDER,
    /** Self-signed, for a listener that would have none at all. */
    LAST_RESORT
  }

  /**
   * The state of the certificate of one group of names.
   *
   * @param state valid, waiting, ordering or failed
   */
  public record State(
      List<String> names,
      String state,
      @Nullable Instant end,
      @Nullable Instant renewAt,
      @Nullable String error,
      @Nullable Instant failedAt) {}

  private final CertificateFollower follower;
  private final CertificateOrderer orderer;

  /** Number of configurations so far. Guarded by this. */
  private long configurations;

  /** @param node an id of this process: no other one of the store has it */
  public CertificateOrders(
      Supplier<Store> store, String node, Listening listening, InstantSource clock) {
    Semaphore orderWakes = new Semaphore(0);
    this.follower = new CertificateFollower(store, node, listening, clock, orderWakes::release);
    this.orderer = new CertificateOrderer(store, clock, follower, orderWakes);
  }

  /**
   * Follows a configuration: loads what the store has for it. Blocks while the store is read. After {@link #listenersAreReady}, the rest is
   * ordered.
   *
   * @param isCovered true for names of certificates in files
   */
  public synchronized void follow(GatewayConfig config, Predicate<String> isCovered) {
    AcmeConfig acme = config.acme();
    boolean isUsed = acme != null
        && config.listeners().stream()
            .anyMatch(listener -> listener.tls() != null && listener.tls().acme());
    if (acme == null || !isUsed) {
      follower.follow(null);
      return;
    }
    List<OrderedNames> groups = OrderedNames.of(config.sites(), acme.challenge(), isCovered);
    OrderedNames.wildcardsWithoutDns(config.sites(), acme.challenge(), isCovered)
        .forEach(name -> LOG.warn(
            "acme: {} gets no certificate: wildcards need challenge dns-01, got {}",
            name,
            acme.challenge().token()));
    follower.follow(new WantedCertificates(++configurations, acme, groups));
    orderer.start();
  }

  /** Begins the orders of the configuration that is followed: an authority reaches its listeners now. */
  public synchronized void listenersAreReady() {
    orderer.applied(configurations);
  }

  /** Returns the certificates to serve, and a placeholder for names without one. Never empty while some are configured. */
  public List<Held> inUse() {
    return follower.inUse();
  }

  /** Returns the state of each group of names; null if no certificates are ordered. */
  public @Nullable List<State> states() {
    WantedCertificates now = follower.wanted();
    if (now == null) {
      return null;
    }
    List<State> states = new ArrayList<>();
    for (OrderedNames group : now.groups()) {
      CertificateFollower.Loaded known = follower.loaded(group.id());
      Row row = known == null ? null : known.row();
      PemIdentity identity = known == null ? null : known.identity();
      states.add(new State(
          group.names(),
          state(group, row, identity),
          identity == null ? null : Lifetime.of(identity.chain()).end(),
          row == null ? null : row.renewAt(),
          row == null ? null : row.error(),
          row == null ? null : row.failedAt()));
    }
    return states;
  }

  private String state(OrderedNames group, @Nullable Row row, @Nullable PemIdentity identity) {
    if (orderer.isOrdering(group)) {
      return "ordering";
    }
    if (row != null && row.error() != null) {
      return "failed";
    }
    return identity == null ? "waiting" : "valid";
  }

  /** Returns the configuration in use; null if no certificates are ordered. */
  public @Nullable AcmeConfig config() {
    WantedCertificates now = follower.wanted();
    return now == null ? null : now.config();
  }

  /** Returns true if this node orders for all. */
  public boolean isLeader() {
    return follower.isLeader();
  }

  /** Returns the number of certificates that this node has got since its start. */
  public long issuedCount() {
    return orderer.issuedCount();
  }

  /** Returns the number of orders of this node that failed since its start. */
  public long failedCount() {
    return orderer.failedCount();
  }

  /** Returns the number of groups of names whose last order failed, on any node. */
  public long failing() {
    List<State> states = states();
    return states == null
        ? 0
        : states.stream().filter(each -> each.error() != null).count();
  }

  @Override
  public void close() {
    orderer.close();
    follower.close();
  }
}
