package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.config.Protocol;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.Observatory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets of a gateway. A new configuration is applied whole or not at all: what is new is opened and every certificate
 * read before anything old is touched; a listener whose address and protocols did not change keeps its sockets and connections.
 */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  /** Ports tried when the choice is the system's. */
  private static final int MAX_ATTEMPTS = 20;

  private final Map<LoopContext, OpenConnections> loops = new LinkedHashMap<>();
  private final Transport transport;
  private final Observatory observatory;
  private final QuicSupport quicSupport = new QuicSupport();
  private final Map<String, BoundListener> bound = new LinkedHashMap<>();

  /** Those that were taken away while QUIC connections of theirs had something in flight, and their ports. */
  private final Map<BoundListener, Integer> retired = new HashMap<>();

  private final Map<String, TlsIdentities> certificates = new LinkedHashMap<>();

  /** By the name of their listener, as tickets are for one name: at another address they are as good. */
  private final Map<String, StrikeRegister> strikes = new HashMap<>();

  private SharedSecrets secrets = SharedSecrets.random();

  /** @param observatory numbers the listeners for counters and metrics */
  public Listeners(List<LoopContext> loops, Transport transport, Observatory observatory) {
    for (LoopContext loop : loops) {
      OpenConnections open = new OpenConnections(loop.clock());
      this.loops.put(loop, open);
      loop.descriptors().clients(open);
    }
    this.transport = transport;
    this.observatory = observatory;
  }

  /** Makes these the listeners. When it throws, everything is as before; the message names the listener or file. */
  public synchronized void apply(List<ListenerConfig> wanted) throws IOException {
    Map<String, TlsIdentities> identities = new LinkedHashMap<>();
    for (ListenerConfig listener : wanted) {
      boolean quic = listener.speaks(Protocol.HTTP_3) && quicSupport.isAvailable();
      identities.put(listener.name(), TlsIdentities.of(listener, transport.tls(), quic));
    }
    List<BoundListener> opened = new ArrayList<>();
    Map<String, BoundListener> next = new LinkedHashMap<>();
    try {
      for (ListenerConfig listener : wanted) {
        BoundListener known = bound.get(listener.name());
        boolean same = known != null && sameSocket(known.config(), listener);
        BoundListener use = same && known != null ? known : open(listener, identities);
        if (!same) {
          opened.add(use);
        }
        next.put(listener.name(), use);
      }
    } catch (IOException e) {
      opened.forEach(BoundListener::close);
      throw e;
    }
    for (ListenerConfig listener : wanted) {
      Objects.requireNonNull(next.get(listener.name()))
          .adopt(listener, identitiesOf(identities, listener.name()), secrets);
    }
    bound.values().stream()
        .filter(old -> !next.containsValue(old))
        .forEach(old -> retire(old, next.values()));
    bound.clear();
    bound.putAll(next);
    certificates.clear();
    certificates.putAll(identities);
  }

  /** Its QUIC connections end in their own time, unless another listener needs the port: packets would go astray between the two. */
  private void retire(BoundListener old, Collection<BoundListener> next) {
    int port = old.port();
    boolean isPortTaken = next.stream()
        .anyMatch(now -> now.port() == port && now.protocols().contains(Protocol.HTTP_3));
    if (isPortTaken) {
      old.retireTcp();
      old.close();
    } else {
      old.retire();
      retired.put(old, port);
    }
  }

  private void freePort(int port) {
    retired.forEach((old, itsPort) -> {
      if (itsPort == port) {
        old.close();
      }
    });
    retired.keySet().removeIf(BoundListener::isRetired);
  }

  /** Session tickets are made of these secrets from now on, and what QUIC needs for listeners that are opened from now on. */
  public synchronized void share(SharedSecrets shared) {
    secrets = shared;
    bound.forEach((name, listener) -> listener.share(identitiesOf(certificates, name), shared));
  }

  private BoundListener open(ListenerConfig listener, Map<String, TlsIdentities> identities)
      throws IOException {
    freePort(listener.port());
    if (bound.values().stream().noneMatch(ours -> ours.config().port() == listener.port())) {
      PortProbe.check(listener);
    }
    TlsIdentities tls = identitiesOf(identities, listener.name());
    StrikeRegister register =
        strikes.computeIfAbsent(listener.name(), name -> new StrikeRegister(Ticker.system()));
    // With port 0 the system chooses one that is free for UDP; whether it is for TCP too is luck.
    for (int attempt = 1; listener.port() == 0 && attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return BoundListener.open(listener, tls, loops, transport, observatory, secrets, register);
      } catch (IOException e) {
        LOG.debug("listener {}: another port, please: {}", listener.name(), e.getMessage());
      }
    }
    return BoundListener.open(listener, tls, loops, transport, observatory, secrets, register);
  }

  private static TlsIdentities identitiesOf(Map<String, TlsIdentities> identities, String name) {
    return Objects.requireNonNull(identities.get(name), name);
  }

  /** Whether a listener can go on with its sockets; certificates, time-outs and limits are for its next connections. */
  private static boolean sameSocket(ListenerConfig a, ListenerConfig b) {
    return a.host().equals(b.host())
        && a.port() == b.port()
        && a.protocols().equals(b.protocols())
        && (a.tls() == null) == (b.tls() == null);
  }

  /** The port that a listener is bound to; of use when the configuration says 0. */
  public synchronized int port(String name) {
    return named(name).port();
  }

  /** What a listener speaks: HTTP/3 may be configured on a machine that can't. */
  public synchronized Set<Protocol> protocols(String name) {
    return named(name).protocols();
  }

  /** Why a listener does not speak HTTP/3 although it is configured; null if it does, or need not. */
  public synchronized @Nullable String complaint(String name) {
    BoundListener listener = named(name);
    boolean isMissing = listener.config().speaks(Protocol.HTTP_3)
        && !listener.protocols().contains(Protocol.HTTP_3);
    return isMissing ? "h3 is configured but not served: " + QuicSupport.complaint() : null;
  }

  private BoundListener named(String name) {
    BoundListener listener = bound.get(name);
    if (listener == null) {
      throw new IllegalArgumentException(
          "listener: " + name + " (expected: one of " + bound.keySet() + ")");
    }
    return listener;
  }

  /** Connections that are open now, over all loops. */
  public int openConnections() {
    return loops.values().stream().mapToInt(OpenConnections::count).sum();
  }

  /** Stops accepting and asks every connection to end; returns at once. */
  public synchronized void drain() {
    bound.values().forEach(BoundListener::drain);
    loops.forEach((loop, open) -> loop.loop().execute(open::drain));
  }

  /** Closes every socket, after {@link #drain} or without. QUIC clients are told: a UDP port that falls silent tells nothing. */
  public synchronized void close() {
    bound.values().forEach(BoundListener::close);
    bound.clear();
    retired.keySet().forEach(BoundListener::close);
    retired.clear();
  }
}
