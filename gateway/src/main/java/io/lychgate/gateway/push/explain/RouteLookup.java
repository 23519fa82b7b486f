package io.lychgate.gateway.push.explain;

import org.jspecify.annotations.Nullable;

/** Finds the route that serves a URL, for explanations. Rules may name routes, which this package does not know. */
@FunctionalInterface
public interface RouteLookup {
  /** A lookup without routes. */
  RouteLookup NONE = target -> null;

  /** Returns the id of the route; null if it is unknown or no route matches. */
  @Nullable
  String idFor(PlanTarget target);
}
