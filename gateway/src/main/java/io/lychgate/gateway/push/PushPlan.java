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
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is sent ahead of one page: its candidates in order, each with its decision.
 *
 * <p>It belongs to the planner, which uses it again for the next request of the event loop: carry it out before control
 * returns to the loop, keep no reference.
 */
public final class PushPlan {
  /** Candidates of one page; more are not looked at. */
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

  /** Candidates, whatever was decided. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0 && ruledOut.isEmpty();
  }

  /** Whether any rule or Link field counted for the request. */
  boolean hasCandidates() {
    return size > ruledOut.size();
  }

  public Asset asset(int index) {
    return assets[index];
  }

  /** What was decided on. */
  PushCandidate candidate(int index) {
    return candidates[index];
  }

  /** Whether the request is a page view that candidates are for: a navigation, or something is sent with it. */
  public boolean isPageView() {
    return size > 0 && (pageView || hints > 0 || pushes > 0);
  }

  /** Whether the client takes pushes, so that what was skipped is a push less and not a hint less. */
  public boolean isForPushClient() {
    return pushClient;
  }

  /** Of the page, in lower case; empty for a plan without candidates. */
  public String authority() {
    return site == null ? "" : site.authority();
  }

  /** The manifest's entry that the candidate comes from; null for one that a Link field named. */
  public @Nullable ManifestEntry entry(int index) {
    return entries[index];
  }

  public PushDecision decision(int index) {
    return decisions[index];
  }

  /** What was known of the candidate when it was decided on. */
  CandidateFacts facts(int index) {
    CandidateFacts known = facts[index];
    return known == null ? CandidateFacts.UNKNOWN : known;
  }

  /** What a push of it counts against the byte budget. */
  public long budgetedBytes(int index) {
    return facts(index).budgetedBytes();
  }

  /** Whether it was skipped because the client has it. */
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

  /** Zero means that no 103 may be sent: browsers read the first one only, and an empty one would be it. */
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

  /** Takes back a push or hint that could not be carried out, so that it is not remembered as sent. */
  public void takeBack(int index, SkipReason reason) {
    pushes -= isPush(index) ? 1 : 0;
    hints -= isHint(index) ? 1 : 0;
    decisions[index] = PushDecision.skip(reason);
  }

  /** Whether an asset of this URL is a candidate. */
  boolean names(String url) {
    for (int i = 0; i < size; i++) {
      if (candidates[i].url().equals(url)) {
        return true;
      }
    }
    return false;
  }

  /** Takes back what the client's own digest of its cache says that it holds. */
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

  /** Starts anew, for a page of this authority. */
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

  /** Keeps the order of tiers, and within a tier the order in which candidates are added. */
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

  /** Takes an entry along that its rule keeps from being a candidate, so that it is counted or explained. */
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

  /** Behind the candidates, and after the decision: they must hold back no tier and use up no limit. */
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
