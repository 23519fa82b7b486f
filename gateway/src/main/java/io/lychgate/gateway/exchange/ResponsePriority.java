package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.push.Asset;
import io.lychgate.gateway.push.ManifestEntry;
import io.lychgate.scheduler.PriorityDecision;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.PriorityOverride;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.StreamPriority;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.jspecify.annotations.Nullable;

/** Moves a stream in its connection's order when the gateway knows better: asked once, when the response's head is known. */
final class ResponsePriority {
  private ResponsePriority() {}

  static void decide(Exchange exchange, ResponseHead head) {
    CharSequence type = head.fields().get(HttpHeaderNames.CONTENT_TYPE);
    CharSequence stated = head.fields().get(FieldNames.PRIORITY);
    ManifestEntry entry = exchange.ahead().entry();
    Asset asset = entry == null || !entry.asset().hasPriority() ? null : entry.asset();
    if (stated == null
        && asset == null
        && !exchange.isPushed()
        && !PriorityOverride.isBlocking(type)
        && exchange.connection().timeline() == null) {
      // Most responses: nothing to decide, and nobody to tell, so no facts are gathered.
      return;
    }
    PriorityFacts facts = facts(exchange, type, stated);
    if (facts == null) {
      return;
    }
    if (asset != null) {
      facts = facts.withManifestPriority(asset.urgency(), asset.incremental());
    }
    PriorityDecision decision = exchange.snapshot().priorities().decide(facts);
    StreamPriority priority = decision.priority();
    if (priority != null) {
      exchange.stream().prioritize(priority);
    }
    note(exchange, decision.reason());
  }

  private static void note(Exchange exchange, PriorityReason reason) {
    ConnectionTimeline timeline = exchange.connection().timeline();
    PriorityFacts now = timeline == null ? null : facts(exchange, null, null);
    if (timeline != null && now != null) {
      timeline.priorityDecided(System.nanoTime(), exchange.stream().id(), reason, now.current());
    }
  }

  private static @Nullable PriorityFacts facts(
      Exchange exchange, @Nullable CharSequence type, @Nullable CharSequence stated) {
    boolean clientStated = exchange.request().fields().contains(FieldNames.PRIORITY);
    return exchange.stream().priorityFacts(clientStated, type, stated);
  }
}
