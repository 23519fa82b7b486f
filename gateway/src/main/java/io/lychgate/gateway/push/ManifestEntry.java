package io.lychgate.gateway.push;

import io.lychgate.casper.CandidateFacts;
import io.lychgate.gateway.message.ResponseHead;

/** One asset of one rule of a manifest in force, with what its responses have taught. Shared by all event loops. */
public final class ManifestEntry {
  private final String manifest;
  private final int ruleIndex;
  private final String match;
  private final Asset asset;
  private final LearnedFacts facts;

  /** Outlives the index, so that publishing a manifest does not forget what was learned. */
  static final class LearnedFacts {
    private volatile CandidateFacts facts = CandidateFacts.UNKNOWN;
  }

  ManifestEntry(String manifest, int ruleIndex, String match, Asset asset, LearnedFacts facts) {
    this.manifest = manifest;
    this.ruleIndex = ruleIndex;
    this.match = match;
    this.asset = asset;
    this.facts = facts;
  }

  public String manifest() {
    return manifest;
  }

  /** Place of the rule in its manifest, from 0. */
  public int ruleIndex() {
    return ruleIndex;
  }

  /** The pattern of the rule, as it was written. */
  public String match() {
    return match;
  }

  public Asset asset() {
    return asset;
  }

  public CandidateFacts facts() {
    return facts.facts;
  }

  /** Takes over what a response of the asset says. Loops may race; the last one wins, and all saw the same origin. */
  public void learn(ResponseHead response) {
    CandidateFacts known = facts.facts;
    CandidateFacts.Reusability reusability = Freshness.of(response, known.reusability());
    long length = response.status() == 200 ? response.contentLength() : -1;
    long bytes = length < 0 ? known.bodyBytes() : length;
    if (reusability != known.reusability() || bytes != known.bodyBytes()) {
      facts.facts = new CandidateFacts(reusability, bytes, known.isWasteful());
    }
  }

  /** The ledger's word: whether too much of it was sent in vain. */
  public void demote(boolean isWasteful) {
    CandidateFacts known = facts.facts;
    facts.facts = new CandidateFacts(known.reusability(), known.bodyBytes(), isWasteful);
  }

  LearnedFacts learnedFacts() {
    return facts;
  }
}
