package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.Upstreams;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.UpstreamCount;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.store.Actor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The upstreams of the snapshot in force, for the admin plane. */
final class UpstreamsInForce implements Upstreams {
  private final DataPath dataPath;
  private final Instant startedAt = Instant.now();

  UpstreamsInForce(DataPath dataPath) {
    this.dataPath = dataPath;
  }

  @Override
  public List<UpstreamView> all() {
    GatewayConfig config = dataPath.snapshot().config();
    List<UpstreamView> views = new ArrayList<>();
    config.upstreams().values().forEach(upstream -> views.add(view(config, upstream)));
    return views;
  }

  private UpstreamView view(GatewayConfig config, UpstreamConfig upstream) {
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
        servers(upstream));
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

  private List<Server> servers(UpstreamConfig upstream) {
    return upstream.servers().stream()
        .map(server -> new Server(
            server.toString(),
            server.toString(),
            1,
            0,
            null,
            "up",
            true,
            "",
            startedAt,
            0,
            0,
            List.of(),
            null,
            0,
            null))
        .toList();
  }

  @Override
  public void decide(
      String upstream, String server, Decision decision, String reason, Actor actor) {
    throw new UnsupportedOperationException(decision.token());
  }
}
