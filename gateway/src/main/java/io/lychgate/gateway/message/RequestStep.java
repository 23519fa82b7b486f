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

  /** Returns the step as operators see it, in a few words. */
  default String summary() {
    return getClass().isHidden() ? "step" : getClass().getSimpleName();
  }

  /** Returns a step with a summary for operators. */
  static RequestStep named(String summary, RequestStep step) {
    return new RequestStep() {
      @Override
      public void decide(RequestContext context, Continuation continuation) {
        step.decide(context, continuation);
      }

      @Override
      public String summary() {
        return summary;
      }
    };
  }
}
