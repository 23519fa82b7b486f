package io.lychgate.gateway.exchange;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.PushDecision;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.config.Protocol;
import io.lychgate.gateway.ledger.Announcement;
import io.lychgate.gateway.ledger.PageView;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.push.Asset;
import io.lychgate.gateway.push.LinkHeader;
import io.lychgate.gateway.push.ManifestEntry;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlan;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.TallyCount;
import io.lychgate.gateway.push.h2o.H2oLinks;
import io.lychgate.gateway.route.Route;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what the push planner decides: one 103 and the promises leave before the page's responder is asked, so that they
 * fill the time in which it thinks; what was sent is remembered for this connection and, by the cookie, for this visitor.
 */
final class AheadOfPage {
  /** What H2O copies from a page's request to those that it promises: what may choose a variant, nothing that identifies. */
  private static final AsciiString[] PROMISED_FIELDS = {
    HttpHeaderNames.ACCEPT,
    HttpHeaderNames.ACCEPT_CHARSET,
    HttpHeaderNames.ACCEPT_ENCODING,
    HttpHeaderNames.ACCEPT_LANGUAGE,
    HttpHeaderNames.USER_AGENT,
  };

  /** Of an upstream's 103: what browsers load its links by (HTML, "process early hint headers": the policy container). */
  private static final AsciiString[] POLICIES = {
    HttpHeaderNames.CONTENT_SECURITY_POLICY,
    AsciiString.cached("cross-origin-embedder-policy"),
    AsciiString.cached("integrity-policy"),
    AsciiString.cached("referrer-policy"),
  };

  /** Shared, and never written to. */
  private static final Fields NO_FIELDS = new Fields(0);

  private static final AsciiString PUSHED = AsciiString.cached("pushed");

  private final Exchange exchange;

  /** Whether a rule of a manifest or a Link field had anything to say: only pages carry the cookie. */
  private boolean page;

  /** Also true while the 103 is held. */
  private boolean hintsSent;

  private @Nullable HeldHints heldHints;

  /** Whether the gateway itself answers: what it says is no page and no asset. */
  private boolean isOwn;

  /** What the Link fields of this page's responses named. */
  private List<Asset> linked = List.of();

  /** Of all plans of this page, as far as lengths are known. */
  private long pushedBytes;

  /** What a manifest says of the resource that this exchange answers with; null before its head is here, or if nothing. */
  private @Nullable ManifestEntry entry;

  /** The page view of what this exchange sent ahead; null if it sent nothing of a manifest. */
  private @Nullable PageView view;

  /** The hint that the client follows with this exchange. */
  private @Nullable Announcement followed;

  /** In H2O's mode: what keeps the answer back until its pushes are settled, or the push until it is promised. */
  private @Nullable HeldResponse held;

  AheadOfPage(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Where the responder puts its answer. */
  ResponseSink sink() {
    return held == null ? exchange : held;
  }

  /** The responder as the exchange is to see it. */
  Responder holding(Responder responder) {
    return held == null ? responder : held.of(responder);
  }

  /** The exchange is a push of H2O's mode, not begun yet. */
  void heldBy(HeldResponse by) {
    held = by;
  }

  /** The request's head is here and its route is known. */
  void send(Route route) {
    ClientConnection connection = exchange.connection();
    if (exchange.isPushed()) {
      return;
    }
    if (isH2oPage()) {
      held = new H2oPage(exchange, planner()).held();
    }
    PushPlan plan = planner()
        .plan(
            index(),
            exchange.request(),
            abilities(route),
            connection.memory(),
            route.config().isPublic());
    PageViews views = connection.pageViews();
    if (views != null) {
      followed = views.asked(exchange.request(), plan.isPageView());
    }
    expectPage(plan, route);
    carryOut(plan, NO_FIELDS);
    countView(plan);
  }

  /** What is pushed, or asked for because of a hint, leaves room on the path for a page that is about to come. */
  private void expectPage(PushPlan plan, @Nullable Route route) {
    if (plan.pushes() + plan.hints() > 0 && route != null) {
      exchange.stream().expect(thinkTimeLeft(route));
    }
  }

  /** The gateway itself answers. Nothing goes ahead, and nothing is learned from it. */
  void own() {
    isOwn = true;
    PageViews views = exchange.connection().pageViews();
    if (views != null) {
      followed = views.asked(exchange.request(), false);
    }
  }

  /** A view that the ledger measures waste by: one in which assets could have been sent, and that is shown to a user. */
  private void countView(PushPlan plan) {
    if (!plan.isPageView()
        || exchange.connection().protocol() == Protocol.HTTP_1_1
        || RequestPurpose.isPrefetch(exchange.request().fields())) {
      return;
    }
    for (int i = 0; i < plan.size(); i++) {
      ManifestEntry entry = plan.entry(i);
      if (entry != null) {
        entry.tally().count(TallyCount.VIEWS);
        if (plan.decision(i).isSkip()) {
          PageViews.unsent(entry.tally(), exchange.connection().clientHash());
        }
        if (plan.decision(i) == PushDecision.skip(SkipReason.ALREADY_CACHED)) {
          entry.tally().count(TallyCount.HELD);
        }
      }
    }
  }

  /** The upstream's own 103: its links join ours if ours has not left; a second 103 would be ignored by browsers. */
  void upstreamHints(Fields fields) {
    if (!hintsSent
        && !exchange.isPushed()
        && (held == null || exchange.stream().pushesAllowed() == 0)
        && exchange.connection().protocol() != Protocol.HTTP_1_1) {
      PushPlan plan = planLinks(fields, false);
      expectPage(plan, exchange.route());
      carryOut(plan, fields);
    }
  }

  /** The final response's head is here, its fields may still be changed. */
  void finish(ResponseHead head) {
    ClientConnection connection = exchange.connection();
    RequestHead request = exchange.request();
    if (followed != null) {
      followed.answered(head.status(), head.contentLength());
    }
    if (isOwn) {
      return;
    }
    if (!exchange.isPushed() && head.fields().contains(FieldNames.LINK)) {
      if (held != null) {
        H2oLinks.removePushOnly(head.fields());
      } else {
        carryOut(planLinks(head.fields(), true), NO_FIELDS);
        LinkHeader.removePushOnly(head.fields());
      }
    }
    if (page && head.status() == HttpResponseStatus.OK.code()) {
      planner().remember(index(), request, head, connection.visitor(), linked);
    }
    ManifestIndex index = index();
    entry = index.assetAt(request.authority(), request.target());
    planner().learn(index, entry, request, head, connection.memory());
    if (exchange.isPushed()) {
      head.fields().add(FieldNames.X_HTTP2_PUSH, PUSHED);
    } else {
      measureThinkTime();
      connection.loop().learner().observe(connection.visitor(), request, head, followed != null);
      if (connection.protocol() == Protocol.HTTP_2
          || !exchange.snapshot().push().isH2o()) {
        planner().addCookies(request, head, connection.memory(), page);
      }
    }
  }

  private void measureThinkTime() {
    Route route = exchange.route();
    if (page && route != null) {
      exchange
          .connection()
          .loop()
          .planners()
          .thinkTimes()
          .seen(route, exchange.account().nanosSoFar());
    }
  }

  @Nullable
  ManifestEntry entry() {
    return entry;
  }

  /** HTTP/2 only: H2O reads the Link fields of no other answers. */
  private boolean isH2oPage() {
    return exchange.connection().protocol() == Protocol.HTTP_2
        && exchange.snapshot().push().isH2o();
  }

  private PushPlan planLinks(Fields fields, boolean tooLateForHints) {
    Route route = exchange.route();
    PushPlan plan = planner()
        .planLinks(
            index(),
            fields,
            exchange.request(),
            abilities(tooLateForHints ? null : route),
            exchange.connection().memory(),
            route != null && route.config().isPublic(),
            tooLateForHints || hintsSent);
    if (plan.size() > 0 && linked.isEmpty()) {
      linked = new ArrayList<>(plan.size());
    }
    for (int i = 0; i < plan.size(); i++) {
      linked.add(plan.asset(i));
    }
    return plan;
  }

  private PushPlanner planner() {
    return exchange.connection().loop().planners().of(exchange.snapshot());
  }

  private ManifestIndex index() {
    return exchange.snapshot().manifests();
  }

  /** @param route whose think time is still to come; null if it is over */
  private ClientAbilities abilities(@Nullable Route route) {
    if (exchange.connection().protocol() == Protocol.HTTP_1_1) {
      return ClientAbilities.HTTP_1;
    }
    boolean isForwarded = exchange.snapshot().push().isH2o()
        && exchange.request().fields().contains(FieldNames.X_FORWARDED_FOR);
    int pushes = isForwarded ? 0 : exchange.stream().pushesAllowed();
    return pushes == 0
        ? ClientAbilities.HINTS_ONLY
        : new ClientAbilities(
            true, true, pushes, pushBytes(route == null ? 0 : thinkTimeLeft(route)));
  }

  /** What the path can carry until the page begins, less what of it is promised already. */
  private long pushBytes(long thinkNanos) {
    PushSettings settings = exchange.snapshot().push();
    if (settings.isH2o()) {
      return Long.MAX_VALUE;
    }
    long path = exchange.stream().path().pushableWithin(thinkNanos);
    return Math.min(path, settings.policy().pushBudgetBytes()) - pushedBytes;
  }

  /** What of the time that pages of this route take is still to come. */
  private long thinkTimeLeft(Route route) {
    long expected = exchange.connection().loop().planners().thinkTimes().expected(route);
    return Math.max(0, expected - exchange.account().nanosSoFar());
  }

  /** @param hinting fields of the upstream's 103 that the plan was made from; none if it was made from something else */
  private void carryOut(PushPlan plan, Fields hinting) {
    if (plan.isEmpty()) {
      return;
    }
    page = true;
    if (plan.hints() > 0) {
      Fields links = new Fields(plan.hints());
      plan.addLinks(links);
      addPolicies(hinting, links);
      hint(new ResponseHead(103, links));
      hintsSent = true;
    }
    for (int i = 0; i < plan.size(); i++) {
      if (plan.isHint(i)) {
        account(plan, i, ClientStream.NOT_PROMISED);
      } else if (plan.isPush(i)) {
        push(plan, i);
      }
    }
    planner().carriedOut(plan, exchange.connection().memory());
    count(plan);
  }

  /** Sends it now, or a few milliseconds after the request if the client is so near that it could miss it. */
  private void hint(ResponseHead hints) {
    EarlyHintsConfig rules = exchange.snapshot().push().earlyHints();
    long left = rules.hold().toNanos() - exchange.account().nanosSoFar();
    if (left > 0
        && exchange.stream().leastRoundTripNanos() < rules.nearRoundTrip().toNanos()) {
      heldHints = new HeldHints(exchange, hints, left).asking();
    } else {
      exchange.stream().writeInformational(hints);
    }
  }

  /** Called before the final head leaves: sends the held 103 first. */
  void beforeHead() {
    if (heldHints != null) {
      heldHints.send();
      heldHints = null;
    }
  }

  /** Called when there is no response any more: drops the held 103. */
  void dropHints() {
    if (heldHints != null) {
      heldHints.drop();
      heldHints = null;
    }
  }

  private static void addPolicies(Fields hinting, Fields links) {
    for (int i = 0; i < hinting.size(); i++) {
      for (AsciiString policy : POLICIES) {
        if (FieldNames.same(policy, hinting.name(i))) {
          links.add(policy, hinting.value(i));
        }
      }
    }
  }

  /** The exchange is over and was a push that the client did not get whole: it does not hold what was promised. */
  void lost() {
    planner().lost(index(), entry, exchange.request(), exchange.connection().memory());
  }

  private void push(PushPlan plan, int i) {
    int stream = exchange.stream()
        .push(promised(exchange.request(), plan.asset(i).candidate().path()));
    if (stream == ClientStream.NOT_PROMISED) {
      plan.takeBack(i, SkipReason.PUSH_LIMIT);
    } else {
      pushedBytes += plan.budgetedBytes(i);
      account(plan, i, stream);
    }
  }

  /** Tells the ledger that the entry of this candidate was sent. */
  private void account(PushPlan plan, int i, int stream) {
    ManifestEntry entry = plan.entry(i);
    if (entry == null) {
      return;
    }
    PageViews views = exchange.connection().openPageViews();
    PageView of = view;
    if (of == null) {
      of = views.begin(exchange.request());
      view = of;
    }
    views.sent(of, entry, plan.authority(), stream);
  }

  /** The request that is promised together with this one. */
  static RequestHead promised(RequestHead request, String path) {
    Fields fields = new Fields(PROMISED_FIELDS.length);
    for (AsciiString name : PROMISED_FIELDS) {
      CharSequence value = request.fields().get(name);
      if (value != null) {
        fields.add(name, value);
      }
    }
    return new RequestHead(
        HttpMethod.GET.asciiName(), request.isSecure(), request.authority(), path, fields, 0);
  }

  private void count(PushPlan plan) {
    LoopObserver observer = exchange.connection().loop().observer();
    ExchangeAccount account = exchange.account();
    account.early(plan.pushes(), plan.hints());
    for (int i = 0; i < plan.pushes(); i++) {
      observer.pushSent();
    }
    if (plan.hints() > 0) {
      observer.hintsSent(plan.hints());
    }
    for (int i = 0; i < plan.size(); i++) {
      PushDecision decision = plan.decision(i);
      if (decision instanceof PushDecision.Skip skip) {
        int number = exchange.snapshot().skipReasonNumber(skip.reason());
        if (plan.isForPushClient()) {
          observer.pushSkipped(number);
        } else {
          observer.hintSkipped(number);
        }
        account.skipped(number);
      }
    }
  }
}
