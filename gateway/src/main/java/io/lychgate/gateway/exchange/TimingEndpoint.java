package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.timing.PageTimings;
import io.lychgate.gateway.timing.TimingScript;
import io.lychgate.gateway.timing.ViewLanes;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint by which pages report how fast they were: it serves the script, by a name with its hash and by a lasting one, and accepts
 * reports. Built once for each snapshot that measures pages.
 */
public final class TimingEndpoint implements SiteEndpoint {
  private static final AsciiString PATH = AsciiString.cached(TimingScript.PATH);
  private static final AsciiString LASTING = AsciiString.cached(TimingScript.PATH + ".js");

  /** RFC 8246: the name has a hash of the content. */
  private static final AsciiString FOR_EVER =
      AsciiString.cached("public, max-age=31536000, immutable");

  private static final AsciiString AN_HOUR = AsciiString.cached("public, max-age=3600");

  private final PageTimings timings;

  /** Reports that one network may send in a minute, by site. */
  private final Map<String, Integer> limits;

  private final Map<Place, Map<String, TimingsPolicy>> routes;
  private final double waterfalls;
  private final AsciiString scriptPath = new AsciiString(TimingScript.get().path());
  private final SiteScript script = new SiteScript(TimingScript.get().content());

  /** A site as a listener serves it. */
  private record Place(String listener, String site) {}

  private TimingEndpoint(
      PageTimings timings,
      Map<String, Integer> limits,
      Map<Place, Map<String, TimingsPolicy>> routes,
      double waterfalls) {
    this.timings = timings;
    this.limits = limits;
    this.routes = routes;
    this.waterfalls = waterfalls;
  }

  /** Returns the page views of which all times are being kept. */
  ViewLanes lanes() {
    return timings.lanes();
  }

  /** Returns the largest share of the page views that a policy keeps with all times. */
  double waterfalls() {
    return waterfalls;
  }

  /** Returns the endpoint; null if no policy measures pages. */
  public static @Nullable TimingEndpoint of(GatewayConfig config, PageTimings timings) {
    List<TimingsPolicy> all = config.policies(TimingsPolicy.class);
    if (all.isEmpty()) {
      return null;
    }
    Map<String, Integer> limits = new HashMap<>();
    Map<Place, Map<String, TimingsPolicy>> routes = new HashMap<>();
    for (SiteConfig site : config.sites()) {
      // The limit is before the view id is read, which names the route.
      config.policies(site, TimingsPolicy.class).stream()
          .mapToInt(TimingsPolicy::reportsPerNetwork)
          .max()
          .ifPresent(most -> limits.put(site.hosts().get(0).toString(), most));
      for (ListenerConfig listener : config.listeners()) {
        routes.put(
            new Place(listener.name(), site.hosts().get(0).toString()), policies(site, listener));
      }
    }
    double waterfalls =
        all.stream().mapToDouble(TimingsPolicy::waterfalls).max().orElse(0);
    return new TimingEndpoint(timings, Map.copyOf(limits), Map.copyOf(routes), waterfalls);
  }

  /** Returns the policies of the measured routes. */
  private static Map<String, TimingsPolicy> policies(SiteConfig site, ListenerConfig listener) {
    Map<String, TimingsPolicy> policies = new HashMap<>();
    for (RouteConfig route : site.routes()) {
      TimingsPolicy policy = route
          .policies()
          .within(site.policies())
          .within(listener.policies())
          .get(TimingsPolicy.class);
      if (policy != null) {
        policies.put(route.id(), policy);
      }
    }
    return policies;
  }

  @Override
  public boolean isFor(RequestHead request) {
    CharSequence path = request.path();
    return AsciiString.regionMatches(PATH, false, 0, path, 0, PATH.length())
        && (SiteEndpoint.isAt(PATH, path)
            || SiteEndpoint.isAt(LASTING, path)
            || SiteEndpoint.isAt(scriptPath, path));
  }

  @Override
  public Responder respond(Exchange exchange, boolean end) {
    exchange.ahead().own();
    RequestHead request = exchange.request();
    if (!SiteEndpoint.isAt(PATH, request.path())) {
      boolean isNamedByHash = SiteEndpoint.isAt(scriptPath, request.path());
      script.send(
          exchange,
          new Fields().add(HttpHeaderNames.CACHE_CONTROL, isNamedByHash ? FOR_EVER : AN_HOUR));
    } else if (request.isMethod(HttpMethod.POST.asciiName())) {
      String site = exchange.account().siteName();
      // A site that is not measured any more has reports of pages from before a reload.
      int perMinute = limits.getOrDefault(site, TimingsPolicy.DEFAULT_REPORTS);
      String listener = exchange.connection().listener().name();
      Map<String, TimingsPolicy> ofRoutes =
          routes.getOrDefault(new Place(listener, site), Map.of());
      return new ReportIntake(exchange, timings, site, ofRoutes, perMinute).begin(end);
    } else {
      SiteEndpoint.refuseMethod(exchange, "POST");
    }
    return NoResponder.INSTANCE;
  }
}
