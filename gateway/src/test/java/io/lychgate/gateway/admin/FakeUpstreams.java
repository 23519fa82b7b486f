package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.RouteTable;
import io.lychgate.gateway.admin.seam.Upstreams;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.ServerDecision;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/**
 * One upstream with a usable and an ejected server, and two routes. The first route serves every request. A test may add others before
 * them.
 */
final class FakeUpstreams implements Upstreams, RouteTable {
  private static final Instant SINCE = Instant.parse("2026-11-21T09:00:00Z");

  /** A server with a decision that no upstream has. */
  static final String GONE = "http://10.0.0.9:3000";

  /** Names of upstreams without servers, and of routes to them. */
  final List<String> others = new CopyOnWriteArrayList<>();

  private final Map<String, Decided> decided =
      new ConcurrentHashMap<>(Map.of(GONE, new Decided("eject", "old", "kim", SINCE)));
  private final Map<String, Long> versions = new ConcurrentHashMap<>(Map.of(GONE, 9L));
  private long last = 9;

  @Override
  public List<UpstreamView> all() {
    return Stream.concat(others.stream().map(FakeUpstreams::other), Stream.of(app()))
        .toList();
  }

  private static UpstreamView other(String name) {
    return new UpstreamView(name, 0, 0, 0, 0, 0, 0, List.of(), List.of(name), List.of(), List.of());
  }

  private UpstreamView app() {
    return new UpstreamView(
        "app",
        4,
        1,
        6,
        1,
        120,
        2,
        List.of(new Count("queue_full", 3)),
        List.of("shop"),
        List.of(new Source(
            "dns:app.internal",
            2,
            SINCE,
            "app.internal: no name server has responded in time",
            SINCE,
            List.of(new Count("timeout", 4)))),
        List.of(
            server("http://10.0.0.1:3000", "up", "", List.of()),
            server(
                "http://10.0.0.2:3000",
                "ejected",
                "5 consecutive failures, the last: reset",
                List.of(new Count("reset", 5)))));
  }

  private Server server(String id, String state, String reason, List<Count> failures) {
    Decided override = decided.get(id);
    String now =
        override == null ? state : override.kind().equals("drain") ? "draining" : "disabled";
    return new Server(
        id,
        id,
        1,
        0,
        null,
        now,
        now.equals("up"),
        reason,
        SINCE,
        2,
        60,
        failures,
        0.012,
        0,
        override,
        Precondition.etag(versions.getOrDefault(id, ServerDecision.NONE)));
  }

  @Override
  public List<GoneServer> gone() {
    return decided.containsKey(GONE)
        ? List.of(new GoneServer("app", GONE, decided.get(GONE), Precondition.etag(9)))
        : List.of();
  }

  @Override
  public Outcome<ServerDecision> decide(
      String upstream,
      String server,
      Decision decision,
      String reason,
      LongPredicate mayReplace,
      Actor actor) {
    long current = versions.getOrDefault(server, ServerDecision.NONE);
    if (!mayReplace.test(current)) {
      return new Outcome.Stale<>(current);
    }
    boolean isRemoval = decision == Decision.ENABLE;
    if (isRemoval) {
      decided.remove(server);
      versions.remove(server);
    } else {
      decided.put(server, new Decided(decision.token(), reason, actor.name(), SINCE));
      versions.put(server, ++last);
    }
    return isRemoval && current == ServerDecision.NONE
        ? new Outcome.Missing<>("none")
        : new Outcome.Done<>(new ServerDecision(
            upstream, server, ServerDecision.Kind.DRAIN, reason, actor.name(), SINCE, last));
  }

  @Override
  public List<RouteView> routes() {
    return Stream.concat(
            others.stream().map(name -> route(name, "/" + name, new Action("fixed", "204"))),
            Stream.of(
                route("shop", "/shop", new Action("proxy", "app")),
                route("rest", "/*", new Action("fixed", "404"))))
        .toList();
  }

  private RouteView route(String id, String path, Action action) {
    boolean isProxy = action.kind().equals("proxy");
    return new RouteView(
        id,
        "www.example.com",
        List.of("www.example.com", "example.com"),
        isProxy ? 1 : 2,
        path,
        false,
        List.of(),
        isProxy ? List.of("header x-beta is 1") : List.of(),
        true,
        false,
        false,
        action,
        List.of(
            new PolicyView("maintenance", "site", null, null),
            new PolicyView("errorPages", "listener", "public", "2 pages for failures")),
        List.of("rejects requests with Early-Data: 1 (425)"),
        List.of("edits response headers"),
        isProxy
            ? List.of(new Target(
                "app",
                app().servers().stream()
                    .map(each -> new TargetServer(
                        each.id(), each.state(), each.takesRequests(), each.reason()))
                    .toList()))
            : List.of(),
        60,
        1,
        isProxy
            ? List.of(new RouteProblem("server-out", "1 of 2 servers is ejected."))
            : List.of());
  }

  @Override
  public List<GatewayState.Listener> listeners() {
    return List.of(new GatewayState.Listener(
        "public", "0.0.0.0:8443", List.of(Protocol.HTTP_3, Protocol.HTTP_2), null, List.of()));
  }

  @Override
  public Optional<RouteDecision> explain(TrialRequest request) {
    if (request.listener() != null && !request.listener().equals("public")) {
      return Optional.empty();
    }
    return Optional.of(new RouteDecision(
        request.url(),
        request.method(),
        "www.example.com",
        "/shop",
        "public",
        "route",
        null,
        "Route shop serves the request.",
        "shop",
        List.of(new SiteReason(
            "www.example.com", List.of("www.example.com"), "www.example.com", "serves", "It is.")),
        List.of(new RouteReason(
            "shop",
            "/shop",
            false,
            List.of(),
            List.of("header x-beta is 1"),
            new Action("proxy", "app"),
            "serves",
            "It is.")),
        new Chain(
            List.of(new PolicyView("maintenance", "route", null, "off")),
            List.of("rejects requests with Early-Data: 1 (425)"),
            List.of("edits response headers"),
            "/v2/shop",
            new Action("proxy", "app")),
        List.of("The request opens a WebSocket.")));
  }
}
