package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the gateway that a question is about.
 *
 * @param name listener or site; null for all of the scope, each apart
 * @param node id of one node; null for the sum over all nodes
 */
public record Selection(
    Scope scope, @Nullable String name, @Nullable String node) {
  /** The whole gateway, summed over all nodes. */
  public static final Selection WHOLE = new Selection(Scope.ALL, "", null);

  public static Selection site(String name) {
    return new Selection(Scope.SITE, name, null);
  }

  public static Selection listener(String name) {
    return new Selection(Scope.LISTENER, name, null);
  }

  /** Returns all names of the scope, each apart. */
  public static Selection each(Scope scope) {
    return new Selection(scope, scope == Scope.ALL ? "" : null, null);
  }

  public Selection ofNode(@Nullable String id) {
    return new Selection(scope, name, id);
  }
}
