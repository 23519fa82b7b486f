package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.policy.TracingPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.trace.Tracing;

/** Begins the span of a request: in the trace of its sender if that is trusted, else in a new one. */
public final class TraceStep implements RequestStep {
  private final TracingPolicy policy;
  private final Tracing tracing;
  private final Object sampler;

  public TraceStep(TracingPolicy policy, Tracing tracing) {
    this.policy = policy;
    this.tracing = tracing;
    this.sampler = Tracing.sampler(policy.share());
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    begin(context);
    continuation.then(Verdict.CONTINUE);
  }

  /** Begins the span, also of a request that no route serves. */
  public void begin(RequestContext context) {
    boolean continues = !context.isPromised()
        && switch (policy.accept()) {
          case ALWAYS -> true;
          case TRUSTED -> context.isFromTrustedProxy();
          case NEVER -> false;
        };
    RequestTrace trace = tracing.begin(context.request(), continues, sampler, context::nanosSoFar);
    if (trace != null) {
      context.traced(trace);
    }
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
