package io.lychgate.gateway.admin.upstream;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.RouteTable;
import io.lychgate.gateway.admin.seam.RouteTable.RouteView;
import io.lychgate.gateway.admin.seam.Upstreams;
import io.lychgate.gateway.admin.seam.Upstreams.Decision;
import io.lychgate.gateway.admin.seam.Upstreams.GoneServer;
import io.lychgate.gateway.admin.seam.Upstreams.Server;
import io.lychgate.gateway.admin.seam.Upstreams.UpstreamView;
import io.lychgate.gateway.config.yaml.Suggestion;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.ServerDecision;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The upstreams with the state of their servers, and the operator's decisions on servers. */
public final class UpstreamResource {
  private static final int MAX_REASON = 500;

  /** Known names in the message about an unknown one. */
  private static final int MAX_NAMED = 20;

  private final Upstreams upstreams;
  private final RouteTable routes;
  private final GatewayState state;
  private final InstantSource clock;

  /** @param routes the routes, whose hosts are those of their upstreams */
  public UpstreamResource(
      Upstreams upstreams, RouteTable routes, GatewayState state, InstantSource clock) {
    this.upstreams = upstreams;
    this.routes = routes;
    this.state = state;
    this.clock = clock;
  }

  public Reply list(Call call) {
    Predicate<UpstreamView> wanted = filter(call);
    List<UpstreamView> all = visible(call);
    List<UpstreamView> matching = all.stream().filter(wanted).toList();
    Cursor.Part<UpstreamView> page = Cursor.inOrder(call, matching, UpstreamView::name);
    return Reply.ok(new UpstreamPage(
        clock.instant(),
        node(),
        all.stream().filter(UpstreamResource::hasProblem).count(),
        page.total(),
        page.next(),
        page.items(),
        call.seesAllSites() ? upstreams.gone() : List.of()));
  }

  /** Returns the upstreams of routes that the sender sees. */
  private List<UpstreamView> visible(Call call) {
    List<UpstreamView> all = upstreams.all();
    if (call.seesAllSites()) {
      return all;
    }
    Set<String> names = new HashSet<>();
    for (RouteView route : routes.routes()) {
      if (call.sees(route.hosts())) {
        route.upstreams().forEach(target -> names.add(target.name()));
      }
    }
    return all.stream().filter(each -> names.contains(each.name())).toList();
  }

  /** Requires the role of the operation for the hosts of all routes to the upstream: a decision takes effect on all of them. */
  private void requireSites(Call call, String upstream) {
    Role least = Objects.requireNonNull(call.permission().least());
    if (call.principal().hasForAllSites(least)) {
      return;
    }
    find(call, upstream);
    Set<String> hosts = new TreeSet<>();
    for (RouteView route : routes.routes()) {
      if (route.upstreams().stream().anyMatch(target -> target.name().equals(upstream))) {
        hosts.addAll(route.hosts());
      }
    }
    // Without a route, it is an upstream of the gateway as a whole.
    call.requireSites(hosts.isEmpty() ? Set.of(Grant.ALL) : hosts, upstream);
  }

  public Reply get(Call call) {
    return Reply.ok(find(call, call.path("name")));
  }

  public Reply getServer(Call call) {
    return reply(server(call, call.path("name"), call.path("id")));
  }

  public Reply drain(Call call) {
    return decide(call, Decision.DRAIN);
  }

  public Reply eject(Call call) {
    return decide(call, Decision.EJECT);
  }

  public Reply enable(Call call) {
    return decide(call, Decision.ENABLE);
  }

  private Reply decide(Call call, Decision decision) {
    Precondition condition = call.ifMatch();
    String reason = Objects.requireNonNull(call.body(body -> {
      String given = body.optionalText("reason", MAX_REASON);
      return given == null ? "" : given.strip();
    }));
    String upstream = call.path("name");
    String id = call.path("id");
    requireSites(call, upstream);
    if (decision == Decision.ENABLE && isGone(upstream, id)) {
      put(upstream, id, decision, reason, condition, call.actor());
      return Reply.noContent();
    }
    String server = server(call, upstream, id).id();
    put(upstream, server, decision, reason, condition, call.actor());
    return reply(server(call, upstream, server));
  }

  /** Enabling a server without a decision changes nothing, so it is no error. */
  private void put(
      String upstream,
      String server,
      Decision decision,
      String reason,
      Precondition condition,
      Actor actor) {
    Outcome<ServerDecision> outcome =
        upstreams.decide(upstream, server, decision, reason, condition::matches, actor);
    if (outcome instanceof Outcome.Stale<ServerDecision> stale) {
      throw ProblemException.stale(Precondition.etag(stale.currentVersion()));
    }
  }

  private static Reply reply(Server server) {
    return Reply.ok(server).with("etag", server.etag());
  }

  private boolean isGone(String upstream, String id) {
    return upstreams.gone().stream()
        .anyMatch(gone -> gone.upstream().equals(upstream) && gone.id().equals(id));
  }

  private Server server(Call call, String upstream, String id) {
    List<Server> servers = find(call, upstream).servers();
    return servers.stream()
        .filter(server -> server.id().equals(id))
        .findFirst()
        .orElseThrow(
            () -> notFound("server", id, servers.stream().map(Server::id).toList()));
  }

  private UpstreamView find(Call call, String name) {
    List<UpstreamView> all = visible(call);
    return all.stream()
        .filter(upstream -> upstream.name().equals(name))
        .findFirst()
        .orElseThrow(() -> call.absent(
            name,
            "upstream: " + name + " "
                + Suggestion.orExpected(
                    name, all.stream().map(UpstreamView::name).limit(MAX_NAMED).toList())));
  }

  private static ProblemException notFound(String what, String got, List<String> known) {
    return new ProblemException(
        ProblemCode.NOT_FOUND,
        what + ": " + got + " "
            + Suggestion.orExpected(got, known.stream().limit(MAX_NAMED).toList()));
  }

  private Node node() {
    return state.fleet().stream()
        .filter(FleetNode::own)
        .findFirst()
        .map(own -> new Node(own.id(), own.name()))
        .orElse(new Node("", ""));
  }

  private static Predicate<UpstreamView> filter(Call call) {
    String text = call.query("q").toLowerCase(Locale.ROOT);
    boolean problemsOnly = Flag.of(call, "problems");
    return upstream -> (upstream.name().toLowerCase(Locale.ROOT).contains(text)
            || upstream.servers().stream()
                .anyMatch(server -> server.id().toLowerCase(Locale.ROOT).contains(text)))
        && (!problemsOnly || hasProblem(upstream));
  }

  private static boolean hasProblem(UpstreamView upstream) {
    return upstream.servers().isEmpty()
        || upstream.discovery().stream().anyMatch(source -> !source.problem().isEmpty())
        || upstream.servers().stream().anyMatch(server -> !server.takesRequests());
  }

  private record Node(String id, String name) {}

  private record UpstreamPage(
      Instant at,
      Node node,
      long problems,
      long total,
      @Nullable String next,
      List<UpstreamView> items,
      List<GoneServer> gone) {}
}
