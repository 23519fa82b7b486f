package io.lychgate.gateway;

import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.seam.Upstreams;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.UpstreamCount;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.ServerDecision;
import io.lychgate.gateway.store.ServerDecision.Kind;
import io.lychgate.gateway.upstream.balance.ServerOverride;
import io.lychgate.gateway.upstream.balance.ServerStatus;
import io.lychgate.gateway.upstream.balance.ServerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/** The upstreams of the snapshot in force, for the admin plane. */
final class UpstreamsInForce implements Upstreams {
  private static final double NANOS_PER_SECOND = 1e9;

  private static final Set<ServerStatus> TAKES_REQUESTS =
      EnumSet.of(ServerStatus.UP, ServerStatus.SLOW_START);

  private final DataPath dataPath;
  private final OperatorDecisions decisions;

  /** A server among those of all upstreams. */
  private record Key(String upstream, String server) {
    static Key of(ServerDecision decision) {
      return new Key(decision.upstream(), decision.server());
    }
  }

  UpstreamsInForce(DataPath dataPath, OperatorDecisions decisions) {
    this.dataPath = dataPath;
    this.decisions = decisions;
  }

  @Override
  public List<UpstreamView> all() {
    GatewayConfig config = dataPath.snapshot().config();
    Map<Key, Long> versions = versions();
    Map<String, List<Server>> servers = dataPath.upstreams().servers().stream()
        .collect(Collectors.groupingBy(
            ServerView::upstream,
            Collectors.mapping(
                view -> server(
                    view,
                    versions.getOrDefault(
                        new Key(view.upstream(), view.id()), ServerDecision.NONE)),
                Collectors.toList())));
    List<UpstreamView> views = new ArrayList<>();
    for (UpstreamConfig upstream : config.upstreams().values()) {
      views.add(view(config, upstream, servers.getOrDefault(upstream.name(), List.of())));
    }
    return views;
  }

  private UpstreamView view(GatewayConfig config, UpstreamConfig upstream, List<Server> servers) {
    int number = dataPath.observatory().upstreams().numberOf(upstream.name());
    // Each end is read before its beginning, so that no difference is negative for long.
    long closed = sum(UpstreamCount.CONNECTIONS_CLOSED, number);
    long http2Closed = sum(UpstreamCount.HTTP2_CLOSED, number);
    long equivalentClosed = sum(UpstreamCount.H1_EQUIVALENT_CLOSED, number);
    long unqueued = sum(UpstreamCount.UNQUEUED, number);
    return new UpstreamView(
        upstream.name(),
        Math.max(0, sum(UpstreamCount.CONNECTIONS_OPENED, number) - closed),
        Math.max(0, sum(UpstreamCount.HTTP2_OPENED, number) - http2Closed),
        Math.max(0, sum(UpstreamCount.H1_EQUIVALENT_OPENED, number) - equivalentClosed),
        Math.max(0, sum(UpstreamCount.QUEUED, number) - unqueued),
        sum(UpstreamCount.REQUESTS, number),
        sum(UpstreamCount.RETRIES, number),
        Arrays.stream(UpstreamRefusal.values())
            .map(why -> new Count(why.tag(), sum(why.count(), number)))
            .filter(count -> count.count() > 0)
            .toList(),
        routes(config, upstream.name()),
        sources(upstream.name()),
        servers);
  }

  private List<Source> sources(String upstream) {
    return dataPath.upstreams().sources(upstream).stream()
        .map(status -> new Source(
            status.source(),
            status.servers(),
            status.answeredAt(),
            status.problem(),
            status.problemSince(),
            status.failures().entrySet().stream()
                .map(entry -> new Count(entry.getKey().token(), entry.getValue()))
                .toList()))
        .toList();
  }

  private long sum(UpstreamCount what, int upstream) {
    Observatory observatory = dataPath.observatory();
    return observatory.sum(loop -> loop.get(what, upstream));
  }

  private static List<String> routes(GatewayConfig config, String upstream) {
    return config.sites().stream()
        .flatMap(site -> site.routes().stream())
        .filter(route -> route.action() instanceof RouteAction.ProxyAction proxy
            && proxy.upstreamName().equals(upstream))
        .map(route -> route.id())
        .toList();
  }

  /** @param version the version of the decision on the server */
  private static Server server(ServerView server, long version) {
    Duration latency = server.latency();
    ServerOverride override = server.override();
    return new Server(
        server.id(),
        server.address(),
        server.weight(),
        server.priority(),
        server.zone().isEmpty() ? null : server.zone(),
        server.status().token(),
        TAKES_REQUESTS.contains(server.status()),
        server.reason(),
        server.since(),
        server.inFlight(),
        server.requests(),
        server.failures().entrySet().stream()
            .map(entry -> new Count(entry.getKey().token(), entry.getValue()))
            .toList(),
        latency == null ? null : latency.toNanos() / NANOS_PER_SECOND,
        server.ejections(),
        override == null
            ? null
            : new Decided(
                override.kind().token(), override.reason(), override.actor(), override.since()),
        Precondition.etag(version));
  }

  @Override
  public List<GoneServer> gone() {
    Set<Key> present = dataPath.upstreams().servers().stream()
        .map(view -> new Key(view.upstream(), view.id()))
        .collect(Collectors.toSet());
    return decisions.inForce().stream()
        .filter(each -> !present.contains(Key.of(each)))
        .map(each -> new GoneServer(
            each.upstream(),
            each.server(),
            new Decided(each.kind().token(), each.reason(), each.author(), each.at()),
            Precondition.etag(each.version())))
        .toList();
  }

  private Map<Key, Long> versions() {
    return decisions.inForce().stream().collect(Collectors.toMap(Key::of, ServerDecision::version));
  }

  @Override
  public Outcome<ServerDecision> decide(
      String upstream,
      String server,
      Decision decision,
      String reason,
      LongPredicate mayReplace,
      Actor actor) {
    return switch (decision) {
      case DRAIN -> decisions.put(upstream, server, Kind.DRAIN, reason, mayReplace, actor);
      case EJECT -> decisions.put(upstream, server, Kind.EJECT, reason, mayReplace, actor);
      case ENABLE -> decisions.remove(upstream, server, reason, mayReplace, actor);
    };
  }
}
