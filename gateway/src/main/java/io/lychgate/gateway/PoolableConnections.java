package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.Pooling;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.exchange.CertifiedNames;
import io.lychgate.gateway.listen.tls.ServerNames;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.count.WireProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds connections of one client, at one listener and with one protocol, that serve different hosts and could be one. The
 * visitors behind one address count as one client. Therefore only connections for different hosts count: several for the same host
 * are probably those of several visitors.
 */
final class PoolableConnections implements Pooling {
  /** One certificate is valid for the hosts, and the gateway says so, but these clients do not pool. */
  static final String CLIENTS = "clients";

  /** One certificate is valid for the hosts, but the listener sends no ORIGIN frame. */
  static final String FRAME_OFF = "origin-frame-off";

  /** Each host has another certificate. */
  static final String CERTIFICATES = "no-common-certificate";

  private static final int MAX_GROUPS = 100;

  private final Function<String, @Nullable ServerNames<CertifiedNames>> certified;
  private final Predicate<String> sendsOrigins;

  /** A client, as far as the gateway can distinguish it. */
  private record Client(String listener, WireProtocol protocol, InetAddress address) {}

  private record Key(String listener, List<String> hosts, String reason) {}

  PoolableConnections(DataPath dataPath) {
    this(
        listener -> dataPath.listeners().certified().get(listener),
        listener -> dataPath.snapshot().config().listeners().stream()
            .filter(each -> each.name().equals(listener))
            .anyMatch(ListenerConfig::originFrame));
  }

  /**
   * @param certified the certificates of a listener; null if it has none
   * @param sendsOrigins true for a listener whose clients get ORIGIN frames
   */
  PoolableConnections(
      Function<String, @Nullable ServerNames<CertifiedNames>> certified,
      Predicate<String> sendsOrigins) {
    this.certified = certified;
    this.sendsOrigins = sendsOrigins;
  }

  @Override
  public Report report(List<ConnectionView> live) {
    Map<Client, List<ConnectionView>> byClient = new HashMap<>();
    Set<InetAddress> addresses = new HashSet<>();
    long connections = 0;
    for (ConnectionView view : live) {
      InetAddress address = addressOf(view.peer());
      if (view.protocol() == WireProtocol.HTTP_1_1 || address == null) {
        continue;
      }
      connections++;
      addresses.add(address);
      byClient
          .computeIfAbsent(
              new Client(view.listener(), view.protocol(), address), client -> new ArrayList<>())
          .add(view);
    }
    Map<Key, Group> groups = new HashMap<>();
    byClient.forEach((client, views) -> {
      if (views.size() > 1) {
        add(groups, client.listener(), views);
      }
    });
    return new Report(
        addresses.size(),
        connections,
        groups.values().stream()
            .sorted(Comparator.comparingLong(Group::savable)
                .reversed()
                .thenComparing(group -> group.hosts().toString()))
            .limit(MAX_GROUPS)
            .toList());
  }

  private void add(Map<Key, Group> groups, String listener, List<ConnectionView> views) {
    ServerNames<CertifiedNames> certificates = certified.apply(listener);
    if (certificates == null) {
      return;
    }
    Map<CertifiedNames, List<String>> hosts = new HashMap<>();
    for (ConnectionView view : views) {
      String host = view.authorities().isEmpty()
          ? ""
          : AuthorityHost.of(view.authorities().get(0));
      CertifiedNames certificate = certificates.find(host);
      if (certificate != null) {
        hosts.computeIfAbsent(certificate, names -> new ArrayList<>()).add(host);
      }
    }
    String reason = sendsOrigins.test(listener) ? CLIENTS : FRAME_OFF;
    hosts.values().forEach(ofCertificate -> add(groups, listener, ofCertificate, reason));
    List<String> firsts = hosts.values().stream().map(each -> each.get(0)).toList();
    add(groups, listener, firsts, CERTIFICATES);
  }

  /** Adds the connections for these hosts, one for each element, if they serve several hosts. */
  private static void add(
      Map<Key, Group> groups, String listener, List<String> hosts, String reason) {
    List<String> distinct = List.copyOf(new TreeSet<>(hosts));
    if (distinct.size() > 1) {
      groups.merge(
          new Key(listener, distinct, reason),
          new Group(listener, distinct, reason, 1, hosts.size(), distinct.size() - 1),
          PoolableConnections::sum);
    }
  }

  private static Group sum(Group a, Group b) {
    return new Group(
        a.listener(),
        a.hosts(),
        a.reason(),
        a.clients() + b.clients(),
        a.connections() + b.connections(),
        a.savable() + b.savable());
  }

  private static @Nullable InetAddress addressOf(SocketAddress peer) {
    return peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
  }
}
