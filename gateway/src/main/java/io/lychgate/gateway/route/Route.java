package io.lychgate.gateway.route;

import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseFilter;
import java.util.List;

/**
 * One route of a snapshot, compiled from its configuration. The lists are empty for a route without policies.
 *
 * @param number represents the route's id in counters, and stays the same for the lifetime of the process
 * @param siteNumber represents its site in counters, in the same way
 * @param altSvc the Alt-Svc setting of its site
 * @param steps decisions on a request, in the order in which they run
 * @param filters changes to a response, the one next to the responder first
 * @param responder creates responses
 */
public record Route(
    int number,
    int siteNumber,
    RouteConfig config,
    AltSvcUse altSvc,
    List<RequestStep> steps,
    List<ResponseFilter> filters,
    ResponderFactory responder) {
  /** Stands for "no route" in counters. */
  public static final int NONE = 0;

  /** Stands for "no site" in counters. */
  public static final int NO_SITE = 0;

  /** A route that is only found and never responds, such as in a plan. */
  public static Route toMatch(RouteConfig config, SiteConfig site) {
    return new Route(
        NONE, NO_SITE, config, site.altSvc(), List.of(), List.of(), (context, sink) -> {
          throw new IllegalStateException("route " + config.id() + ": no responder");
        });
  }

  public Route {
    steps = List.copyOf(steps);
    filters = List.copyOf(filters);
  }

  public String id() {
    return config.id();
  }
}
