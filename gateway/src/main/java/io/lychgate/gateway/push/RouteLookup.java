package io.lychgate.gateway.push;

import org.jspecify.annotations.Nullable;

/** Tells which route serves a URL, for explanations: rules may name routes, and this package does not know them. */
@FunctionalInterface
public interface RouteLookup {
  /** A lookup without routes. */
  RouteLookup NONE = target -> null;

  /** The id of the route; null if it is not known, or there is none. */
  @Nullable
  String idFor(PlanTarget target);
}
