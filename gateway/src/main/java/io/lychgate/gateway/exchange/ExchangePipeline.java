package io.lychgate.gateway.exchange;

import io.lychgate.gateway.auth.ForeignFields;
import io.lychgate.gateway.condition.ConditionInput;
import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.config.listener.HealthConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.policy.CorsPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.TracingPolicy;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.filter.CorsPreflight;
import io.lychgate.gateway.filter.TraceStep;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.RouteDecisionCount;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * READ FIRST: the life of one request, from top to bottom. Each phase either ends the request or leads to the next one:
 *
 * <pre>
 *   CHECK      is the request well formed?              {@link RequestChecks}, {@link NormalPath}
 *   PROBE      is it a health probe, or a check of ACME? {@link HealthEndpoint}, {@link ChallengeEndpoint}
 *   ROUTE      which route serves it?                   {@link io.lychgate.gateway.route.Router}, {@link ServerOptions}
 *   STEPS      do the policies of the route admit it?   {@link RequestStep}, now or later
 *   AHEAD      what goes ahead of the response?         {@link AheadOfPage}: 103 or PUSH_PROMISE
 *   RESPONDER  who responds?                            {@link SiteEndpoint}, a tunnel, or the route's {@link ResponderFactory}
 *
 *   the response: responder -> {@link ResponseFilter}s -> {@link Exchange#head}, {@link Exchange#data} -> the client's stream -> {@link ExchangeAccount}
 *   a failure:    {@link Exchange#fail} -> {@link FailureResponse}
 * </pre>
 *
 * <p>A step may give its verdict later. The body of the request then waits in a {@link PendingBody}, and {@link #then} continues where
 * the request stopped. Event loop only.
 */
final class ExchangePipeline implements Continuation, ConditionInput {
  private final Exchange exchange;

  /** Null until a condition of a route needs it. */
  private @Nullable RequestView view;

  private @Nullable PolicyChain chain;
  private List<RequestStep> steps = List.of();
  /** Set if the request is for the gateway itself. */
  private @Nullable SiteEndpoint own;

  private boolean isOfStep;
  private int nextStep;

  /** A step is running, so its verdict is read when it returns. */
  private boolean isDeciding;

  private @Nullable Verdict verdict;
  private @Nullable PendingBody pendingBody;
  private @Nullable Runnable stopStep;
  private boolean isCancelled;

  ExchangePipeline(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Runs the phases until the responder has the request, or a step waits. */
  void run() {
    if (isMalformed() || isProbe() || isChallenge() || !hasRoute()) {
      return;
    }
    runSteps();
  }

  /** Returns the policies of the route; before it is found, those of the site and the listener. */
  Policies policies() {
    PolicyChain found = chain;
    if (found != null) {
      return found.policies();
    }
    SiteConfig site = router().siteOf(host());
    Policies ofListener = listener().policies();
    return site == null ? ofListener : site.policies().within(ofListener);
  }

  /** Begins the span of a request that has failed before its route was found. */
  void traceFailure() {
    if (chain == null && account().trace() == null) {
      TracingPolicy policy = policies().get(TracingPolicy.class);
      if (policy != null) {
        new TraceStep(policy, account().loop().tracing()).begin(exchange);
      }
    }
  }

  /** Returns true if a step responds in place of the route's responder. */
  boolean isOfStep() {
    return isOfStep;
  }

  /** Returns true while a step waits. */
  boolean isWaiting() {
    return pendingBody != null;
  }

  // CHECK

  private boolean isMalformed() {
    ExchangeFailure problem =
        RequestChecks.check(exchange.request(), listener().limits(), account().isPushed());
    if (problem != null) {
      exchange.fail(problem);
      return true;
    }
    dropForeignSenders();
    normalizePath();
    return false;
  }

  /** Drops fields that describe the sender, unless a trusted proxy before the gateway has set them (RFC 9440 section 2.4). */
  private void dropForeignSenders() {
    ForwardedChain proxies = account().client().chain();
    Fields fields = exchange.request().fields();
    if (proxies == null) {
      fields.remove(FieldNames.CLIENT_CERT);
      fields.remove(FieldNames.CLIENT_CERT_CHAIN);
    }
    ProxyFields.check(fields, listener().clients().proxyFields(), proxies);
  }

  /** Drops what describes a sender from trailers, because some servers add them to the header fields (RFC 9110 section 6.5.1). */
  void checkTrailers(Fields trailers) {
    trailers.remove(FieldNames.CLIENT_CERT);
    trailers.remove(FieldNames.CLIENT_CERT_CHAIN);
    ProxyFields.drop(trailers);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof ForeignFields foreign) {
        foreign.dropFrom(trailers);
      }
    }
  }

  /** RFC 3986 section 6.2.2, once: routes, rules, files and upstreams see the same path. */
  private void normalizePath() {
    CharSequence path = exchange.request().path();
    if (!NormalPath.isNormal(path)) {
      account().normalize(AsciiString.of(router().normalize(host(), path)));
    }
  }

  private Snapshot snapshot() {
    return account().snapshot();
  }

  private Router router() {
    return snapshot().router();
  }

  private String host() {
    return exchange.connection().hostOf(exchange.request().authority());
  }

  // PROBE

  private boolean isProbe() {
    HealthConfig health = listener().health();
    if (!HealthEndpoint.isFor(health, exchange.request())) {
      return false;
    }
    snapshot().health().respond(exchange, health);
    return true;
  }

  private boolean isChallenge() {
    String authorization = snapshot().challenges().find(listener(), exchange.request());
    if (authorization == null) {
      return false;
    }
    ChallengeEndpoint.respond(exchange, authorization);
    return true;
  }

  // ROUTE

  /** Finds the route and its steps. The steps of the route that covers its path guard messages to the gateway itself, too. */
  private boolean hasRoute() {
    RequestHead request = exchange.request();
    RouteMatch match = match(request);
    SiteEndpoint endpoint = snapshot().endpoint(request);
    own = endpoint != null && isOn(endpoint) ? endpoint : null;
    if (!(match instanceof RouteMatch.NoSite) && exchange.connection().isMisdirected(host())) {
      account().site(router().siteNumber(host()));
      exchange.fail(new ExchangeFailure(
          Kind.MISDIRECTED,
          "the certificate of this connection does not serve the host " + host()));
      return false;
    }
    if (!(match instanceof RouteMatch.NoSite) && ServerOptions.isAskedBy(request)) {
      account().site(router().siteNumber(host()));
      ServerOptions.respond(exchange);
      return false;
    }
    if (match instanceof RouteMatch.Found found) {
      if (leadsAroundPolicies(request, found.route())) {
        exchange.fail(new ExchangeFailure(
            Kind.BAD_REQUEST, "path: a server could read it as that of another route"));
        return false;
      }
      chain = found.route().chain(listener().name());
      steps = chain.steps();
      account().site(found.route().siteNumber());
      if (own == null) {
        account().route(found.route(), found.route().isPublic(chain));
        if (!BenchVisit.follow(exchange)) {
          ArmChoice.choose(exchange, host(), found.route());
        }
      }
      return true;
    }
    account().site(router().siteNumber(host()));
    if (own != null) {
      return true;
    }
    refuse(match);
    return false;
  }

  /** A path that a step serves itself finds the route of that step. A preflight of CORS finds the route of the request that it announces, if that route responds to preflights. */
  private RouteMatch match(RequestHead request) {
    Router router = router();
    CharSequence path = pathOf(request.path());
    Route own = router.servingItself(host(), listener().name(), methodOf(request), path, this);
    if (own != null) {
      return new RouteMatch.Found(own);
    }
    CharSequence announced = CorsPreflight.methodOf(request);
    if (announced != null
        && router.match(host(), announced.toString(), path, this) instanceof RouteMatch.Found found
        && found.route().chain(listener().name()).policies().get(CorsPolicy.class) != null) {
      return found;
    }
    return router.match(host(), methodOf(request), path, this);
  }

  private boolean leadsAroundPolicies(RequestHead request, Route found) {
    return StricterReading.of(
            router(),
            host(),
            methodOf(request),
            pathOf(request.path()),
            this,
            listener().name(),
            found)
        != null;
  }

  private boolean isOn(SiteEndpoint endpoint) {
    SiteConfig site = router().siteOf(host());
    return site != null && endpoint.isOn(site);
  }

  private void refuse(RouteMatch match) {
    if (match instanceof RouteMatch.MethodNotAllowed notAllowed) {
      Fields fields =
          new Fields().add(HttpHeaderNames.ALLOW, String.join(", ", notAllowed.allowed()));
      exchange.failWith(
          new ExchangeFailure(
              Kind.METHOD_NOT_ALLOWED, exchange.request().method() + " is not allowed"),
          fields);
    } else if (match instanceof RouteMatch.PathTooLong tooLong) {
      exchange.fail(new ExchangeFailure(
          Kind.URI_TOO_LONG,
          "path: too long for the regular expressions of the routes (expected: at most "
              + tooLong.longest() + ")"));
    } else if (match instanceof RouteMatch.ConditionsTooCostly) {
      account().loop().observer().decided(RouteDecisionCount.CONDITIONS_TOO_COSTLY);
      exchange.fail(new ExchangeFailure(
          Kind.FIELDS_TOO_LARGE, "fields: too long for the conditions of the routes"));
    } else if (match instanceof RouteMatch.NoSite) {
      exchange.fail(new ExchangeFailure(Kind.MISDIRECTED, "no site has the host " + host()));
    } else {
      exchange.fail(new ExchangeFailure(Kind.NO_ROUTE, "no route has the path"));
    }
  }

  @Override
  public RequestHead request() {
    return exchange.request();
  }

  @Override
  public String clientAddress() {
    return exchange.client();
  }

  @Override
  public ClientProtocol protocol() {
    return switch (exchange.connection().protocol()) {
      case HTTP_1_1 -> ClientProtocol.HTTP_1_1;
      case HTTP_2 -> ClientProtocol.HTTP_2;
      case HTTP_3 -> ClientProtocol.HTTP_3;
    };
  }

  @Override
  public boolean isWebSocket() {
    return WebSocketRequest.isRequestedBy(exchange.request());
  }

  @Override
  public RequestView view() {
    RequestView made = view;
    if (made == null) {
      made = new RequestView(exchange.request());
      view = made;
    }
    return made;
  }

  /** A WebSocket is requested by GET over HTTP/1.1. Over HTTP/2 and HTTP/3, routes treat its CONNECT as a GET. */
  static String methodOf(RequestHead request) {
    return request.protocol() == null ? request.method().toString() : HttpMethod.GET.name();
  }

  /** Returns the path without its query. */
  static CharSequence pathOf(CharSequence target) {
    int query = AsciiString.indexOf(target, '?', 0);
    return query < 0 ? target : target.subSequence(0, query);
  }

  // STEPS

  private void runSteps() {
    while (nextStep < steps.size()) {
      RequestStep step = steps.get(nextStep++);
      verdict = null;
      isDeciding = true;
      step.decide(exchange, this);
      isDeciding = false;
      Verdict decided = verdict;
      if (decided == null) {
        awaitVerdict();
        return;
      }
      if (!(decided instanceof Verdict.Continue)) {
        end(decided);
        return;
      }
    }
    respond();
  }

  private void awaitVerdict() {
    if (pendingBody == null) {
      pendingBody = new PendingBody(this::cancelled);
      exchange.respondWith(pendingBody);
    }
  }

  @Override
  public void then(Verdict decided) {
    if (verdict != null) {
      throw new IllegalStateException("verdict: a second one (expected: one of each step)");
    }
    verdict = decided;
    stopStep = null;
    if (isDeciding || isCancelled) {
      return;
    }
    if (decided instanceof Verdict.Continue) {
      runSteps();
    } else {
      end(decided);
    }
    exchange.flush();
  }

  @Override
  public void onCancel(Runnable stop) {
    stopStep = stop;
  }

  /** The client has left, or has sent too large a body, while a step decides. */
  private void cancelled() {
    isCancelled = true;
    Runnable stop = stopStep;
    stopStep = null;
    if (stop != null) {
      stop.run();
    }
  }

  private void end(Verdict decided) {
    if (decided instanceof Verdict.Fail fail) {
      dropBody();
      exchange.failWith(fail.failure(), fail.fields());
    } else if (decided instanceof Verdict.Respond respond) {
      exchange.ahead().own();
      isOfStep = true;
      respondBy(respond.responder());
    }
  }

  // AHEAD and RESPONDER

  private void respond() {
    account().phase("policies");
    SiteEndpoint endpoint = own;
    Route route = account().route();
    PolicyChain found = chain;
    if (endpoint != null) {
      continueIfExpected();
      handOver(endpoint.respond(exchange, !exchange.hasBody()));
    } else if (route == null || found == null) {
      throw new IllegalStateException("route: none (expected: that of the request)");
    } else if (isTunnel(route)) {
      exchange.expectTunnel();
      respondBy(found.responder());
    } else if (exchange.request().protocol() != null) {
      // RFC 8441 3 and RFC 9220 3. An Upgrade is ignored instead (RFC 9110 7.8).
      dropBody();
      exchange.fail(new ExchangeFailure(Kind.NOT_IMPLEMENTED, "the route takes no WebSockets"));
    } else {
      account().decided();
      exchange.ahead().send(route, exchange);
      account().phase("ahead");
      respondBy(found.responder());
    }
  }

  private boolean isTunnel(Route route) {
    return route.config().takesWebSockets() && WebSocketRequest.isRequestedBy(exchange.request());
  }

  private void respondBy(ResponderFactory factory) {
    if (!exchange.isTunnel()) {
      continueIfExpected();
    }
    ResponseSink sink = sink();
    Responder responder = factory.respond(exchange, sink);
    while (sink instanceof ForwardingSink filter) {
      responder = filter.inFrontOf(responder);
      sink = filter.next();
    }
    handOver(responder);
  }

  /** The way of a response to the exchange: filters, the one next to the responder last, and what H2O's mode holds back. */
  private ResponseSink sink() {
    ResponseSink sink = exchange.isTunnel() ? exchange : exchange.ahead().sink(exchange);
    List<ResponseFilter> filters =
        chain == null || account().route() == null ? List.of() : chain.filters();
    for (int i = filters.size() - 1; i >= 0; i--) {
      ForwardingSink wrapped = filters.get(i).wrap(exchange, sink);
      sink = wrapped == null ? sink : wrapped;
    }
    return sink;
  }

  /** Lets the filters of the route edit a failure of the gateway itself. */
  void editFailure(ResponseHead head) {
    List<ResponseFilter> filters = chain == null ? List.of() : chain.filters();
    for (int i = 0; i < filters.size(); i++) {
      filters.get(i).editFailure(exchange, head);
    }
  }

  private void handOver(Responder responder) {
    account().phase("responder");
    exchange.respondWith(responder);
    PendingBody body = pendingBody;
    if (body != null) {
      pendingBody = null;
      body.handOver(exchange, responder);
      exchange.bodyMayCome();
    }
  }

  private void dropBody() {
    if (pendingBody != null) {
      pendingBody.release();
      pendingBody = null;
    }
  }

  /** RFC 9110 section 10.1.1: the responder wants the body now. The field itself is not forwarded. */
  private void continueIfExpected() {
    if (exchange.hasBody()
        && !exchange.hasBodyBegun()
        && exchange.request().fields().contains(HttpHeaderNames.EXPECT)) {
      exchange.stream().writeInformational(new ResponseHead(100, new Fields()));
    }
  }

  private ListenerConfig listener() {
    return exchange.connection().listener();
  }

  private ExchangeAccount account() {
    return exchange.account();
  }
}
