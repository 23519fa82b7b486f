package io.lychgate.scheduler;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides if the gateway orders a stream differently from its client. A pure function; the caller applies the result with {@link
 * StreamScheduler#override}.
 *
 * <p>Three sources take precedence in this order, separately for urgency and incremental (RFC 9218 8 merges so): the manifest's
 * entry for this resource, the operator's rule, the upstream's Priority field. Where they state nothing, the client's own order
 * decides, if it has one. Otherwise the default applies: resources that block painting go first.
 *
 * <p>A priority stated by the server side applies on every connection, even if the client built a tree; the default yields to such
 * a client. A push never overtakes the first bytes of its document. With {@link PriorityPolicy#h2o} and without rules, the outcome
 * for requests and pushes is that of H2O's {@code http2-reprioritize-blocking-assets}.
 */
public final class PriorityOverride {
  /** Without parameters. Includes the old names, which servers still send. */
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
    PriorityFacts.Promise promise = facts.promise();
    if (promise != null && mustWait(promise)) {
      return PriorityDecision.keep(PriorityReason.PUSHED_BELOW_DOCUMENT);
    }
    PriorityDecision unstated =
        promise == null ? decideRequested(facts) : decidePushed(facts, promise);
    return StatedOrder.of(facts, unstated);
  }

  /** Returns the initial place of a pushed stream: after the document, but before less urgent streams. */
  public static StreamPriority belowDocument(ScheduledStream document) {
    if (document.priority() instanceof Urgency urgency) {
      return below(urgency);
    }
    return new TreeDependency(document.streamId(), TreeDependency.DEFAULT.weight(), false);
  }

  private static Urgency below(Urgency document) {
    boolean isLast = document.urgency() == Urgency.MAX_URGENCY;
    // Incremental streams go after non-incremental ones, which is the only place left below u=7.
    return isLast
        ? Urgency.of(Urgency.MAX_URGENCY, true)
        : Urgency.of(document.urgency() + 1, false);
  }

  /**
   * Returns the place of a push that is not a blocking asset. A client that states nothing gives its images the urgency of the page
   * itself. No place is left between the two, so the push goes before both.
   */
  private static Urgency aboveImages(Urgency document) {
    return document.urgency() == Urgency.DEFAULT_URGENCY
        ? Urgency.of(Urgency.DEFAULT_URGENCY - 1, false)
        : below(document);
  }

  /** Returns true for style sheets and scripts, which H2O calls blocking assets. */
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

  private boolean mustWait(PriorityFacts.Promise promise) {
    return policy.documentHeadFirst() && !promise.documentHeadSent();
  }

  /** H2O raises a pushed asset regardless of the client's order, because the client never requested it. */
  private PriorityDecision decidePushed(PriorityFacts facts, PriorityFacts.Promise promise) {
    if (isBlocking(facts.contentType())) {
      return raised(PriorityReason.PUSHED_ASSET_RAISED, facts);
    }
    return policy.documentHeadFirst()
        ? new PriorityDecision(PriorityReason.PUSHED_ABOVE_IMAGES, aboveImages(promise.document()))
        : PriorityDecision.keep(PriorityReason.PUSHED_BELOW_DOCUMENT);
  }

  private static PriorityDecision raised(PriorityReason reason, PriorityFacts facts) {
    return new PriorityDecision(
        reason, facts.current() instanceof TreeDependency ? TreeDependency.RAISED : Urgency.RAISED);
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
