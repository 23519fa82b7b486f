package io.lychgate.gateway.exchange;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.PushDecision;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.ledger.Announcement;
import io.lychgate.gateway.ledger.PageView;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlan;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.lychgate.gateway.push.h2o.H2oLinks;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.LinkHeader;
import io.lychgate.gateway.route.Route;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the decisions of the push planner. One 103 and the promises leave before the page's responder receives the request,
 * so that they fill its think time. The connection's memory and the visitor's cookie record what was sent.
 */
final class AheadOfPage {
  /**
   * Request header fields that H2O copies from a page's request to its promised requests. They may select a variant but do not
   * identify the user.
   */
  private static final AsciiString[] PROMISED_FIELDS = {
    HttpHeaderNames.ACCEPT,
    HttpHeaderNames.ACCEPT_CHARSET,
    HttpHeaderNames.ACCEPT_ENCODING,
    HttpHeaderNames.ACCEPT_LANGUAGE,
    HttpHeaderNames.USER_AGENT,
  };

  /** Fields of an upstream's 103 that browsers apply to its links (HTML, "process early hint headers": the policy container). */
  private static final AsciiString[] POLICIES = {
    HttpHeaderNames.CONTENT_SECURITY_POLICY,
    AsciiString.cached("cross-origin-embedder-policy"),
    AsciiString.cached("integrity-policy"),
    AsciiString.cached("referrer-policy"),
  };

  /** Shared; never written to. */
  private static final Fields NO_FIELDS = new Fields(0);

  private static final AsciiString PUSHED = AsciiString.cached("pushed");

  private final Exchange exchange;

  /** True if a manifest rule or a Link field applied to this request. Only pages carry the cookie. */
  private boolean page;

  /** Also true while the 103 is held. */
  private boolean hintsSent;

  private @Nullable HeldHints heldHints;

  /** True if the gateway itself generates the response, which is then neither a page nor an asset. */
  private boolean isOwn;

  /** Assets named by the Link fields of this page's responses. */
  private List<Asset> linked = List.of();

  /** Bytes of all pushes planned for this page, as far as their lengths are known. */
  private long pushedBytes;

  /** The manifest entry of this exchange's resource. Null before the response head is here, and if there is no entry. */
  private @Nullable ManifestEntry entry;

  /** The page view of what this exchange sent ahead; null if it sent nothing from a manifest. */
  private @Nullable PageView view;

  /** The hint whose link the client follows with this exchange. */
  private @Nullable Announcement followed;

  /**
   * Used in H2O's mode only. Holds the page's response until its pushes are settled, or the response of a push until it is
   * promised.
   */
  private @Nullable HeldResponse held;

  AheadOfPage(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Returns the sink for the response: the exchange, or what holds the response back. */
  ResponseSink sink() {
    return held == null ? exchange : held;
  }

  /** Marks the exchange as a push in H2O's mode that has not begun. */
  void heldBy(HeldResponse by) {
    held = by;
  }

  /** Plans and sends what goes ahead of the response. The request head is here and its route is known. */
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

  /** Reserves room on the path for the coming page, so that pushed and hinted assets do not delay it. */
  private void expectPage(PushPlan plan, @Nullable Route route) {
    if (plan.pushes() + plan.hints() > 0 && route != null) {
      exchange.stream().expect(thinkTimeLeft(route));
    }
  }

  /** Marks the response as generated by the gateway itself. Nothing is sent ahead, and nothing is learned from it. */
  void own() {
    isOwn = true;
    PageViews views = exchange.connection().pageViews();
    if (views != null) {
      followed = views.asked(exchange.request(), false);
    }
  }

  /**
   * Counts a page view, the base by which the ledger measures waste. It counts only views shown to a user for which assets could be
   * sent.
   */
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

  /** Handles the upstream's 103. Its links join the gateway's 103 if that has not left; browsers would ignore a second 103. */
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

  /** Handles the head of the final response, whose fields may still be changed. */
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

  /** Returns true for a page in H2O's mode. HTTP/2 only: H2O reads the Link fields of no other responses. */
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

  /** @param route the route whose think time is still ahead; null if it is over */
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

  /** Returns the number of bytes that the path can carry until the page begins, less those already promised. */
  private long pushBytes(long thinkNanos) {
    PushSettings settings = exchange.snapshot().push();
    if (settings.isH2o()) {
      return Long.MAX_VALUE;
    }
    long path = exchange.stream().path().pushableWithin(thinkNanos);
    return Math.min(path, settings.policy().pushBudgetBytes()) - pushedBytes;
  }

  /** Returns the rest of the expected think time of this route's pages. */
  private long thinkTimeLeft(Route route) {
    long expected = exchange.connection().loop().planners().thinkTimes().expected(route);
    return Math.max(0, expected - exchange.account().nanosSoFar());
  }

  /** @param hinting fields of the upstream's 103 that the plan was made from; empty for a plan with another origin */
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

  /** Sends the 103 now. For a near client, which could miss it, sends it a few milliseconds after the request. */
  private void hint(ResponseHead hints) {
    EarlyHintsConfig rules = exchange.snapshot().push().earlyHints();
    long left = rules.hold().toNanos() - exchange.account().nanosSoFar();
    if (left > 0
        && exchange.stream().leastRoundTripNanos() < rules.nearRoundTrip().toNanos()) {
      heldHints = new HeldHints(exchange, hints, left).probing();
    } else {
      exchange.stream().writeInformational(hints);
    }
  }

  /** Sends the held 103. Called before the final head leaves. */
  void beforeHead() {
    if (heldHints != null) {
      heldHints.send();
      heldHints = null;
    }
  }

  /** Drops the held 103. Called when no response follows. */
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

  /**
   * Records that the client did not receive the whole push and therefore does not hold the promised resource. Called when the
   * exchange of a push is over.
   */
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

  /** Records in the ledger that the entry of this candidate was sent. */
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

  /** Returns the request to promise together with this one. */
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
