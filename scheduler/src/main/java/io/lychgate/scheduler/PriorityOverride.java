package io.lychgate.scheduler;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision whether the gateway orders a stream otherwise than its client did. From values to a
 * value; the caller applies it with {@link StreamScheduler#override}.
 *
 * <p>Who is heard, in this order, and for each of urgency and incremental on its own (RFC 9218 8 merges
 * so): the manifest's entry for this very resource, the operator's rule, the upstream's Priority field.
 * What they leave open is decided by the client if it has an order of its own, and by default else: what
 * blocks painting goes first. A word of the server's side counts in every connection, also in one whose
 * client built a tree; the default yields to such a client. Nothing of this lets a push overtake the
 * first bytes of its document. With {@link PriorityPolicy#h2o} and without rules the outcome for
 * requests and pushes is that of H2O's {@code http2-reprioritize-blocking-assets}.
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
    PriorityFacts.Promise promise = facts.promise();
    if (promise != null && mustWait(promise)) {
      return PriorityDecision.keep(PriorityReason.PUSHED_BELOW_DOCUMENT);
    }
    PriorityDecision unstated =
        promise == null ? decideRequested(facts) : decidePushed(facts, promise);
    return StatedOrder.of(facts, unstated);
  }

  /** Where a pushed stream opens: after the document, but before what is less urgent than it. */
  public static StreamPriority belowDocument(ScheduledStream document) {
    if (document.priority() instanceof Urgency urgency) {
      return below(urgency);
    }
    return new TreeDependency(document.streamId(), TreeDependency.DEFAULT.weight(), false);
  }

  private static Urgency below(Urgency document) {
    boolean isLast = document.urgency() == Urgency.MAX_URGENCY;
    // What is sent in parts goes after what is sent whole: the one place that is left below u=7.
    return isLast
        ? Urgency.of(Urgency.MAX_URGENCY, true)
        : Urgency.of(document.urgency() + 1, false);
  }

  /**
   * Where a push stands that is no blocking asset. A client that says nothing gives its images the
   * urgency of the page itself, so that there is no place between the two, and the push goes before both.
   */
  private static Urgency aboveImages(Urgency document) {
    return document.urgency() == Urgency.DEFAULT_URGENCY
        ? Urgency.of(Urgency.DEFAULT_URGENCY - 1, false)
        : below(document);
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

  /** H2O raises a pushed asset whatever the client orders, because the client never asked for it. */
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
