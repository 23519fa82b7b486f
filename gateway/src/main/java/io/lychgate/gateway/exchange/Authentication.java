package io.lychgate.gateway.exchange;

import io.lychgate.gateway.auth.Decisions;
import io.lychgate.gateway.auth.forward.AuthUpstream;
import io.lychgate.gateway.auth.forward.ForwardAuthStep;
import io.lychgate.gateway.auth.jwt.TokenVerifiers;
import io.lychgate.gateway.auth.oidc.RelyingParties;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.policy.ForwardAuthPolicy;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policy;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.Requester;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.ForwardPolicy;
import io.lychgate.gateway.upstream.OutgoingRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/** Makes the steps of a route that identify the senders of its requests by logins, by tokens, or by servers that decide. */
final class Authentication {
  private final TokenVerifiers tokens;
  private final RelyingParties logins;
  private final ToIntBiFunction<String, String> numbering;
  private final IntFunction<LoopContext> loops;

  /**
   * @param tokens outlives the snapshots
   * @param logins outlives the snapshots
   * @param numbering maps the key of a policy and a route to their number in counters
   * @param loops returns an event loop by its number
   */
  public Authentication(
      TokenVerifiers tokens,
      RelyingParties logins,
      ToIntBiFunction<String, String> numbering,
      IntFunction<LoopContext> loops) {
    this.tokens = tokens;
    this.logins = logins;
    this.numbering = numbering;
    this.loops = loops;
  }

  /**
   * Returns the steps in the order in which they run.
   *
   * @param upstreams returns the upstream of a name
   */
  List<RequestStep> steps(
      Policies policies, String routeId, Function<String, UpstreamConfig> upstreams) {
    List<RequestStep> steps = new ArrayList<>();
    OidcPolicy oidc = policies.get(OidcPolicy.class);
    if (oidc != null) {
      steps.add(logins.step(oidc, decisions(oidc, routeId)));
    }
    JwtPolicy jwt = policies.get(JwtPolicy.class);
    if (jwt != null) {
      steps.add(tokens.step(jwt, decisions(jwt, routeId)));
    }
    ForwardAuthPolicy forward = policies.get(ForwardAuthPolicy.class);
    if (forward != null) {
      steps.add(new ForwardAuthStep(
          forward,
          new LoopAuthUpstream(upstreams.apply(forward.upstream()), loops),
          decisions(forward, routeId)));
    }
    return steps;
  }

  private Decisions decisions(Policy policy, String routeId) {
    return new Decisions(
        loop -> loops.apply(loop).observer(), numbering.applyAsInt(policy.key(), routeId));
  }

  /** Sends questions over the connections of the event loop, as requests of routes. */
  private record LoopAuthUpstream(UpstreamConfig upstream, IntFunction<LoopContext> loops)
      implements AuthUpstream {
    @Override
    public Responder send(RequestContext context, RequestHead question, ResponseSink sink) {
      // The server may be behind this gateway, on a route with the same policy.
      Fields way = context.request().fields();
      for (int i = way.indexOf(HttpHeaderNames.VIA, 0);
          i >= 0;
          i = way.indexOf(HttpHeaderNames.VIA, i + 1)) {
        question.fields().add(HttpHeaderNames.VIA, way.value(i));
      }
      question.fields().add(HttpHeaderNames.VIA, ForwardedFields.via(Protocol.HTTP_1_1));
      if (ForwardedFields.isLoop(question.fields())) {
        sink.fail(new ExchangeFailure(Kind.LOOP, "via: this gateway, over and over"));
        return NoResponder.INSTANCE;
      }
      return loops
          .apply(context.loopNumber())
          .upstreams()
          .forward(
              upstream,
              OutgoingRequest.ofGateway(question),
              new OfQuestion(context),
              ForwardPolicy.DEFAULT,
              sink);
    }

    @Override
    public DeadlineWheel deadlines(RequestContext context) {
      return loops.apply(context.loopNumber()).deadlines();
    }
  }

  /** The client of a request on which another server decides. That server gets its address in fields only. */
  private record OfQuestion(RequestContext context) implements Requester {
    @Override
    public long clientHash() {
      return context.clientHash();
    }

    @Override
    public boolean hasMoreInput() {
      return context.hasMoreInput();
    }

    @Override
    public @Nullable RequestTrace trace() {
      return context.trace();
    }
  }
}
