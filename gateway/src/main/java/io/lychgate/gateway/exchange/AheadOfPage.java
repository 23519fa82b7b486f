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
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlan;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.lychgate.gateway.push.h2o.H2oCasper;
import io.lychgate.gateway.push.h2o.H2oLinks;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.LinkHeader;
import io.lychgate.gateway.route.Route;
import io.netty.handler.codec.http.HttpHeaderNames;
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

  private final ExchangeAccount account;
  private final ClientConnection connection;

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

  /** The hint whose link the client follows with this account. */
  private @Nullable Announcement followed;

  /**
   * Holds the page's response until its pushes are settled, or the response of a push until it is promised. Null for a page that
   * does not wait for its pushes.
   */
  private @Nullable HeldResponse held;

  AheadOfPage(ExchangeAccount account) {
    this.account = account;
    this.connection = account.connection();
  }

  /** Returns the sink for the response: the exchange, or what holds the response back. */
  ResponseSink sink(ResponseSink exchange) {
    return held == null ? exchange : held;
  }

  /** Marks the exchange as a push that has not begun, and whose page waits for it. */
  void heldBy(HeldResponse by) {
    held = by;
  }

  private ExchangeClient client() {
    return account.client();
  }

  /**
   * Plans and sends what goes ahead of the response. The request head is here and its route is known.
   *
   * @param exchange receives the response
   */
  void send(Route route, ResponseSink exchange) {
    if (account.isPushed()) {
      return;
    }
    PushPlanner planner = planner();
    H2oCasper waiting = planner.rules().ofWaitingPage(connection.protocol());
    if (waiting != null) {
      held = new H2oPage(account, exchange, waiting, planner).held();
    }
    PushPlan plan = planner.plan(
        index(), account.request(), abilities(route), client().memory(), account.isPublic());
    PageViews views = client().pageViews();
    if (views != null) {
      followed = views.asked(account.request(), plan.isPageView());
    }
    expectPage(plan, route);
    carryOut(plan, NO_FIELDS);
    countView(plan);
  }

  /** Reserves room on the path for the coming page, so that pushed and hinted assets do not delay it. */
  private void expectPage(PushPlan plan, @Nullable Route route) {
    if (plan.pushes() + plan.hints() > 0 && route != null) {
      account.stream().expect(thinkTimeLeft(route));
    }
  }

  /** Marks the response as generated by the gateway itself. Nothing is sent ahead, and nothing is learned from it. */
  void own() {
    isOwn = true;
    PageViews views = client().pageViews();
    if (views != null) {
      followed = views.asked(account.request(), false);
    }
  }

  /**
   * Counts a page view, the base by which the ledger measures waste. It counts only views shown to a user for which assets could be
   * sent.
   */
  private void countView(PushPlan plan) {
    if (!plan.isPageView()
        || connection.protocol() == Protocol.HTTP_1_1
        || RequestPurpose.isPrefetch(account.request().fields())) {
      return;
    }
    for (int i = 0; i < plan.size(); i++) {
      ManifestEntry entry = plan.entry(i);
      if (entry != null) {
        entry.tally().count(TallyCount.VIEWS);
        if (plan.decision(i).isSkip()) {
          PageViews.unsent(entry.tally(), client().hash());
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
        && !account.isPushed()
        && (held == null || account.stream().pushesAllowed() == 0)
        && connection.protocol() != Protocol.HTTP_1_1) {
      PushPlan plan = planLinks(fields, false);
      expectPage(plan, account.route());
      carryOut(plan, fields);
    }
  }

  // The head of the final response is here.

  /** Ends the plan: the Link fields of the final response are the last to name assets. */
  void endPlan(ResponseHead head) {
    if (followed != null) {
      followed.answered(head.status(), head.contentLength());
    }
    if (isOwn || account.isPushed() || !head.fields().contains(FieldNames.LINK)) {
      return;
    }
    if (held != null) {
      H2oLinks.removePushOnly(head.fields());
    } else {
      carryOut(planLinks(head.fields(), true), NO_FIELDS);
      LinkHeader.removePushOnly(head.fields());
    }
  }

  /** Learns from the final response: what the visitor holds now, what pages name, and how long they take. */
  void learn(ResponseHead head) {
    if (isOwn) {
      return;
    }
    RequestHead request = account.request();
    PushPlanner planner = planner();
    ManifestIndex index = index();
    if (page && mayTeach() && head.status() == HttpResponseStatus.OK.code()) {
      planner.remember(index, request, head, client().visitor(), linked);
    }
    entry = index.assetAt(request.authority(), request.target());
    planner.learn(index, entry, request, head, client().memory());
    if (!account.isPushed()) {
      measureThinkTime();
      if (mayTeach()) {
        loop().learner().observe(client().visitor(), request, head, followed != null);
      }
    }
  }

  /** Returns false for a response to an authenticated sender, unless its route is public: its paths are no affair of other visitors. */
  private boolean mayTeach() {
    return account.identity() == null || account.isPublic();
  }

  private void measureThinkTime() {
    Route route = account.route();
    if (page && route != null) {
      loop().planners().thinkTimes().seen(route, account.nanosSoFar());
    }
  }

  /** Adds the cookie to the final response, or marks it as a push. Called when everything is learned from it. */
  void addFields(ResponseHead head) {
    if (isOwn) {
      return;
    }
    if (account.isPushed()) {
      head.fields().add(FieldNames.X_HTTP2_PUSH, PUSHED);
    } else if (planner().rules().setsCookiesOver(connection.protocol())) {
      planner().addCookies(account.request(), head, client().memory(), page);
    }
  }

  /** Returns the manifest entry of this exchange's resource; null before {@link #learn}, and if there is none. */
  @Nullable
  ManifestEntry entry() {
    return entry;
  }

  private PushPlan planLinks(Fields fields, boolean tooLateForHints) {
    Route route = account.route();
    PushPlan plan = planner()
        .planLinks(
            index(),
            fields,
            account.request(),
            abilities(tooLateForHints ? null : route),
            client().memory(),
            account.isPublic(),
            tooLateForHints || hintsSent);
    if (plan.size() > 0 && linked.isEmpty()) {
      linked = new ArrayList<>(plan.size());
    }
    for (int i = 0; i < plan.size(); i++) {
      linked.add(plan.asset(i));
    }
    return plan;
  }

  private LoopContext loop() {
    return account.loop();
  }

  private PushPlanner planner() {
    return loop().planners().of(account.snapshot(), account.treatment());
  }

  private ManifestIndex index() {
    return account.snapshot().manifests();
  }

  /** @param route the route whose think time is still ahead; null if it is over */
  private ClientAbilities abilities(@Nullable Route route) {
    if (connection.protocol() == Protocol.HTTP_1_1) {
      return ClientAbilities.HTTP_1;
    }
    boolean isAllowed = planner().rules().allowsPushes(account.request().fields());
    int pushes = isAllowed ? account.stream().pushesAllowed() : 0;
    return pushes == 0
        ? ClientAbilities.HINTS_ONLY
        : new ClientAbilities(
            true, true, pushes, pushBytes(route == null ? 0 : thinkTimeLeft(route)));
  }

  /** Returns the number of bytes that the path can carry until the page begins, less those already promised. */
  private long pushBytes(long thinkNanos) {
    if (!planner().rules().areBoundByPath()) {
      return Long.MAX_VALUE;
    }
    long path = account.stream().path().pushableWithin(thinkNanos);
    long budget = account.snapshot().push().policy().pushBudgetBytes();
    return Math.min(path, budget) - pushedBytes;
  }

  /** Returns the rest of the expected think time of this route's pages. */
  private long thinkTimeLeft(Route route) {
    long expected = loop().planners().thinkTimes().expected(route);
    return Math.max(0, expected - account.nanosSoFar());
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
        enter(plan, i, ClientStream.NOT_PROMISED);
      } else if (plan.isPush(i)) {
        push(plan, i);
      }
    }
    planner().carriedOut(plan, client().memory());
    count(plan);
  }

  /** Sends the 103 now. For a near client, which could miss it, sends it a few milliseconds after the request. */
  private void hint(ResponseHead hints) {
    EarlyHintsConfig rules = account.snapshot().push().earlyHints();
    long left = rules.hold().toNanos() - account.nanosSoFar();
    if (left > 0
        && account.stream().leastRoundTripNanos() < rules.nearRoundTrip().toNanos()) {
      heldHints = new HeldHints(account.stream(), loop().loop(), hints, left).probing();
    } else {
      account.stream().writeInformational(hints);
    }
  }

  /** Sends the held 103. Called before the final head leaves. */
  void sendHeldHints() {
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
    planner().lost(index(), entry, account.request(), client().memory());
  }

  private void push(PushPlan plan, int i) {
    int stream = account.stream()
        .push(PromisedRequest.of(account.request(), plan.asset(i).candidate().path()));
    if (stream == ClientStream.NOT_PROMISED) {
      plan.takeBack(i, SkipReason.PUSH_LIMIT);
    } else {
      pushedBytes += plan.budgetedBytes(i);
      enter(plan, i, stream);
    }
  }

  /** Records in the ledger that the entry of this candidate was sent. */
  private void enter(PushPlan plan, int i, int stream) {
    ManifestEntry entry = plan.entry(i);
    if (entry == null) {
      return;
    }
    PageViews views = client().openPageViews();
    PageView of = view;
    if (of == null) {
      of = views.begin(account.request());
      view = of;
    }
    views.sent(of, entry, plan.authority(), stream);
  }

  private void count(PushPlan plan) {
    LoopObserver observer = loop().observer();
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
        int number = account.snapshot().skipReasonNumber(skip.reason());
        if (plan.isForPushClient()) {
          observer.pushSkipped(number);
        } else {
          observer.hintSkipped(number);
        }
        account.skipped(number);
      }
    }
    trace(plan);
  }

  private void trace(PushPlan plan) {
    RequestTrace trace = account.trace();
    if (trace == null || !trace.isRecorded()) {
      return;
    }
    for (int i = 0; i < plan.size(); i++) {
      PushDecision decision = plan.decision(i);
      String word = decision instanceof PushDecision.Skip skip
          ? "skip " + skip.reason().token()
          : plan.isHint(i) ? "hint" : "push";
      trace.decided(word, plan.asset(i).candidate().path());
    }
  }
}
