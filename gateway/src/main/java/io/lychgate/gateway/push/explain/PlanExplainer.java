package io.lychgate.gateway.push.explain;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.PageRequest;
import io.lychgate.casper.PushDecision.Skip;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.push.ConnectionMemory;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlan;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.Selection;
import io.lychgate.gateway.push.facts.LowerCase;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.link.Asset;
import io.netty.util.AsciiString;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs the real decision for a described request on an imaginary connection. Sends nothing. */
public final class PlanExplainer {
  private static final String PUSH_SENTENCE = "It is promised on this connection.";
  private static final String HINT_SENTENCE = "It is named in the 103 Early Hints.";

  private final PushSettings settings;
  private final InstantSource clock;
  private final RouteLookup routes;

  public PlanExplainer(PushSettings settings) {
    this(settings, InstantSource.system(), RouteLookup.NONE);
  }

  /**
   * Creates an explainer with a clock and routes.
   *
   * @param clock the time at which the request is made, for rules with a schedule
   * @param routes for priority rules that name a route
   */
  public PlanExplainer(PushSettings settings, InstantSource clock, RouteLookup routes) {
    this.settings = settings;
    this.clock = clock;
    this.routes = routes;
  }

  /** Explains what the gateway would send ahead of the response to this request, on a new connection of such a client. */
  public PlanExplanation explain(
      ManifestIndex index, RequestHead request, ClientAbilities client, boolean isAuthorized) {
    // It needs its own planner, because those of the event loops belong to their loops.
    PushPlanner planner = new PushPlanner(settings, new Selection(clock, true));
    ConnectionMemory memory = new ConnectionMemory();
    PushPlan plan = planner.planAnyway(index, request, client, memory, isAuthorized);
    List<PlanExplanation.Candidate> candidates = new ArrayList<>();
    List<String> links = new ArrayList<>();
    List<String> pushes = new ArrayList<>();
    PriorityOutlook outlook = new PriorityOutlook(index, routes);
    String authority = LowerCase.of(request.authority());
    for (int i = 0; i < plan.size(); i++) {
      candidates.add(candidate(plan, i, outlook.of(authority, plan.asset(i), plan.entry(i))));
      if (plan.isHint(i)) {
        links.add(plan.asset(i).link().toString());
      } else if (plan.isPush(i)) {
        pushes.add(plan.asset(i).path().toString());
      }
    }
    planner.carriedOut(plan, memory);
    String setCookie =
        settings.isOff() ? null : planner.setCookie(request, memory, plan.hasCandidates());
    return new PlanExplanation(candidates, links, pushes, setCookie, notes(request, client, plan));
  }

  private static PlanExplanation.Candidate candidate(
      PushPlan plan, int i, PlanExplanation.@Nullable Priority priority) {
    Asset asset = plan.asset(i);
    ManifestEntry entry = plan.entry(i);
    SkipReason reason = plan.decision(i) instanceof Skip skip ? skip.reason() : null;
    return new PlanExplanation.Candidate(
        asset.url(),
        asset.destination().token(),
        reason == null ? plan.decision(i).token() : "skip",
        reason == null ? null : reason.token(),
        sentence(plan, i, reason),
        entry == null ? null : entry.manifest(),
        entry == null ? -1 : entry.ruleIndex(),
        entry == null ? null : entry.match(),
        asset.candidate().tier(),
        asset.urgency() == Asset.NO_URGENCY ? null : Integer.valueOf(asset.urgency()),
        priority);
  }

  private static String sentence(PushPlan plan, int i, @Nullable SkipReason reason) {
    if (reason != null) {
      return reason.sentence();
    }
    return plan.isPush(i) ? PUSH_SENTENCE : HINT_SENTENCE;
  }

  private List<String> notes(RequestHead request, ClientAbilities client, PushPlan plan) {
    List<String> notes = new ArrayList<>();
    if (settings.isOff()) {
      notes.add(SkipReason.PUSH_OFF.sentence());
    }
    if (!"GET".contentEquals(request.method())) {
      notes.add("Manifests are for GET requests.");
    } else if (plan.isEmpty()) {
      notes.add("No rule of a published manifest matches this host and path.");
    }
    if (!client.readsHints()) {
      notes.add(SkipReason.HTTP_1.sentence());
    } else if (!isNavigation(request)) {
      notes.add(SkipReason.NOT_A_NAVIGATION.sentence());
    }
    if (RequestPurpose.isPrefetch(request.fields())) {
      notes.add(SkipReason.PREFETCH.sentence());
    }
    if (!plan.isEmpty() && plan.hints() == 0 && plan.pushes() == 0) {
      notes.add("Nothing is sent ahead, so no 103 is sent: browsers read only the first 103.");
    }
    return notes;
  }

  private static boolean isNavigation(RequestHead request) {
    return PageRequest.isNavigation(
        request.method(),
        value(request.fields(), FieldNames.SEC_FETCH_MODE),
        value(request.fields(), FieldNames.SEC_FETCH_DEST));
  }

  private static CharSequence value(Fields fields, AsciiString name) {
    return Objects.requireNonNullElse(fields.get(name), "");
  }
}
