package io.lychgate.gateway.route;

import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseFilter;
import java.util.List;

/**
 * The processing of requests of a route, compiled from its action and from the policies that it states or inherits. The lists are empty
 * for a route without policies.
 *
 * @param policies the policies that apply, each with the level that states it
 * @param steps decisions on a request, in the order in which they run
 * @param filters changes to a response, the one next to the responder first
 * @param responder creates responses
 */
public record PolicyChain(
    Policies policies,
    List<RequestStep> steps,
    List<ResponseFilter> filters,
    ResponderFactory responder) {
  public PolicyChain {
    steps = List.copyOf(steps);
    filters = List.copyOf(filters);
  }

  /** A chain without steps and filters. */
  public static PolicyChain of(ResponderFactory responder) {
    return new PolicyChain(Policies.NONE, List.of(), List.of(), responder);
  }
}
