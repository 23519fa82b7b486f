package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.site.RewriteConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.exchange.traffic.Mirror;
import io.lychgate.gateway.exchange.traffic.TrafficSplit;
import io.lychgate.gateway.filter.TargetRewrite;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.http.grpc.GrpcTimeout;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.count.RouteDecisionCount;
import io.lychgate.gateway.observe.count.SideCount;
import io.lychgate.gateway.upstream.ForwardPolicy;
import io.lychgate.gateway.upstream.Forwarded;
import io.lychgate.gateway.upstream.OutgoingRequest;
import io.lychgate.gateway.upstream.WebSocketHandshake;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Forwards the requests of a route to its upstream, or to one of several, and copies of them to its mirror. */
final class Forwarding implements ResponderFactory {
  private final RouteAction.ProxyAction proxy;
  private final UpstreamConfig upstream;
  private final @Nullable TrafficSplit split;
  private final @Nullable Mirror mirror;
  private final @Nullable TargetRewrite rewrite;
  private final @Nullable String host;
  private final IntFunction<LoopContext> loops;
  private final ForwardPolicy policy;

  /**
   * @param upstream the upstream of a route without a split
   * @param rewrite changes of the request's target; null for none
   * @param loops returns an event loop by its number
   */
  Forwarding(
      RouteAction.ProxyAction proxy,
      UpstreamConfig upstream,
      @Nullable TrafficSplit split,
      @Nullable Mirror mirror,
      @Nullable RewriteConfig rewrite,
      IntFunction<LoopContext> loops) {
    this.proxy = proxy;
    this.upstream = upstream;
    this.split = split;
    this.mirror = mirror;
    this.rewrite = rewrite == null ? null : new TargetRewrite(rewrite);
    this.host = rewrite == null || rewrite.host() == null ? proxy.hostRewrite() : rewrite.host();
    this.loops = loops;
    this.policy = proxy.timeout() == null && proxy.retries()
        ? ForwardPolicy.DEFAULT
        : new ForwardPolicy(
            proxy.timeout() == null ? 0 : proxy.timeout().toNanos(), proxy.retries());
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    RequestHead request = context.request();
    if (ForwardedFields.isLoop(request.fields())) {
      sink.fail(new ExchangeFailure(Kind.LOOP, "via: this gateway, over and over"));
      return NoResponder.INSTANCE;
    }
    if (MaxForwards.isUsedUp(request)) {
      return ServerOptions.response().respond(context, sink);
    }
    if (rewrite != null) {
      request = rewrite.apply(request);
      if (request == null) {
        loops.apply(context.loopNumber()).observer().decided(RouteDecisionCount.REWRITE_REFUSED);
        sink.fail(new ExchangeFailure(
            Kind.BAD_REQUEST, "path: too long, malformed or outside of its prefix once rewritten"));
        return NoResponder.INSTANCE;
      }
    }
    if (split == null) {
      return forward(context, request, upstream, sink);
    }
    TrafficSplit.Chosen chosen = split.choose(context);
    loops.apply(context.loopNumber()).observer().side(chosen.number(), SideCount.CHOSEN);
    return forward(context, request, chosen.upstream(), chosen.sink(sink, request.isSecure()));
  }

  /** @param request with its target for the upstream */
  private Responder forward(
      RequestContext context, RequestHead request, UpstreamConfig to, ResponseSink sink) {
    WebSocketHandshake handshake =
        context.isTunnel() ? WebSocketHandshake.of(WebSocketRequest.key(request)) : null;
    context.prepareToForward();
    MaxForwards.count(request);
    if (context.isEarly()) {
      // RFC 8470 5.1: the upstream decides whether it takes the risk of a copy.
      request.fields().set(FieldNames.EARLY_DATA, EarlyRequests.ONE);
    }
    ForwardPolicy bounds = policyOf(context, request);
    if (bounds == null) {
      sink.fail(new ExchangeFailure(
          Kind.DEADLINE_EXCEEDED, "grpc-timeout: over before the request was forwarded"));
      return NoResponder.INSTANCE;
    }
    LoopContext loop = loops.apply(context.loopNumber());
    // Before the request is written: its connection may add fields.
    Mirror.Copy copy = handshake == null ? copyOf(context, request, loop) : null;
    // The bytes behind an Upgrade are for the tunnel.
    boolean isWhole = !context.hasBody() && (handshake == null || request.protocol() != null);
    Forwarded responder = loop.upstreams()
        .forward(
            to,
            new OutgoingRequest(request, hostFor(request), isWhole, handshake),
            context,
            bounds,
            copy == null || isWhole ? sink : copy.watching(sink));
    context.servedBy(responder);
    return copy == null ? responder : copy.beside(responder, isWhole);
  }

  private Mirror.@Nullable Copy copyOf(
      RequestContext context, RequestHead request, LoopContext loop) {
    return mirror == null
        ? null
        : mirror.prepare(
            request,
            hostFor(request),
            context.clientHash(),
            new Mirror.Loop(loop.upstreams(), loop.deadlines(), loop.observer()));
  }

  /**
   * Returns the bounds of a request: those of the route, and the timeout that a request of gRPC states. The rest of the timeout goes to
   * the server. Null if nothing is left of it.
   */
  private @Nullable ForwardPolicy policyOf(RequestContext context, RequestHead request) {
    GrpcForm form = GrpcForm.of(request.fields());
    if (form == GrpcForm.NONE) {
      return policy;
    }
    CharSequence stated = request.fields().get(GrpcTimeout.FIELD);
    long own = stated == null ? GrpcTimeout.MALFORMED : GrpcTimeout.nanos(stated);
    long total = policy.timeoutNanos() == 0 ? Long.MAX_VALUE : policy.timeoutNanos();
    if (own != GrpcTimeout.MALFORMED) {
      total = Math.min(total, own - context.nanosSoFar());
    }
    if (total == Long.MAX_VALUE) {
      return policy;
    }
    if (total <= 0) {
      return null;
    }
    request.fields().set(GrpcTimeout.FIELD, GrpcTimeout.text(total));
    return new ForwardPolicy(total, policy.mayRetry());
  }

  /** Returns the value of the Host field; null for that of the server, which is chosen later. */
  private @Nullable CharSequence hostFor(RequestHead request) {
    if (host != null) {
      return host;
    }
    return proxy.preserveHost() ? request.authority() : null;
  }
}
