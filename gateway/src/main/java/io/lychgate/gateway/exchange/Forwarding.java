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
import io.lychgate.gateway.upstream.UpstreamExchange;
import io.lychgate.gateway.upstream.WebSocketHandshake;

/** Forwards the requests of a route to its upstream. */
final class Forwarding implements ResponderFactory {
  private final RouteAction.ProxyAction proxy;
  private final UpstreamConfig upstream;

  Forwarding(RouteAction.ProxyAction proxy, UpstreamConfig upstream) {
    this.proxy = proxy;
    this.upstream = upstream;
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    Exchange exchange = Exchange.of(context);
    RequestHead request = exchange.request();
    if (ForwardedFields.isLoop(request.fields())) {
      exchange.fail(new ExchangeFailure(Kind.LOOP, "via: this gateway, over and over"));
      return NoResponder.INSTANCE;
    }
    WebSocketHandshake handshake =
        exchange.isTunnel() ? WebSocketHandshake.of(WebSocketRequest.key(request)) : null;
    ForwardedFields.prepare(request.fields(), request, exchange.connection());
    if (exchange.isEarly()) {
      // RFC 8470 5.1: the upstream decides whether it takes the risk of a copy.
      request.fields().set(FieldNames.EARLY_DATA, EarlyRequests.ONE);
    }
    // The bytes behind an Upgrade are for the tunnel.
    boolean isWhole = !exchange.hasBody() && (handshake == null || request.protocol() != null);
    UpstreamExchange responder = exchange
        .connection()
        .loop()
        .upstreams()
        .forward(
            upstream,
            handshake == null ? request : handshake.request(request),
            hostFor(request),
            isWhole,
            sink,
            handshake,
            exchange.connection().clientHash(),
            exchange.stream().hasMoreInput());
    exchange.account().upstream(responder);
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
