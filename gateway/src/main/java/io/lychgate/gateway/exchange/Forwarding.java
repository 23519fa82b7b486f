package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.ForwardPolicy;
import io.lychgate.gateway.upstream.Forwarded;
import io.lychgate.gateway.upstream.WebSocketHandshake;
import java.util.function.IntFunction;

/** Forwards the requests of a route to its upstream. */
final class Forwarding implements ResponderFactory {
  private final RouteAction.ProxyAction proxy;
  private final UpstreamConfig upstream;
  private final IntFunction<LoopContext> loops;

  Forwarding(
      RouteAction.ProxyAction proxy, UpstreamConfig upstream, IntFunction<LoopContext> loops) {
    this.proxy = proxy;
    this.upstream = upstream;
    this.loops = loops;
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    RequestHead request = context.request();
    if (ForwardedFields.isLoop(request.fields())) {
      sink.fail(new ExchangeFailure(Kind.LOOP, "via: this gateway, over and over"));
      return NoResponder.INSTANCE;
    }
    WebSocketHandshake handshake =
        context.isTunnel() ? WebSocketHandshake.of(WebSocketRequest.key(request)) : null;
    context.prepareToForward();
    if (context.isEarly()) {
      // RFC 8470 5.1: the upstream decides whether it takes the risk of a copy.
      request.fields().set(FieldNames.EARLY_DATA, EarlyRequests.ONE);
    }
    // The bytes behind an Upgrade are for the tunnel.
    boolean isWhole = !context.hasBody() && (handshake == null || request.protocol() != null);
    Forwarded responder = loops
        .apply(context.loopNumber())
        .upstreams()
        .forward(
            upstream,
            request,
            hostFor(request),
            isWhole,
            sink,
            handshake,
            context.clientHash(),
            context.hasMoreInput(),
            ForwardPolicy.DEFAULT);
    context.servedBy(responder);
    return responder;
  }

  private CharSequence hostFor(RequestHead request) {
    String rewrite = proxy.hostRewrite();
    if (rewrite != null) {
      return rewrite;
    }
    return proxy.preserveHost()
        ? request.authority()
        : upstream.servers().get(0).authority();
  }
}
