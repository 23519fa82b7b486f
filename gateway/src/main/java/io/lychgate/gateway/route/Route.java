package io.lychgate.gateway.route;

import io.lychgate.gateway.config.RouteConfig;

/**
 * One route of a snapshot.
 *
 * @param number what stands for the route's id in counters, the same for as long as the process lives
 */
public record Route(int number, RouteConfig config) {
  /** Stands for "no route" in counters. */
  public static final int NONE = 0;

  public String id() {
    return config.id();
  }
}
