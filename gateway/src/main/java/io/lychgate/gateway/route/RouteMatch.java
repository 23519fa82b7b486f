package io.lychgate.gateway.route;

import java.util.Set;

/** The result of routing a request. */
public sealed interface RouteMatch {
  /** This route serves the request. */
  record Found(Route route) implements RouteMatch {}

  /** A route has the path, but none allows the method (RFC 9110 section 15.5.6); {@code allowed} is the Allow field. */
  record MethodNotAllowed(Set<String> allowed) implements RouteMatch {}

  /** The path is too long for the regular expressions of the site's routes (RFC 9110 section 15.5.15). */
  record PathTooLong(int longest) implements RouteMatch {}

  /** The request is too large for the conditions of a route (RFC 6585 section 5). The next route must not get it instead. */
  record ConditionsTooCostly() implements RouteMatch {}

  /** No route of the site has this path. */
  record NoRoute() implements RouteMatch {}

  /** No site has this host: the client reached a server that is not responsible (RFC 9110 section 15.5.20). */
  record NoSite() implements RouteMatch {}
}
