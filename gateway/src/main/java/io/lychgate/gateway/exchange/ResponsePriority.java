package io.lychgate.gateway.exchange;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.PriorityLines;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.priority.PriorityRule;
import io.lychgate.gateway.push.priority.PriorityRules;
import io.lychgate.gateway.route.Route;
import io.lychgate.scheduler.PriorityDecision;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.PriorityField;
import io.lychgate.scheduler.PriorityOverride;
import io.lychgate.scheduler.PriorityPolicy;
import io.lychgate.scheduler.StatedPriority;
import io.lychgate.scheduler.StreamPriority;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** Moves a stream in its connection's sending order when the gateway knows better. Runs once, when the response head is known. */
final class ResponsePriority {
  private static final PriorityOverride RAISING =
      new PriorityOverride(new PriorityPolicy(true, true));
  private static final PriorityOverride NOT_RAISING =
      new PriorityOverride(new PriorityPolicy(false, true));

  private ResponsePriority() {}

  /** @param entry the manifest entry of the response; null for none */
  static void decide(ExchangeAccount account, @Nullable ManifestEntry entry, ResponseHead head) {
    CharSequence type = head.fields().get(HttpHeaderNames.CONTENT_TYPE);
    CharSequence upstream = stated(head.fields());
    StatedPriority ofEntry = entry == null ? null : entry.priority();
    PriorityRule rule = rule(account, head, entry);
    if (rule != null && rule.unlessUpstream() && upstream != null) {
      rule = null;
    }
    if (upstream == null
        && ofEntry == null
        && rule == null
        && !account.isPushed()
        && !PriorityOverride.isBlocking(type)
        && account.timeline() == null) {
      // Most responses: nothing to decide or report, so no facts are gathered.
      return;
    }
    carryOut(
        account, new Stated(type, upstream, ofEntry, rule == null ? null : rule.stated()), true);
    addFields(head.fields(), rule, entry);
  }

  private static @Nullable PriorityRule rule(
      ExchangeAccount account, ResponseHead head, @Nullable ManifestEntry entry) {
    RequestHead request = account.request();
    PriorityRules rules = account.snapshot().manifests().priorities(request.authority());
    if (rules.isEmpty()) {
      return null;
    }
    Route route = account.route();
    Destination assetAs = entry == null ? null : entry.asset().destination();
    return rules.first(account
        .loop()
        .planners()
        .prioritySubject()
        .response(
            request,
            head,
            route == null ? null : route.id(),
            assetAs,
            entry == null ? 0 : entry.asset().candidate().tier(),
            account.isPushed()));
  }

  /** The inputs for the priority of a response, other than its position, which may change. */
  private record Stated(
      @Nullable CharSequence type,
      @Nullable CharSequence upstream,
      @Nullable StatedPriority entry,
      @Nullable StatedPriority rule) {}

  /** @param isFirst true if the decision may be repeated when the first bytes of a push's page have left */
  private static void carryOut(ExchangeAccount account, Stated stated, boolean isFirst) {
    PriorityFacts placed = facts(account, stated.type(), stated.upstream());
    if (placed == null) {
      return;
    }
    PriorityFacts facts = placed.withStated(stated.entry(), stated.rule());
    PriorityDecision decision = priorities(account).decide(facts);
    StreamPriority priority = decision.priority();
    if (priority != null) {
      account.stream().prioritize(priority);
    }
    note(account, decision);
    PriorityFacts.Promise promise = facts.promise();
    if (isFirst && promise != null && !promise.documentHeadSent()) {
      // Decides again with the facts of that time: the page, and the push with it, may have moved.
      account.stream().afterDocument(() -> carryOut(account, stated, false));
    }
  }

  private static PriorityOverride priorities(ExchangeAccount account) {
    Boolean raises = account.treatment().reprioritizes();
    return raises == null ? account.snapshot().priorities() : raises ? RAISING : NOT_RAISING;
  }

  private static void note(ExchangeAccount account, PriorityDecision decision) {
    ConnectionTimeline timeline = account.timeline();
    PriorityFacts now = timeline == null ? null : facts(account, null, null);
    if (timeline != null && now != null) {
      timeline.priorityDecided(
          System.nanoTime(),
          account.stream().id(),
          decision.reason(),
          decision.source(),
          now.current());
    }
  }

  /**
   * Reports the priority to caches and gateways in front (RFC 9218 8). The last of duplicate members counts (RFC 8941 3.2). So the
   * upstream's other members stay, and the gateway's members are added behind them.
   */
  private static void addFields(
      Fields fields, @Nullable PriorityRule rule, @Nullable ManifestEntry entry) {
    AsciiString ofEntry = entry == null ? null : entry.priorityField();
    if ((rule != null || ofEntry != null) && stated(fields) == null) {
      // One line that is no Dictionary would invalidate the others too.
      fields.remove(FieldNames.PRIORITY);
    }
    if (rule != null) {
      fields.add(FieldNames.PRIORITY, rule.field());
    }
    if (ofEntry != null) {
      fields.add(FieldNames.PRIORITY, ofEntry);
    }
  }

  private static @Nullable PriorityFacts facts(
      ExchangeAccount account, @Nullable CharSequence type, @Nullable CharSequence stated) {
    boolean clientStated = stated(account.request().fields()) != null;
    return account.stream().priorityFacts(clientStated, type, stated);
  }

  /**
   * Returns a message's Priority field. Returns null also for a field that is no Dictionary, which counts as absent (RFC 8941
   * section 4.2).
   */
  private static @Nullable CharSequence stated(Fields fields) {
    CharSequence field = PriorityLines.valueOf(fields);
    return field == null || PriorityField.parse(field) == null ? null : field;
  }
}
