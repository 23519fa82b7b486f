package io.lychgate.gateway.publish;

import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.PushCandidate;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.ConnectionMemory;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlan;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.Selection;
import io.lychgate.gateway.push.facts.ManifestEntry;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** The plans of one version of a manifest for recorded page views. One thread. */
final class DryRunSide {
  private final ManifestIndex index;
  private final String manifest;
  private final PushPlanner planner;
  private Instant time = Instant.EPOCH;

  // Weighted sums.
  private double matched;
  private double hinted;
  private double hints;
  private double hintedBytes;
  private double unknownSizes;

  // The results of the last page view.
  private boolean isMatch;
  private int hintsNow;
  private long bytesNow;
  private Set<PushCandidate> unknownNow = Set.of();

  DryRunSide(ManifestIndex index, String manifest, PushSettings settings) {
    this.index = index;
    this.manifest = manifest;
    this.planner = new PushPlanner(settings, new Selection(() -> time, false));
  }

  /**
   * Plans for a new visitor on a new connection.
   *
   * @param at time of the page view, for rules with a schedule
   * @param weight page views that this one stands for
   */
  void plan(
      RequestHead request, ClientAbilities client, boolean isPublic, Instant at, double weight) {
    time = at;
    PushPlan plan = planner.plan(index, request, client, new ConnectionMemory(), isPublic);
    isMatch = false;
    hintsNow = 0;
    bytesNow = 0;
    unknownNow = new HashSet<>();
    for (int i = 0; i < plan.size(); i++) {
      ManifestEntry entry = plan.entry(i);
      if (entry == null || !entry.manifest().equals(manifest)) {
        continue;
      }
      isMatch = true;
      if (plan.isHint(i)) {
        hintsNow++;
        CandidateFacts facts = index.facts().of(plan.authority(), plan.asset(i).candidate());
        bytesNow += Math.max(0, facts.bodyBytes());
        if (facts.bodyBytes() < 0) {
          unknownNow.add(plan.asset(i).candidate());
          // The next response of the asset teaches its size, also while only the draft names it.
          index.facts().await(plan.authority(), plan.asset(i).candidate());
        }
      }
    }
    matched += isMatch ? weight : 0;
    hinted += hintsNow > 0 ? weight : 0;
    hints += weight * hintsNow;
    hintedBytes += weight * bytesNow;
    unknownSizes += weight * unknownNow.size();
  }

  boolean isMatch() {
    return isMatch;
  }

  int hintsNow() {
    return hintsNow;
  }

  long bytesNow() {
    return bytesNow;
  }

  /** Returns the hinted assets whose sizes are missing from {@link #bytesNow}. */
  Set<PushCandidate> unknownNow() {
    return unknownNow;
  }

  DryRunReport.Side sum() {
    return new DryRunReport.Side(
        Math.round(matched),
        Math.round(hinted),
        Math.round(hints),
        Math.round(hintedBytes),
        Math.round(unknownSizes));
  }
}
