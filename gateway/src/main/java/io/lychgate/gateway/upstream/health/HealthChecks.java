package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Active;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.SharedUpstreams;
import io.lychgate.gateway.upstream.UpstreamLoop;
import io.lychgate.gateway.upstream.UpstreamProtocol;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The health of all servers over time: sends the checks that the configuration has, and applies the rules of ejection that depend on
 * time. It runs on an event loop of its own, so that checks are in time when the loops of the data path are busy, and delay no
 * request. One set of checks serves all loops. Any thread.
 */
public final class HealthChecks {
  /** Time between two looks for servers that stall, and for ejections that are over. */
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final SharedUpstreams upstreams;
  private final CheckLoop on;
  private final Map<String, CheckCounts> counts = new ConcurrentHashMap<>();
  private final Map<String, UpstreamChecks> checks = new HashMap<>(); // Event loop only.

  /** @param loop the parts of an event loop that serves no requests */
  public HealthChecks(
      SharedUpstreams upstreams,
      UpstreamLoop loop,
      UpstreamProtocol protocol,
      ServerConnector connector) {
    this.upstreams = upstreams;
    this.on = new CheckLoop(loop, protocol, connector);
  }

  /** Begins to apply the rules that depend on time. */
  public HealthChecks start() {
    on.execute(() -> {
      var unused = on.repeat(upstreams::tick, TICK_NANOS);
    });
    return this;
  }

  /** Follows a new configuration. Results of checks are kept as long as the server and the checks are. */
  public void follow(Collection<UpstreamConfig> configured) {
    List<UpstreamConfig> latest = List.copyOf(configured);
    on.execute(() -> followOnLoop(latest));
  }

  private void followOnLoop(List<UpstreamConfig> latest) {
    Map<String, UpstreamChecks> before = new HashMap<>(checks);
    checks.clear();
    for (UpstreamConfig upstream : latest) {
      Active rules = upstream.health().active();
      UpstreamServers servers = upstreams.serversOf(upstream.name());
      if (rules == null || servers == null) {
        continue;
      }
      UpstreamChecks known = before.get(upstream.name());
      if (known != null && known.servers() == servers) {
        before.remove(upstream.name());
        known.configure(upstream, rules);
        checks.put(upstream.name(), known);
      } else {
        checks.put(
            upstream.name(),
            new UpstreamChecks(on, servers, countsOf(upstream.name()), upstream, rules));
      }
    }
    before.values().forEach(UpstreamChecks::close);
  }

  /** Returns the counts of an upstream's checks since the start of this process. */
  public CheckCounts countsOf(String upstream) {
    return counts.computeIfAbsent(upstream, name -> new CheckCounts());
  }
}
