package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.balance.RoundRobin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * All upstream connections of one event loop. A request takes a connection of its own loop and never crosses to another, so
 * connections need no lock. {@link SharedUpstreams} takes one when upstreams are added or removed. Event loop only.
 */
public final class LoopUpstreams {
  private final UpstreamLoop loop;
  private final ToIntFunction<String> numbering;
  private final UpstreamProtocol protocol;
  private final SharedUpstreams shared;

  /** The connections of each upstream. They survive a new snapshot if the upstream did not change. */
  private final Map<UpstreamConfig, UpstreamGroup> groups = new HashMap<>();

  /** The upstream of the previous request. It saves the hash of the configuration, which covers all of its values. */
  private @Nullable UpstreamConfig lastConfig;

  private @Nullable UpstreamGroup lastGroup;

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
   * @param host value of the Host field
   * @param end true if the request has no body
   * @param handshake the WebSocket handshake of the request; null for every other request
   * @param client a keyed hash of the client, the same for all of its requests
   * @param waitsForTurn true if the exchange starts only at the end of the loop's turn, because the client may reset it before
   * @param policy the rules of the route
   * @return the exchange, which takes the body; the response goes to the sink
   */
  public Forwarded forward(
      UpstreamConfig upstream,
      RequestHead request,
      CharSequence host,
      boolean end,
      ResponseSink sink,
      @Nullable WebSocketHandshake handshake,
      long client,
      boolean waitsForTurn,
      ForwardPolicy policy) {
    UpstreamExchange exchange = new UpstreamExchange(
        groupOf(upstream), request, host, end, sink, handshake, client, policy);
    if (waitsForTurn) {
      exchange.startWithTurn(loop.flushes());
    } else {
      exchange.start();
    }
    return exchange;
  }

  @SuppressWarnings("ReferenceEquality") // The map finds an equal configuration.
  private UpstreamGroup groupOf(UpstreamConfig upstream) {
    UpstreamGroup group = lastGroup;
    if (group == null || upstream != lastConfig) {
      group = groups.computeIfAbsent(upstream, this::newGroup);
      lastGroup = group;
      lastConfig = upstream;
    }
    return group;
  }

  /**
   * Removes the upstreams that are absent from the new snapshot. Their idle connections close at once, busy ones after their
   * exchange.
   */
  public void retain(Iterable<UpstreamConfig> wanted) {
    lastConfig = null;
    lastGroup = null;
    List<UpstreamConfig> keep = new ArrayList<>();
    wanted.forEach(keep::add);
    groups.entrySet().removeIf(entry -> {
      boolean isRemoved = !keep.contains(entry.getKey());
      if (isRemoved) {
        entry.getValue().retire();
      }
      return isRemoved;
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
    // Loops start at different servers. Otherwise, with few requests each, all would prefer the
    // first one.
    int first = ThreadLocalRandom.current().nextInt(upstream.servers().size());
    return new UpstreamGroup(
        site, shared, new RoundRobin(site.clock(), first), protocol.connectionsOf(site));
  }
}
