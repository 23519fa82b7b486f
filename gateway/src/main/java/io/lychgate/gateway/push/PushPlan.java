package io.lychgate.gateway.push;

import io.lychgate.casper.CacheDigest;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.PushCandidate;
import io.lychgate.casper.PushContext;
import io.lychgate.casper.PushDecider;
import io.lychgate.casper.PushDecision;
import io.lychgate.casper.PushDecision.Hint;
import io.lychgate.casper.PushDecision.Push;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.push.facts.AssetFacts;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.link.Asset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The candidates of one page in order, each with its decision.
 *
 * <p>The planner owns it and reuses it for the next request of the event loop. Carry it out before control returns to the loop, and
 * keep no reference.
 */
public final class PushPlan {
  /** Maximum number of candidates of one page; further ones are ignored. */
  static final int MAX_CANDIDATES = Limits.CANDIDATES;

  private Asset[] assets = new Asset[16];
  private PushCandidate[] candidates = new PushCandidate[16];
  private @Nullable ManifestEntry[] entries = new ManifestEntry[16];
  private @Nullable CandidateFacts[] facts = new CandidateFacts[16];
  private PushDecision[] decisions = new PushDecision[16];
  private final List<ManifestEntry> ruledOut = new ArrayList<>();
  private final List<SkipReason> ruledOutBy = new ArrayList<>();
  private int size;
  private CharSequence pageAuthority = "";
  private boolean pushClient;
  private int hints;
  private int pushes;
  private boolean pageView;
  private ConnectionMemory.@Nullable Site site;

  PushPlan() {}

  /** Returns the number of candidates, skipped ones included. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0 && ruledOut.isEmpty();
  }

  /** Returns true if any rule or Link field applied to the request. */
  public boolean hasCandidates() {
    return size > ruledOut.size();
  }

  public Asset asset(int index) {
    return assets[index];
  }

  /** Returns the input of the decision. */
  PushCandidate candidate(int index) {
    return candidates[index];
  }

  /** Returns true if the request is a page view with candidates: a navigation, or a request with a push or hint. */
  public boolean isPageView() {
    return size > 0 && (pageView || hints > 0 || pushes > 0);
  }

  /** Returns true if the client takes pushes, so that a skipped candidate is a missing push, not a missing hint. */
  public boolean isForPushClient() {
    return pushClient;
  }

  /** Returns the authority of the page in lower case; empty for a plan without candidates. */
  public String authority() {
    return site == null ? "" : site.authority();
  }

  /** Returns the manifest entry of the candidate; null if a Link field named it. */
  public @Nullable ManifestEntry entry(int index) {
    return entries[index];
  }

  public PushDecision decision(int index) {
    return decisions[index];
  }

  /** Returns the facts known when the candidate was decided on. */
  CandidateFacts facts(int index) {
    CandidateFacts known = facts[index];
    return known == null ? CandidateFacts.UNKNOWN : known;
  }

  /** Returns the bytes that a push of it takes from the byte budget. */
  public long budgetedBytes(int index) {
    return facts(index).budgetedBytes();
  }

  /** Returns true if it was skipped because the client has it cached. */
  boolean isHeld(int index) {
    return decisions[index] instanceof PushDecision.Skip skip
        && skip.reason() == SkipReason.ALREADY_CACHED;
  }

  public boolean isPush(int index) {
    return decisions[index] == Push.PUSH;
  }

  public boolean isHint(int index) {
    return decisions[index] == Hint.HINT;
  }

  public int pushes() {
    return pushes;
  }

  /**
   * Returns the number of hints. With zero, no 103 may be sent: browsers read only the first 103, and an empty one would use it up.
   */
  public int hints() {
    return hints;
  }

  /** Adds a Link field for each hint, in order. */
  public void addLinks(Fields fields) {
    for (int i = 0; i < size; i++) {
      if (isHint(i)) {
        fields.add(FieldNames.LINK, assets[i].link());
      }
    }
  }

  /** Takes back a push or hint that could not be carried out, so that it is not recorded as sent. */
  public void takeBack(int index, SkipReason reason) {
    pushes -= isPush(index) ? 1 : 0;
    hints -= isHint(index) ? 1 : 0;
    decisions[index] = PushDecision.skip(reason);
  }

  /** Returns true if an asset of this URL is a candidate. */
  boolean names(String url) {
    for (int i = 0; i < size; i++) {
      if (candidates[i].url().equals(url)) {
        return true;
      }
    }
    return false;
  }

  /** Takes back all candidates that are in the client's own cache digest. */
  void takeBackHeld(CacheDigest digest, String scheme) {
    ConnectionMemory.Site of = site;
    for (int i = 0; of != null && i < size; i++) {
      String url = candidates[i].url();
      if (!decisions[i].isSkip()
          && digest.isFresh(url.startsWith("/") ? scheme + of.authority() + url : url)) {
        takeBack(i, SkipReason.ALREADY_CACHED);
      }
    }
  }

  /** Resets the plan for a page of this authority. */
  void begin(CharSequence authority) {
    clear();
    pageAuthority = authority;
  }

  void clear() {
    size = 0;
    pageAuthority = "";
    hints = 0;
    pushes = 0;
    pageView = false;
    site = null;
    ruledOut.clear();
    ruledOutBy.clear();
  }

  void addAll(List<ManifestEntry> more) {
    for (int i = 0; i < more.size(); i++) {
      ManifestEntry entry = more.get(i);
      add(entry.asset(), entry);
    }
  }

  /** Adds a candidate. Candidates are ordered by tier, and within a tier by insertion. */
  void add(Asset asset, @Nullable ManifestEntry entry) {
    if (size == MAX_CANDIDATES) {
      return;
    }
    if (size == assets.length) {
      grow();
    }
    PushCandidate candidate = asset.candidate(pageAuthority);
    int at = size++;
    while (at > 0 && candidates[at - 1].tier() > candidate.tier()) {
      assets[at] = assets[at - 1];
      candidates[at] = candidates[at - 1];
      entries[at] = entries[at - 1];
      at--;
    }
    assets[at] = asset;
    candidates[at] = candidate;
    entries[at] = entry;
  }

  /** Keeps an entry that its rule excludes from the candidates, so that it is counted or explained. */
  void ruleOut(ManifestEntry entry, SkipReason reason) {
    if (ruledOut.size() < MAX_CANDIDATES) {
      ruledOut.add(entry);
      ruledOutBy.add(reason);
    }
  }

  void decide(ConnectionMemory.Site on, PushContext context, AssetFacts learned) {
    site = on;
    pageView = context.request().isNavigation();
    pushClient = context.client().takesPush();
    for (int i = 0; i < size; i++) {
      ManifestEntry entry = entries[i];
      CandidateFacts known = learned.of(on.authority(), candidates[i]);
      facts[i] = entry != null && entry.tally().isDemoted() ? known.asWasteful() : known;
    }
    PushDecider.decide(context, candidates, facts, size, decisions);
    for (int i = 0; i < size; i++) {
      pushes += isPush(i) ? 1 : 0;
      hints += isHint(i) ? 1 : 0;
    }
    appendRuledOut();
  }

  /** Appends the excluded entries after the decision, so that they neither hold back a tier nor use up a limit. */
  private void appendRuledOut() {
    for (int i = 0; i < ruledOut.size(); i++) {
      if (size == assets.length) {
        grow();
      }
      ManifestEntry entry = ruledOut.get(i);
      assets[size] = entry.asset();
      candidates[size] = entry.asset().candidate();
      entries[size] = entry;
      decisions[size] = PushDecision.skip(ruledOutBy.get(i));
      size++;
    }
  }

  ConnectionMemory.@Nullable Site site() {
    return site;
  }

  private void grow() {
    int room = size * 2;
    assets = Arrays.copyOf(assets, room);
    candidates = Arrays.copyOf(candidates, room);
    entries = Arrays.copyOf(entries, room);
    facts = Arrays.copyOf(facts, room);
    decisions = Arrays.copyOf(decisions, room);
  }
}
