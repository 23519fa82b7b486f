package io.lychgate.gateway;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.ServerDecision;
import io.lychgate.gateway.store.ServerDecisionStore;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.upstream.balance.ServerOverride;
import io.lychgate.gateway.upstream.balance.ServerOverrides;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of operators on servers, as last read from the store. Passes them to the upstreams of this node. While the store is
 * away, the decisions that it last had stay in force. Any thread except an event loop.
 */
final class OperatorDecisions {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorDecisions.class);

  private final Supplier<ServerDecisionStore> store;
  private final ServerOverrides overrides;
  private volatile List<ServerDecision> inForce = List.of();

  OperatorDecisions(Supplier<ServerDecisionStore> store, ServerOverrides overrides) {
    this.store = store;
    this.overrides = overrides;
  }

  /** Returns the decisions in force on this node, by upstream and server. */
  List<ServerDecision> inForce() {
    return inForce;
  }

  /** Reads the decisions for the first time. A store that is away has none yet; they are read as soon as it responds. */
  void load() {
    try {
      read();
    } catch (StoreException e) {
      LOG.warn("decisions on servers are unknown until the store responds: {}", e.getMessage());
    }
  }

  /** Reads the decisions again, because this or another node has changed one. */
  synchronized void read() {
    List<ServerDecision> all = store.get().all();
    for (ServerOverrides.Entry each : overrides.all()) {
      if (all.stream().noneMatch(one -> isOn(one, each))) {
        overrides.set(each.upstream(), each.server(), null);
      }
    }
    for (ServerDecision each : all) {
      ServerOverride wanted = override(each);
      if (!wanted.equals(overrides.of(each.upstream(), each.server()))) {
        overrides.set(each.upstream(), each.server(), wanted);
      }
    }
    inForce = List.copyOf(all);
  }

  /** Stores a decision, and puts it in force on this node. Other nodes follow. */
  Outcome<ServerDecision> put(
      String upstream,
      String server,
      ServerDecision.Kind kind,
      String reason,
      LongPredicate mayReplace,
      Actor by) {
    Outcome<ServerDecision> outcome =
        store.get().put(upstream, server, kind, reason, mayReplace, by);
    if (outcome instanceof Outcome.Done<ServerDecision>) {
      read();
      LOG.info(
          "upstream {}: {} of {} by {}: {}", upstream, kind.token(), server, by.name(), reason);
    }
    return outcome;
  }

  /** Removes the decision on a server, here and on the other nodes. */
  Outcome<ServerDecision> remove(
      String upstream, String server, String reason, LongPredicate mayReplace, Actor by) {
    Outcome<ServerDecision> outcome = store.get().remove(upstream, server, reason, mayReplace, by);
    if (outcome instanceof Outcome.Done<ServerDecision>) {
      read();
      LOG.info("upstream {}: enable of {} by {}: {}", upstream, server, by.name(), reason);
    }
    return outcome;
  }

  private static boolean isOn(ServerDecision decision, ServerOverrides.Entry server) {
    return decision.upstream().equals(server.upstream())
        && decision.server().equals(server.server());
  }

  private static ServerOverride override(ServerDecision decision) {
    ServerOverride.Kind kind = switch (decision.kind()) {
      case DRAIN -> ServerOverride.Kind.DRAIN;
      case EJECT -> ServerOverride.Kind.EJECT;
    };
    return new ServerOverride(kind, decision.reason(), decision.author(), decision.at());
  }
}
