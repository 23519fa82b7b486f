package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Active;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.upstream.ServerConnections;
import io.lychgate.gateway.upstream.UpstreamCounts;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.balance.ServerSet;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The checks of all servers of one upstream. Health loop only. */
final class UpstreamChecks {
  private static final AsciiString USER_AGENT = AsciiString.cached("lychgate-health");
  private static final AsciiString GRPC = AsciiString.cached("application/grpc");
  private static final AsciiString TRAILERS = AsciiString.cached("trailers");
  private static final byte[] NO_BODY = {};

  private final CheckLoop on;
  private final UpstreamServers servers;
  private final CheckCounts counts;
  private final Runnable setChanged;
  private final Map<ServerState, Checked> checked = new HashMap<>();
  private UpstreamConfig config;
  private Active rules;
  private UpstreamSite site;
  private ServerConnections.Factory protocol;
  private boolean isClosed;

  UpstreamChecks(
      CheckLoop on,
      UpstreamServers servers,
      CheckCounts counts,
      UpstreamConfig config,
      Active rules) {
    this.on = on;
    this.servers = servers;
    this.counts = counts;
    this.config = config;
    this.rules = rules;
    this.site = siteOf(config);
    this.protocol = on.protocol().connectionsOf(site);
    this.setChanged = () -> on.execute(this::followSet);
    servers.onChange(setChanged);
    followSet();
  }

  private UpstreamSite siteOf(UpstreamConfig upstream) {
    return new UpstreamSite(upstream, on.parts(), new UpstreamCounts(on.parts().observer(), 0));
  }

  UpstreamServers servers() {
    return servers;
  }

  /** Sets another configuration. The results so far count on. */
  void configure(UpstreamConfig latest, Active latestRules) {
    if (!latest.ofConnections().equals(config.ofConnections())) {
      site = siteOf(latest);
      protocol = on.protocol().connectionsOf(site);
    }
    boolean isNew = !latestRules.equals(rules);
    config = latest;
    rules = latestRules;
    if (isNew) {
      checked.values().forEach(Checked::restart);
    }
  }

  private void followSet() {
    if (isClosed) {
      return;
    }
    ServerSet set = servers.current();
    Set<ServerState> present = new HashSet<>(set.servers());
    checked.entrySet().removeIf(entry -> {
      boolean hasLeft = !present.contains(entry.getKey());
      if (hasLeft) {
        entry.getValue().stop();
      }
      return hasLeft;
    });
    for (int i = 0; i < set.size(); i++) {
      ServerState state = set.servers().get(i);
      Endpoint endpoint = set.endpoints().get(i);
      Checked known = checked.get(state);
      if (known == null) {
        checked.put(state, new Checked(state, endpoint).first());
      } else {
        known.endpoint = endpoint;
      }
    }
  }

  /** Ends all checks. Servers that were down get requests again, because nothing would show their recovery. */
  void close() {
    isClosed = true;
    servers.remove(setChanged);
    checked.forEach((state, each) -> {
      each.stop();
      state.unchecked(on.nanoTime());
    });
    checked.clear();
  }

  /** Returns a server as the checks reach it. */
  static Endpoint onPort(Endpoint server, int port) {
    ServerConfig own = server.server();
    if (port == 0 || own.scheme().isUnixSocket()) {
      return server;
    }
    return new Endpoint(
        server.id(),
        new ServerConfig(own.scheme(), own.host(), port, own.weight(), own.priority(), own.zone()),
        server.addresses().stream().map(address -> onPort(address, port)).toList());
  }

  private static SocketAddress onPort(SocketAddress address, int port) {
    if (!(address instanceof InetSocketAddress internet)) {
      return address;
    }
    return internet.getAddress() == null
        ? InetSocketAddress.createUnresolved(internet.getHostString(), port)
        : new InetSocketAddress(internet.getAddress(), port);
  }

  private ServerCheck checkOf(ServerState state, Endpoint server, Consumer<CheckResult> done) {
    return switch (rules.type()) {
      case TCP -> new TcpCheck(on.connector(), site, server, done);
      case HTTP ->
        new RequestCheck(
            protocol,
            server,
            state,
            head(server, AsciiString.of(rules.method()), rules.path(), 0),
            NO_BODY,
            new HttpHealth(rules),
            done);
      case GRPC -> {
        RequestHead call =
            head(server, AsciiString.of("POST"), GrpcHealth.PATH, RequestHead.UNKNOWN_LENGTH);
        call.fields().add(HttpHeaderNames.CONTENT_TYPE, GRPC);
        call.fields().add(HttpHeaderNames.TE, TRAILERS);
        yield new RequestCheck(
            protocol,
            server,
            state,
            call,
            GrpcHealth.request(rules.service()),
            new GrpcHealth(rules.service()),
            done);
      }
    };
  }

  private RequestHead head(Endpoint server, AsciiString method, String path, long length) {
    String host = rules.host();
    Fields fields = new Fields();
    fields.add(HttpHeaderNames.USER_AGENT, USER_AGENT);
    return new RequestHead(
        method,
        server.server().scheme().isSecure(),
        host == null ? server.server().authority() : host,
        path,
        fields,
        length);
  }

  /** The checks of one server, one after the other. */
  private final class Checked {
    private final ServerState state;
    private Endpoint endpoint;
    private @Nullable ScheduledFuture<?> next;
    private @Nullable ServerCheck current;
    private @Nullable ScheduledFuture<?> limit;
    private long startNanos;
    private boolean isStopped;

    Checked(ServerState state, Endpoint endpoint) {
      this.state = state;
      this.endpoint = endpoint;
    }

    /** Schedules the first check at a random moment, so that many servers are not checked at once. */
    Checked first() {
      schedule(ThreadLocalRandom.current().nextLong(rules.interval().toNanos()));
      return this;
    }

    void restart() {
      if (current == null) {
        cancel(next);
        first();
      }
    }

    void stop() {
      isStopped = true;
      cancel(next);
      cancel(limit);
      ServerCheck running = current;
      current = null;
      if (running != null) {
        running.abandon();
        on.ended();
      }
    }

    private void schedule(long nanos) {
      next = on.schedule(() -> on.whenFree(this::check), nanos);
    }

    private void check() {
      if (isStopped) {
        on.ended();
        return;
      }
      startNanos = on.nanoTime();
      Endpoint server = onPort(endpoint, rules.port());
      ServerCheck check = checkOf(state, server, this::result);
      current = check;
      limit = on.schedule(this::timedOut, rules.timeout().toNanos());
      check.start();
    }

    private void timedOut() {
      ServerCheck running = current;
      if (running != null) {
        result(running.abandon());
      }
    }

    private void result(CheckResult result) {
      if (isStopped || current == null) {
        return;
      }
      current = null;
      cancel(limit);
      on.ended();
      long now = on.nanoTime();
      counts.count(result.outcome(), now - startNanos);
      if (result.outcome() != CheckResult.Outcome.SKIPPED) {
        boolean isHealthy = result.outcome() == CheckResult.Outcome.HEALTHY;
        state.checked(isHealthy, result.why(), rules, now);
      }
      schedule(nextNanos());
    }

    private long nextNanos() {
      long interval = rules.interval().toNanos();
      long most = interval / 100 * rules.jitter();
      return interval + ThreadLocalRandom.current().nextLong(-most, most + 1);
    }

    private static void cancel(@Nullable ScheduledFuture<?> task) {
      if (task != null) {
        task.cancel(false);
      }
    }
  }
}
