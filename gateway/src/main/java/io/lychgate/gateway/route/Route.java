package io.lychgate.gateway.route;

import io.lychgate.gateway.config.AltSvcUse;
import io.lychgate.gateway.config.RouteConfig;

/**
 * One route of a snapshot.
 *
 * @param number what stands for the route's id in counters, the same for as long as the process lives
 * @param altSvc what responses of its site say of HTTP/3
 */
public record Route(int number, RouteConfig config, AltSvcUse altSvc) {
  /** Stands for "no route" in counters. */
  public static final int NONE = 0;

  public String id() {
    return config.id();
  }
}
