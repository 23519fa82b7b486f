package io.lychgate.casper;

import io.lychgate.casper.PushDecision.Hint;
import io.lychgate.casper.PushDecision.Push;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each candidate of a page on push, hint or skip, with the reason. A pure function: it neither records nor sends, so
 * the same decision can be computed again (the admin UI's "Try it").
 *
 * <p>The guards run in the order of {@link SkipReason}: the page's, the candidate's own, its tier, and last the ways of delivery.
 * If both ways are allowed, a push is tried first. If neither works, the reason of the last way tried is given.
 */
public final class PushDecider {
  /*
   * Tiers: for hints the fingerprint also selects later resources. A browser does not request a hinted file that is fresh in its
   * cache, so naming it only makes the 103 longer. A client that holds all of tier 1 receives tier 2 instead. A tier counts as held
   * when nothing left in it could be sent. Candidates that no guard would ever let through (not reusable, wasteful, push-only for a
   * client without push) must not hold the next tier back for ever. The same is true for a preconnect, which no client can hold.
   */

  private final PushContext context;
  private final PushCandidate[] candidates;
  private final @Nullable CandidateFacts[] facts;
  private final PushDecision[] decisions;
  private int pushes;
  private int hints;
  private long pushedBytes;

  private PushDecider(
      PushContext context,
      PushCandidate[] candidates,
      @Nullable CandidateFacts[] facts,
      PushDecision[] decisions) {
    this.context = context;
    this.candidates = candidates;
    this.facts = facts;
    this.decisions = decisions;
  }

  /**
   * Decides on {@code candidates[0, count)}, in that order, which is also the order in which they use up the limits.
   *
   * @param facts facts about each candidate; null entries are unknown
   * @param into receives the decisions
   */
  public static void decide(
      PushContext context,
      PushCandidate[] candidates,
      @Nullable CandidateFacts[] facts,
      int count,
      PushDecision[] into) {
    SkipReason page = pageReason(context);
    if (page != null) {
      for (int i = 0; i < count; i++) {
        into[i] = PushDecision.skip(page);
      }
      return;
    }
    new PushDecider(context, candidates, facts, into).decideAll(count);
  }

  private void decideAll(int count) {
    int openTier = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      SkipReason own = ownReason(i);
      PushDecision first = own == null ? way(i) : PushDecision.skip(own);
      decisions[i] = own == null ? Hint.HINT : first;
      if (!first.isSkip() && candidates[i].destination() != Destination.CONNECT) {
        openTier = Math.min(openTier, candidates[i].tier());
      }
    }
    for (int i = 0; i < count; i++) {
      if (!decisions[i].isSkip()) {
        decisions[i] = decideOne(i, openTier);
        tally(i);
      }
    }
  }

  private PushDecision decideOne(int i, int openTier) {
    SkipReason duplicate = duplicateReason(i);
    if (duplicate != null) {
      return PushDecision.skip(duplicate);
    }
    return candidates[i].tier() > openTier ? PushDecision.skip(SkipReason.LATER_TIER) : way(i);
  }

  private void tally(int i) {
    if (decisions[i] == Push.PUSH) {
      pushes++;
      pushedBytes += factsOf(i).budgetedBytes();
    } else if (decisions[i] == Hint.HINT) {
      hints++;
    }
  }

  private static @Nullable SkipReason pageReason(PushContext context) {
    if (context.policy().mode() == PushMode.OFF) {
      return SkipReason.PUSH_OFF;
    }
    if (!context.request().isAuthorized()) {
      return SkipReason.AUTHORIZATION_PENDING;
    }
    if (context.request().isPrefetch()) {
      return SkipReason.PREFETCH;
    }
    return context.request().savesData() && context.policy().honoursSaveData()
        ? SkipReason.SAVE_DATA
        : null;
  }

  private @Nullable SkipReason ownReason(int i) {
    PushCandidate candidate = candidates[i];
    PageRequest request = context.request();
    if (isPageItself(candidate)) {
      return SkipReason.PAGE_ITSELF;
    }
    CandidateFacts known = factsOf(i);
    SkipReason unfit = unfitReason(known.reusability());
    if (unfit != null) {
      return unfit;
    }
    if (known.isWasteful()) {
      return SkipReason.WASTEFUL;
    }
    if (context.fingerprint().contains(candidate, known)) {
      return SkipReason.ALREADY_CACHED;
    }
    return context.diary().contains(request.authority(), candidate)
        ? SkipReason.ALREADY_PROMISED
        : null;
  }

  private static @Nullable SkipReason unfitReason(CandidateFacts.Reusability known) {
    return switch (known) {
      case NOT_REUSABLE -> SkipReason.NOT_REUSABLE;
      case GONE -> SkipReason.GONE;
      case REDIRECTED -> SkipReason.REDIRECTED;
      case UNKNOWN, REUSABLE -> null;
    };
  }

  private boolean isPageItself(PushCandidate candidate) {
    // H2O pushes a page along with itself, and its mode imitates H2O.
    return context.fingerprint().parameters().mode() == CasperMode.NATIVE
        && candidate.path().equals(context.request().path())
        && candidate.destination() != Destination.CONNECT
        && candidate.isSameOrigin(context.request().authority());
  }

  /** Returns a reason if an earlier candidate of this page is the same resource, or has the same key in the fingerprint. */
  private @Nullable SkipReason duplicateReason(int i) {
    CasperParameters parameters = context.fingerprint().parameters();
    // H2O adds each push to the set at once, so two files with one key suppress each other on the
    // same page.
    boolean joinsAtOnce = parameters.mode() == CasperMode.H2O
        && parameters.tracked().tracks(candidates[i].destination());
    int key = ResourceKey.masked(candidates[i].h2oKey(), parameters.capacityBits());
    for (int j = 0; j < i; j++) {
      if (decisions[j].isSkip()) {
        continue;
      }
      if (candidates[j].identity() == candidates[i].identity()) {
        return SkipReason.ALREADY_PROMISED;
      }
      if (joinsAtOnce
          && parameters.tracked().tracks(candidates[j].destination())
          && key == ResourceKey.masked(candidates[j].h2oKey(), parameters.capacityBits())) {
        return SkipReason.ALREADY_CACHED;
      }
    }
    return null;
  }

  private PushDecision way(int i) {
    PushMode mode = context.policy().mode();
    Delivery delivery = candidates[i].delivery();
    SkipReason reason = SkipReason.DELIVERY_EXCLUDED;
    if (mode != PushMode.HINTS && delivery != Delivery.HINT) {
      reason = pushReason(i);
      if (reason == null) {
        return Push.PUSH;
      }
    }
    if (mode != PushMode.PUSH && delivery != Delivery.PUSH) {
      reason = hintReason(i);
      if (reason == null) {
        return Hint.HINT;
      }
    }
    return PushDecision.skip(reason);
  }

  private @Nullable SkipReason pushReason(int i) {
    ClientAbilities client = context.client();
    PushPolicy policy = context.policy();
    if (!client.takesPush()) {
      return SkipReason.CLIENT_TAKES_NO_PUSH;
    }
    // RFC 9113 8.4: the server must be authoritative for what it promises; only the page's own
    // authority is certain.
    if (!candidates[i].isSameOrigin(context.request().authority())) {
      return SkipReason.CROSS_ORIGIN;
    }
    if (pushes >= client.pushesAllowed() || pushes >= policy.maxPushes()) {
      return SkipReason.PUSH_LIMIT;
    }
    return pushedBytes + factsOf(i).budgetedBytes()
            > Math.min(policy.pushBudgetBytes(), client.pushBytes())
        ? SkipReason.BYTE_BUDGET
        : null;
  }

  private @Nullable SkipReason hintReason(int i) {
    PageRequest request = context.request();
    if (!context.client().readsHints()) {
      return SkipReason.HTTP_1;
    }
    if (!request.isNavigation()) {
      return SkipReason.NOT_A_NAVIGATION;
    }
    if (request.hintsSent()) {
      return SkipReason.HINTS_ALREADY_SENT;
    }
    if (!candidates[i].destination().isHintable()) {
      return SkipReason.NOT_HINTABLE;
    }
    return hints >= context.policy().maxHints() ? SkipReason.HINT_LIMIT : null;
  }

  private CandidateFacts factsOf(int i) {
    CandidateFacts known = facts[i];
    return known == null ? CandidateFacts.UNKNOWN : known;
  }
}
