package io.lychgate.gateway.route;

import io.lychgate.gateway.config.AltSvcUse;
import io.lychgate.gateway.config.RouteConfig;

/**
 * One route of a snapshot.
 *
 * @param number number of the route's id in counters, constant during the life of the process
 * @param altSvc the Alt-Svc value of responses of its site
 */
public record Route(int number, RouteConfig config, AltSvcUse altSvc) {
  /** Number for "no route" in counters. */
  public static final int NONE = 0;

  public String id() {
    return config.id();
  }
}
