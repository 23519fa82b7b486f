package io.lychgate.scheduler;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision whether the gateway orders a stream otherwise than its client did. From values to a
 * value; whoever asks carries it out with {@link StreamScheduler#reprioritize}.
 *
 * <p>Who is heard, in this order: the upstream's Priority field, the manifest, a client that has an
 * order of its own, and then the rule that assets which block painting go first. With {@link
 * PriorityPolicy#h2o} the outcome for requests and pushes is that of H2O's {@code
 * http2-reprioritize-blocking-assets}. On a tree, a place below another stream is never taken away:
 * weights mean something only among siblings.
 */
public final class PriorityOverride {
  /** Without parameters. The old names too: servers still send them. */
  private static final List<String> BLOCKING_TYPES = List.of(
      "text/css",
      "text/javascript",
      "application/javascript",
      "application/x-javascript",
      "application/ecmascript",
      "text/ecmascript");

  private final PriorityPolicy policy;

  public PriorityOverride(PriorityPolicy policy) {
    this.policy = policy;
  }

  public PriorityDecision decide(PriorityFacts facts) {
    PriorityDecision stated = byUpstreamOrManifest(facts);
    if (stated != null) {
      return stated;
    }
    return facts.promise() == null ? decideRequested(facts) : decidePushed(facts, facts.promise());
  }

  /** Where a pushed stream opens: after the document, but before what is less urgent than it. */
  public static StreamPriority belowDocument(ScheduledStream document) {
    if (document.priority() instanceof Urgency urgency) {
      return Urgency.of(Math.min(Urgency.MAX_URGENCY, urgency.urgency() + 1), false);
    }
    return new TreeDependency(document.streamId(), TreeDependency.DEFAULT.weight(), false);
  }

  /** True for style sheets and scripts: what H2O calls a blocking asset. */
  public static boolean isBlocking(@Nullable CharSequence contentType) {
    if (contentType == null) {
      return false;
    }
    int end = 0;
    while (end < contentType.length() && ";, \t".indexOf(contentType.charAt(end)) < 0) {
      end++;
    }
    for (String type : BLOCKING_TYPES) {
      if (type.length() == end && startsWithIgnoringCase(contentType, type)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable PriorityDecision byUpstreamOrManifest(PriorityFacts facts) {
    CharSequence field = facts.upstreamPriority();
    if (field == null && !facts.hasManifestPriority()) {
      return null;
    }
    if (field == null && !policy.raiseBlockingAssets()) {
      return null;
    }
    if (facts.promise() == null && facts.clientBuildsItsOwnOrder()) {
      return PriorityDecision.keep(PriorityReason.CLIENT_BUILDS_ITS_OWN_ORDER);
    }
    if (facts.promise() == null && !facts.dependsOnRoot()) {
      return PriorityDecision.keep(PriorityReason.CLIENT_CHOSE_A_PARENT);
    }
    Urgency client = facts.current() instanceof Urgency urgency ? urgency : Urgency.DEFAULT;
    return field == null
        ? changed(PriorityReason.MANIFEST_URGENCY, facts, facts.manifestPriority(client))
        : changed(PriorityReason.UPSTREAM_PRIORITY, facts, PriorityField.parse(field, client));
  }

  private PriorityDecision decideRequested(PriorityFacts facts) {
    if (!policy.raiseBlockingAssets()) {
      return PriorityDecision.keep(PriorityReason.OVERRIDE_OFF);
    }
    if (!isBlocking(facts.contentType())) {
      return PriorityDecision.keep(PriorityReason.NOT_BLOCKING);
    }
    if (facts.clientBuildsItsOwnOrder()) {
      return PriorityDecision.keep(PriorityReason.CLIENT_BUILDS_ITS_OWN_ORDER);
    }
    if (!facts.dependsOnRoot()) {
      return PriorityDecision.keep(PriorityReason.CLIENT_CHOSE_A_PARENT);
    }
    if (facts.clientStatedUrgency() && facts.current() instanceof Urgency) {
      return PriorityDecision.keep(PriorityReason.CLIENT_STATED_URGENCY);
    }
    return raised(PriorityReason.BLOCKING_ASSET_RAISED, facts);
  }

  /** H2O raises a pushed asset whatever the client orders, because the client never asked for it. */
  private PriorityDecision decidePushed(PriorityFacts facts, PriorityFacts.Promise promise) {
    boolean mustWait = policy.documentHeadFirst() && !promise.documentHeadSent();
    return !isBlocking(facts.contentType()) || mustWait
        ? PriorityDecision.keep(PriorityReason.PUSHED_BELOW_DOCUMENT)
        : raised(PriorityReason.PUSHED_ASSET_RAISED, facts);
  }

  private static PriorityDecision raised(PriorityReason reason, PriorityFacts facts) {
    return new PriorityDecision(
        reason, facts.current() instanceof TreeDependency ? TreeDependency.RAISED : Urgency.RAISED);
  }

  private static PriorityDecision changed(
      PriorityReason reason, PriorityFacts facts, Urgency wanted) {
    if (facts.current() instanceof TreeDependency place) {
      return new PriorityDecision(
          reason, new TreeDependency(place.parentId(), TreeDependency.weightOf(wanted), false));
    }
    return new PriorityDecision(reason, wanted);
  }

  private static boolean startsWithIgnoringCase(CharSequence text, String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      char c = text.charAt(i);
      char lower = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
      if (lower != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
