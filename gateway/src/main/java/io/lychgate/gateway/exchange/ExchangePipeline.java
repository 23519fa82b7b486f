package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.HealthConfig;
import io.lychgate.gateway.config.NormalPath;
import io.lychgate.gateway.config.RouteAction;
import io.lychgate.gateway.config.UpstreamConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.upstream.UpstreamExchange;
import io.lychgate.gateway.upstream.WebSocketHandshake;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * READ FIRST: the steps of one request, in their order.
 *
 * <pre>
 *   checks -> path in normal form -> (health probes and beacons end here) -> route -> (WebSockets become a tunnel here)
 *      -> 103 or PUSH_PROMISE ahead of the page -> the responder
 *        response: {@link Exchange#head} -> {@link FinalHead} (fields, cookie, priority) -> body through the scheduler
 *          -> {@link ExchangeAccount}
 *        no response: {@link Exchange#fail} -> {@link FailureResponse}
 * </pre>
 *
 * <p>The steps are plain methods on the event loop. There is no chain to look up, and a step without work allocates nothing.
 */
final class ExchangePipeline {
  private ExchangePipeline() {}

  static void run(Exchange exchange, boolean end) {
    RequestHead request = exchange.request();
    ExchangeFailure problem = RequestChecks.check(
        request, exchange.connection().listener().limits(), exchange.isPushed());
    if (problem != null) {
      exchange.fail(problem);
      return;
    }
    normalizePath(exchange);
    request = exchange.request();
    HealthConfig health = exchange.connection().listener().health();
    if (HealthEndpoint.isFor(health, request)) {
      exchange.snapshot().health().respond(exchange, health);
      return;
    }
    BeaconEndpoint beacons = exchange.snapshot().beacons();
    if (beacons != null && beacons.isFor(request) && hasSite(exchange)) {
      continueIfExpected(exchange, end);
      exchange.respondWith(beacons.respond(exchange, end));
      return;
    }
    Route route = route(exchange);
    if (route == null) {
      return;
    }
    if (route.config().refusesReservedEscapes() && NormalPath.hasReservedEscape(request.path())) {
      exchange.fail(new ExchangeFailure(
          Kind.BAD_REQUEST, "path: %2F, %5C or %00, which the route refuses (reservedEscapes)"));
      return;
    }
    if (EarlyRequests.isRefused(request, route)) {
      exchange.fail(new ExchangeFailure(Kind.TOO_EARLY, "early-data: not accepted by the route"));
      return;
    }
    RouteAction.ProxyAction webSockets = webSocketsOf(route);
    if (webSockets != null && WebSocketRequest.isRequestedBy(request)) {
      exchange.expectTunnel();
      exchange.respondWith(
          forward(exchange, webSockets, end && request.protocol() != null, exchange));
      return;
    }
    if (request.protocol() != null) {
      // RFC 8441 3 and RFC 9220 3. An Upgrade is ignored instead (RFC 9110 7.8).
      exchange.fail(
          new ExchangeFailure(Kind.NOT_IMPLEMENTED, "the route does not accept WebSockets"));
      return;
    }
    exchange.ahead().send(route);
    continueIfExpected(exchange, end);
    exchange.respondWith(exchange.ahead().holding(respond(exchange, route, end)));
  }

  private static RouteAction.@Nullable ProxyAction webSocketsOf(Route route) {
    return route.config().action() instanceof RouteAction.ProxyAction proxy && proxy.webSocket()
        ? proxy
        : null;
  }

  /** Normalizes the path once (RFC 3986 section 6.2.2): routes, rules, files and upstreams see the same path. */
  private static void normalizePath(Exchange exchange) {
    RequestHead request = exchange.request();
    if (!NormalPath.isNormal(request.path())) {
      String host = exchange.connection().hostOf(request.authority());
      exchange.normalize(
          AsciiString.of(exchange.snapshot().router().normalize(host, request.path())));
    }
  }

  private static boolean hasSite(Exchange exchange) {
    String host = exchange.connection().hostOf(exchange.request().authority());
    return exchange.snapshot().router().hasSite(host);
  }

  private static @Nullable Route route(Exchange exchange) {
    RequestHead request = exchange.request();
    String host = exchange.connection().hostOf(request.authority());
    RouteMatch match =
        exchange.snapshot().router().match(host, methodOf(request), pathOf(request.path()));
    if (match instanceof RouteMatch.Found found) {
      exchange.route(found.route());
      return found.route();
    }
    if (match instanceof RouteMatch.MethodNotAllowed notAllowed) {
      Fields fields =
          new Fields().add(HttpHeaderNames.ALLOW, String.join(", ", notAllowed.allowed()));
      exchange.failWith(
          new ExchangeFailure(Kind.METHOD_NOT_ALLOWED, request.method() + " is not allowed"),
          fields);
    } else if (match instanceof RouteMatch.PathTooLong tooLong) {
      exchange.fail(new ExchangeFailure(
          Kind.URI_TOO_LONG,
          "path: too long for the regular expressions of the routes (expected: at most "
              + tooLong.longest() + ")"));
    } else if (match instanceof RouteMatch.NoSite) {
      exchange.fail(new ExchangeFailure(Kind.MISDIRECTED, "no site has the host " + host));
    } else {
      exchange.fail(new ExchangeFailure(Kind.NO_ROUTE, "no route matches the path"));
    }
    return null;
  }

  /**
   * Returns the method for the route match. A WebSocket request is a GET over HTTP/1.1; its CONNECT form matches the same routes.
   */
  private static String methodOf(RequestHead request) {
    return request.protocol() == null ? request.method().toString() : HttpMethod.GET.name();
  }

  /** Returns the path without its query. */
  static CharSequence pathOf(CharSequence target) {
    int query = AsciiString.indexOf(target, '?', 0);
    return query < 0 ? target : target.subSequence(0, query);
  }

  /**
   * Sends 100 (Continue) if expected (RFC 9110 section 10.1.1), because the responder reads the body now. The Expect field is not
   * forwarded.
   */
  private static void continueIfExpected(Exchange exchange, boolean end) {
    if (!end && exchange.request().fields().contains(HttpHeaderNames.EXPECT)) {
      exchange.stream().writeInformational(new ResponseHead(100, new Fields()));
    }
  }

  private static Responder respond(Exchange exchange, Route route, boolean end) {
    RouteAction action = route.config().action();
    if (action instanceof RouteAction.StaticAction files) {
      return exchange
          .connection()
          .loop()
          .files()
          .answer(files, exchange.request(), exchange.ahead().sink());
    }
    return forward(
        exchange, (RouteAction.ProxyAction) action, end, exchange.ahead().sink());
  }

  private static Responder forward(
      Exchange exchange, RouteAction.ProxyAction proxy, boolean end, ResponseSink sink) {
    RequestHead request = exchange.request();
    UpstreamConfig upstream = exchange.snapshot().config().upstreams().get(proxy.upstreamName());
    if (upstream == null) {
      exchange.fail(new ExchangeFailure(
          Kind.INTERNAL, "upstream: " + proxy.upstreamName() + " is not in the snapshot"));
      return NoResponder.INSTANCE;
    }
    if (ForwardedFields.isLoop(request.fields())) {
      exchange.fail(new ExchangeFailure(Kind.LOOP, "via: the request loops through this gateway"));
      return NoResponder.INSTANCE;
    }
    WebSocketHandshake handshake =
        exchange.isTunnel() ? WebSocketHandshake.of(WebSocketRequest.key(request)) : null;
    ForwardedFields.prepare(request.fields(), request, exchange.connection());
    if (exchange.stream().isEarly()) {
      // RFC 8470 5.1: the upstream decides whether it accepts the risk of a replay.
      request.fields().set(FieldNames.EARLY_DATA, EarlyRequests.ONE);
    }
    UpstreamExchange responder = exchange
        .connection()
        .loop()
        .upstreams()
        .forward(
            upstream,
            handshake == null ? request : handshake.request(request),
            hostFor(request, proxy, upstream),
            end,
            sink,
            handshake,
            exchange.connection().clientHash(),
            exchange.stream().hasMoreInput());
    exchange.account().upstream(responder);
    return responder;
  }

  private static CharSequence hostFor(
      RequestHead request, RouteAction.ProxyAction proxy, UpstreamConfig upstream) {
    String rewrite = proxy.hostRewrite();
    if (rewrite != null) {
      return rewrite;
    }
    return proxy.preserveHost()
        ? request.authority()
        : upstream.servers().get(0).authority();
  }
}
