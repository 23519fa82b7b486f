package io.lychgate.gateway.message;

/**
 * One decision on requests of a route, before anything is sent: a refusal, a limit, a login. One object serves all exchanges of a
 * snapshot on all loops, so it holds no state of an exchange. Event loop only.
 */
public interface RequestStep {
  /**
   * Decides at once or later. The request's body waits meanwhile, bounded by the client's receive window. A step bounds its own
   * duration, because the gateway sets no timeout for it.
   */
  void decide(RequestContext context, Continuation continuation);
}
