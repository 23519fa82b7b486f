package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.admin.seam.RouteTable.Action;
import io.lychgate.gateway.admin.seam.RouteTable.Chain;
import io.lychgate.gateway.admin.seam.RouteTable.PolicyView;
import io.lychgate.gateway.admin.seam.RouteTable.RouteDecision;
import io.lychgate.gateway.admin.seam.RouteTable.RouteReason;
import io.lychgate.gateway.admin.seam.RouteTable.SiteReason;
import io.lychgate.gateway.admin.seam.RouteTable.TrialRequest;
import io.lychgate.gateway.condition.RouteConditions;
import io.lychgate.gateway.config.listener.ClientAddressConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.config.site.RewriteConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.exchange.BeaconEndpoint;
import io.lychgate.gateway.exchange.RequestTrial;
import io.lychgate.gateway.filter.TargetRewrite;
import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteExplanation;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains the route of a request that is described and not sent. A router of the data path decides. */
final class RouteExplainer {
  private final Router router;
  private final @Nullable BeaconEndpoint beacons;

  /** @param beacons null if no page sends beacons */
  RouteExplainer(Router router, @Nullable BeaconEndpoint beacons) {
    this.router = router;
    this.beacons = beacons;
  }

  static List<String> hosts(SiteConfig site) {
    return site.hosts().stream().map(Object::toString).toList();
  }

  static List<String> methods(RouteConfig route) {
    return route.methods().stream().sorted().toList();
  }

  static Action action(RouteAction action) {
    if (action instanceof RouteAction.ProxyAction proxy) {
      return new Action("proxy", proxy.upstreamName());
    }
    if (action instanceof RouteAction.RedirectAction redirect) {
      return new Action("redirect", redirect.status() + " " + redirect.to());
    }
    if (action instanceof RouteAction.FixedAction fixed) {
      return new Action("fixed", String.valueOf(fixed.status()));
    }
    RouteAction.StaticAction files = (RouteAction.StaticAction) action;
    return new Action("static", files.root().toString());
  }

  /**
   * Routes a request without sending it.
   *
   * @param client address of the client; null if it is unknown
   * @param protocol null if it is unknown
   */
  RouteDecision explain(
      ListenerConfig listener,
      TrialRequest request,
      @Nullable String client,
      @Nullable ClientProtocol protocol) {
    TrialTarget target = TrialTarget.of(request.url(), request.host());
    if (target == null) {
      return new RouteDecision(
          request.url(),
          request.method(),
          "",
          "",
          listener.name(),
          "malformed",
          null,
          "The URL is malformed (expected: https://host/path or /path).",
          null,
          List.of(),
          List.of(),
          null,
          List.of());
    }
    RequestHead head = head(request, target);
    RequestTrial trial = RequestTrial.of(router, beacons, listener, head, client, protocol);
    Verdict verdict = verdict(trial);
    return new RouteDecision(
        target.url(),
        request.method(),
        trial.host(),
        trial.path(),
        listener.name(),
        verdict.outcome,
        verdict.status,
        verdict.sentence,
        verdict.route == null ? null : verdict.route.id(),
        trial.routing().sites().stream().map(RouteExplainer::reason).toList(),
        trial.routing().routes().stream().map(RouteExplainer::reason).toList(),
        verdict.route == null
            ? null
            : chain(verdict.route, listener, router.normalize(trial.host(), target.path()), head),
        notes(trial, request, target, listener, verdict.route));
  }

  private static Chain chain(
      Route route, ListenerConfig listener, CharSequence path, RequestHead head) {
    PolicyChain chain = route.chain(listener.name());
    RewriteConfig rewrite = route.config().rewrite();
    String rewritten = null;
    if (rewrite != null) {
      RequestHead forwarded = new TargetRewrite(rewrite).apply(head.withPath(path));
      rewritten = forwarded == null ? "" : forwarded.path().toString();
    }
    return new Chain(
        policies(chain.policies(), listener.name()),
        chain.steps().stream().map(RequestStep::summary).toList(),
        chain.filters().stream().map(ResponseFilter::summary).toList(),
        rewritten,
        action(route.config().action()));
  }

  /** @param listener the listener whose policies are inherited; null for none */
  static List<PolicyView> policies(Policies policies, @Nullable String listener) {
    return policies.settings().stream()
        .map(setting -> new PolicyView(
            setting.key(),
            setting.level().token(),
            setting.level() == Policies.Level.LISTENER ? listener : null,
            setting.policy() == null ? null : setting.policy().summary()))
        .toList();
  }

  private static RequestHead head(TrialRequest request, TrialTarget target) {
    Fields fields = new Fields(request.headers().size());
    long length = 0;
    for (PlanRequest.Header header : request.headers()) {
      AsciiString name = FieldNames.canonical(header.name());
      if (HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
        length = DecimalLength.parse(header.value());
      }
      fields.add(name, header.value());
    }
    return new RequestHead(
        new AsciiString(request.method()),
        target.isSecure(),
        target.authority(),
        target.path(),
        fields,
        length);
  }

  /** The result in the API's words. */
  private record Verdict(
      String outcome,
      @Nullable Integer status,
      String sentence,
      @Nullable Route route) {
    static Verdict failed(String outcome, ExchangeFailure.Kind kind, String sentence) {
      return new Verdict(outcome, kind.status(), sentence, null);
    }
  }

  /** The order is that of the phases of a request. */
  private static Verdict verdict(RequestTrial trial) {
    ExchangeFailure rejection = trial.rejection();
    if (rejection != null) {
      return Verdict.failed(
          "rejected",
          rejection.kind(),
          "The gateway rejects the request before it looks for a route: " + rejection.detail()
              + ".");
    }
    if (trial.isProbe()) {
      return new Verdict(
          "health", null, "The listener itself responds, with the health of the gateway.", null);
    }
    if (trial.isBeacon()) {
      return new Verdict(
          "beacon", null, "The gateway itself responds: the path belongs to page beacons.", null);
    }
    RouteMatch match = trial.routing().match();
    Route stricter = trial.stricter();
    if (stricter != null) {
      return Verdict.failed(
          "rejected",
          ExchangeFailure.Kind.BAD_REQUEST,
          "A server could read the path as that of route " + stricter.id()
              + ", which is stricter than the one that matches.");
    }
    if (match instanceof RouteMatch.Found found) {
      return new Verdict(
          "route", null, "Route " + found.route().id() + " serves the request.", found.route());
    }
    if (match instanceof RouteMatch.MethodNotAllowed notAllowed) {
      return Verdict.failed(
          "method-not-allowed",
          ExchangeFailure.Kind.METHOD_NOT_ALLOWED,
          "A route has the path, but none allows the method (allowed: "
              + String.join(", ", notAllowed.allowed()) + ").");
    }
    if (match instanceof RouteMatch.PathTooLong tooLong) {
      return Verdict.failed(
          "path-too-long",
          ExchangeFailure.Kind.URI_TOO_LONG,
          "The path is too long for the regular expressions of the site (at most "
              + tooLong.longest() + " characters).");
    }
    if (match instanceof RouteMatch.ConditionsTooCostly) {
      return Verdict.failed(
          "conditions-too-costly",
          ExchangeFailure.Kind.FIELDS_TOO_LARGE,
          "The request is too large for the conditions of a route.");
    }
    return match instanceof RouteMatch.NoSite
        ? Verdict.failed(
            "no-site",
            ExchangeFailure.Kind.MISDIRECTED,
            "No site has the host " + trial.host() + ".")
        : Verdict.failed(
            "no-route",
            ExchangeFailure.Kind.NO_ROUTE,
            "No route of the site has the path and accepts the request.");
  }

  private static List<String> notes(
      RequestTrial trial,
      TrialRequest request,
      TrialTarget target,
      ListenerConfig listener,
      @Nullable Route route) {
    List<String> notes = new ArrayList<>();
    if (listener.clients().dropsProxyFields()) {
      request.headers().stream()
          .map(PlanRequest.Header::name)
          .filter(ClientAddressConfig::isProxyField)
          .forEach(name -> notes.add(
              "The listener drops " + name + " of clients (see trustedProxies and proxyFields)."));
    }
    if (!target.path().split("\\?", 2)[0].equals(trial.path())) {
      notes.add("Routes are compared with the normal form of the path: " + trial.path());
    }
    if (trial.isTunnel() && route != null) {
      notes.add(
          route.config().takesWebSockets()
              ? "The request opens a WebSocket."
              : "The route takes no WebSockets: the Upgrade field is ignored.");
    }
    if (route != null
        && route.config().action() instanceof RouteAction.ProxyAction proxy
        && proxy.split() != null) {
      notes.add("The upstream is " + proxy.split().summary() + ".");
    }
    if (route != null && !route.chain(listener.name()).steps().isEmpty()) {
      notes.add("Steps of the route may still reject the request: "
          + route.chain(listener.name()).steps().stream()
              .map(RequestStep::summary)
              .collect(Collectors.joining(", "))
          + ".");
    }
    return notes;
  }

  private static SiteReason reason(RouteExplanation.SiteCandidate candidate) {
    return new SiteReason(
        candidate.site().hosts().get(0).toString(),
        hosts(candidate.site()),
        candidate.host() == null ? null : candidate.host().toString(),
        candidate.reason().token(),
        candidate.reason().sentence());
  }

  private static RouteReason reason(RouteExplanation.RouteCandidate candidate) {
    RouteConfig config = candidate.route().config();
    return new RouteReason(
        config.id(),
        config.path().text(),
        config.path().isRegex(),
        methods(config),
        RouteConditions.texts(config.match()),
        action(config.action()),
        candidate.reason().token(),
        candidate.sentence());
  }
}
