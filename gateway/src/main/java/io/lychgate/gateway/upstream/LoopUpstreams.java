package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.message.Requester;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.balance.Affinity;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * All upstream connections of one event loop. A request takes a connection of its own loop and never crosses to another, so
 * connections need no lock. {@link SharedUpstreams} takes one when upstreams are added or removed. Event loop only.
 */
public final class LoopUpstreams {
  private final UpstreamLoop loop;
  private final ToIntFunction<String> numbering;
  private final UpstreamProtocol protocol;
  private final SharedUpstreams shared;

  /** The connections of each upstream. They survive a new snapshot if nothing of them changed. */
  private final Map<UpstreamConfig, UpstreamGroup> groups = new HashMap<>();

  /** The same by the objects of snapshots. It saves the hash of a configuration, which covers all of its values. */
  private final IdentityHashMap<UpstreamConfig, UpstreamGroup> byObject = new IdentityHashMap<>();

  /**
   * @param numbering returns the counter number of each upstream name
   * @param shared the same for all loops
   */
  public LoopUpstreams(
      UpstreamLoop loop,
      ToIntFunction<String> numbering,
      UpstreamProtocol protocol,
      SharedUpstreams shared) {
    this.loop = loop;
    this.numbering = numbering;
    this.protocol = protocol;
    this.shared = shared;
    loop.descriptors().upstreams(this::closeIdle);
  }

  /**
   * Starts to forward one request.
   *
   * @param policy the rules of the route
   * @return the exchange, which takes the body; the response goes to the sink
   */
  public Forwarded forward(
      UpstreamConfig upstream,
      OutgoingRequest request,
      Requester client,
      ForwardPolicy policy,
      ResponseSink sink) {
    UpstreamGroup group = groupOf(upstream);
    Affinity affinity = group.sharedServers().affinity(request.head(), keyOf(client, upstream));
    StickySink sticky = affinity == null
        ? null
        : StickySink.of(sink, group, affinity, request.head().isSecure());
    UpstreamExchange exchange = new UpstreamExchange(
        group, request, client, policy, affinity, sticky == null ? sink : sticky);
    if (sticky != null) {
      sticky.follow(exchange);
    }
    if (client.hasMoreInput()) {
      // The client may reset the request before the turn ends.
      exchange.startWithTurn(loop.flushes());
    } else {
      exchange.start();
    }
    return exchange;
  }

  /** Returns the hash of the client. For {@code policy: hash}, all gateways compute the same. */
  private static long keyOf(Requester client, UpstreamConfig upstream) {
    return upstream.balance().policy() == BalanceConfig.Policy.HASH
        ? client.clientKey()
        : client.clientHash();
  }

  private UpstreamGroup groupOf(UpstreamConfig upstream) {
    UpstreamGroup known = byObject.get(upstream);
    if (known != null) {
      return known;
    }
    UpstreamGroup group =
        groups.computeIfAbsent(upstream.ofConnections(), key -> newGroup(upstream));
    byObject.put(upstream, group);
    return group;
  }

  /**
   * Removes the upstreams that are absent from the new snapshot. Their idle connections close at once, busy ones after their
   * exchange. An upstream whose connections are configured as before keeps them.
   */
  public void retain(Iterable<UpstreamConfig> wanted) {
    byObject.clear();
    Map<UpstreamConfig, UpstreamConfig> keep = new HashMap<>();
    wanted.forEach(upstream -> keep.put(upstream.ofConnections(), upstream));
    groups.entrySet().removeIf(entry -> {
      UpstreamConfig latest = keep.get(entry.getKey());
      if (latest == null) {
        entry.getValue().retire();
      } else {
        entry.getValue().config(latest);
      }
      return latest == null;
    });
  }

  /** Returns the number of open connections to servers, including idle ones. */
  public int openConnections() {
    int open = 0;
    for (UpstreamGroup group : groups.values()) {
      open += group.openConnections();
    }
    return open;
  }

  /** Closes at most this number of idle connections, for each server those that have been idle longest. */
  private int closeIdle(int most) {
    int closed = 0;
    for (UpstreamGroup group : groups.values()) {
      if (closed < most) {
        closed += group.closeIdle(most - closed);
      }
    }
    return closed;
  }

  private UpstreamGroup newGroup(UpstreamConfig upstream) {
    UpstreamCounts counts =
        new UpstreamCounts(loop.observer(), numbering.applyAsInt(upstream.name()));
    UpstreamSite site = new UpstreamSite(upstream, loop, counts);
    return new UpstreamGroup(
        site, shared, ConnectionsByClient.separated(site, protocol.connectionsOf(site)));
  }
}
