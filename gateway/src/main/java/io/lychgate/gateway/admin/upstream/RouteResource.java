package io.lychgate.gateway.admin.upstream;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.http.RequestedHost;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.admin.seam.RouteTable;
import io.lychgate.gateway.admin.seam.RouteTable.RouteView;
import io.lychgate.gateway.admin.seam.RouteTable.TrialRequest;
import io.lychgate.gateway.config.check.Limits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sites and routes in force, and the route of a described request. */
public final class RouteResource {
  private static final int MAX_URL = 8192;
  private static final int MAX_FIELD = 16384;

  private final RouteTable table;
  private final InstantSource clock;

  public RouteResource(RouteTable table, InstantSource clock) {
    this.table = table;
    this.clock = clock;
  }

  public Reply list(Call call) {
    Predicate<RouteView> wanted = filter(call);
    List<RouteView> all =
        table.routes().stream().filter(route -> call.sees(route.hosts())).toList();
    List<RouteView> matching = all.stream().filter(wanted).toList();
    Cursor.Part<RouteView> page = Cursor.inOrder(call, matching, RouteView::id);
    return Reply.ok(new RoutePage(
        clock.instant(),
        table.listeners().stream().map(Entrance::of).toList(),
        all.stream().filter(route -> !route.problems().isEmpty()).count(),
        page.total(),
        page.next(),
        page.items()));
  }

  public Reply explain(Call call) {
    TrialRequest request = call.body(RouteResource::request);
    RequestedHost.require(
        call,
        request.url(),
        request.host(),
        request.headers().stream().map(PlanRequest.Header::name).toList());
    int characters = request.headers().stream()
        .mapToInt(header -> header.name().length() + header.value().length())
        .sum();
    if (characters > Limits.MAX_HEADER_BYTES) {
      throw Call.invalid(
          "headers", characters + " characters", "at most " + Limits.MAX_HEADER_BYTES + " in all");
    }
    return Reply.ok(table
        .explain(request)
        .orElseThrow(() -> Call.invalid(
            "listener",
            String.valueOf(request.listener()),
            "one of "
                + String.join(
                    ", ",
                    table.listeners().stream().map(GatewayState.Listener::name).toList()))));
  }

  private static TrialRequest request(JsonBody body) {
    String method = body.optionalText("method", 50);
    return new TrialRequest(
        method == null ? "GET" : method,
        body.text("url", 1, MAX_URL),
        body.optionalText("host", 255),
        body.optionalText("listener", 100),
        body.objects(
            "headers",
            100,
            header -> new PlanRequest.Header(
                header.text("name", 1, 200), header.text("value", 0, MAX_FIELD))));
  }

  private static Predicate<RouteView> filter(Call call) {
    String text = call.query("q").toLowerCase(Locale.ROOT);
    String site = call.query("site");
    String upstream = call.query("upstream");
    boolean problemsOnly = Flag.of(call, "problems");
    return route -> texts(route).anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(text))
        && (site.isEmpty() || route.site().equals(site))
        && (upstream.isEmpty()
            || route.upstreams().stream().anyMatch(target -> target.name().equals(upstream)))
        && (!problemsOnly || !route.problems().isEmpty());
  }

  private static Stream<String> texts(RouteView route) {
    return Stream.concat(
        Stream.of(route.id(), route.path(), route.action().target()), route.hosts().stream());
  }

  /** A listener. Each serves all sites. */
  private record Entrance(
      String name,
      String address,
      List<String> protocols,
      @Nullable String complaint) {
    static Entrance of(GatewayState.Listener listener) {
      return new Entrance(
          listener.name(),
          listener.address(),
          listener.protocols().stream().map(protocol -> protocol.token()).toList(),
          listener.complaint());
    }
  }

  private record RoutePage(
      Instant at,
      List<Entrance> listeners,
      long problems,
      long total,
      @Nullable String next,
      List<RouteView> items) {}
}
