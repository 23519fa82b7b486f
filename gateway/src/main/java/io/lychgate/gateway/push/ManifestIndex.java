package io.lychgate.gateway.push;

import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.push.IndexedRule.IndexedVariant;
import io.lychgate.gateway.push.facts.AssetFacts;
import io.lychgate.gateway.push.facts.EntryKey;
import io.lychgate.gateway.push.facts.EntryTally;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.push.priority.PriorityRule;
import io.lychgate.gateway.push.priority.PriorityRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All manifests in force, indexed by host and path, for a lookup per exchange. Part of a snapshot. Immutable except for the facts
 * and counts that its entries collect.
 */
public final class ManifestIndex {
  /*
   * Rules are grouped by host when the index is built: one group for each exact host, and one for each suffix, under a made-up
   * host. A lookup then takes one table access for the host, one for the path, and the glob matches.
   */

  /** An index with no manifest in force and nothing to learn: no response matches an entry of it. */
  public static final ManifestIndex EMPTY =
      new ManifestIndex(List.of(), 0, new AssetFacts(), new RememberedLinks(), Map.of());

  private final List<PushManifest> manifests;
  private final long revision;
  private final AssetFacts facts;
  private final RememberedLinks links;
  private final Map<EntryKey, ManifestEntry> entries = new LinkedHashMap<>();
  private final TextTable<HostRules> byName;
  private final List<SuffixRules> bySuffix = new ArrayList<>();
  private final HostRules forOthers;
  private final boolean hasPriorities;

  private record SuffixRules(HostPattern pattern, HostRules rules) {}

  private ManifestIndex(
      List<PushManifest> manifests,
      long revision,
      AssetFacts facts,
      RememberedLinks links,
      Map<EntryKey, ManifestEntry> known) {
    this.manifests = List.copyOf(manifests);
    this.revision = revision;
    this.facts = facts;
    this.links = links;
    this.hasPriorities =
        manifests.stream().anyMatch(manifest -> !manifest.priorities().isEmpty());
    Map<PushManifest, List<IndexedRule>> indexed = new LinkedHashMap<>();
    manifests.forEach(manifest -> indexed.put(manifest, indexed(manifest, known)));
    TreeSet<HostPattern> patterns = new TreeSet<>(Comparator.comparingInt(HostPattern::specificity)
        .reversed()
        .thenComparing(HostPattern::toString));
    manifests.forEach(manifest -> patterns.addAll(manifest.hosts()));
    Map<String, HostRules> names = new HashMap<>();
    for (HostPattern pattern : patterns) {
      String text = pattern.toString();
      if (pattern.isExact()) {
        names.put(text, rulesFor(text, indexed));
      } else if (text.startsWith("*.")) {
        // No host name contains U+0001, so the made-up host never matches an exact pattern.
        bySuffix.add(new SuffixRules(pattern, rulesFor('\u0001' + text.substring(1), indexed)));
      }
    }
    byName = new TextTable<>(names, true);
    forOthers = rulesFor("\u0001", indexed);
  }

  /**
   * Returns the index of these manifests.
   *
   * @param revision number of the published revision, 0 if none was ever published; its low bits are the epoch of fingerprints
   * @param previous index whose facts and tallies are kept
   */
  public static ManifestIndex of(
      List<PushManifest> manifests, long revision, ManifestIndex previous) {
    // All gateways of a process share the constant, so it must not learn.
    boolean isFirst = previous == EMPTY;
    return new ManifestIndex(
        manifests,
        revision,
        isFirst ? new AssetFacts() : previous.facts,
        isFirst ? new RememberedLinks() : previous.links,
        previous.entries);
  }

  public List<PushManifest> manifests() {
    return manifests;
  }

  public long revision() {
    return revision;
  }

  /** Returns the assets that the Link fields of pages named. */
  RememberedLinks links() {
    return links;
  }

  /** Returns the facts learned from the responses of candidates. */
  public AssetFacts facts() {
    return facts;
  }

  /** Returns all entries, in the order of manifests and rules. */
  public Collection<ManifestEntry> entries() {
    return Collections.unmodifiableCollection(entries.values());
  }

  /** Returns the epoch of fingerprints made under this index. */
  public int epoch() {
    return (int) revision & 0xffff;
  }

  /** Returns the entry whose asset this path on this authority is, or null. Takes one table lookup for each. */
  public @Nullable ManifestEntry assetAt(CharSequence authority, CharSequence path) {
    return entries.isEmpty() ? null : rulesOf(authority).asset(authority, path);
  }

  /** Returns the priority rules for responses of this authority. Skips the lookup if no manifest has priority rules. */
  public PriorityRules priorities(CharSequence authority) {
    return hasPriorities ? rulesOf(authority).priorities() : PriorityRules.NONE;
  }

  void select(Selection selection, PushPlan into) {
    if (!manifests.isEmpty()) {
      rulesOf(selection.request().authority()).select(selection, into);
    }
  }

  private HostRules rulesOf(CharSequence authority) {
    int end = endOfHost(authority);
    HostRules named = byName.get(authority, 0, end);
    if (named != null) {
      return named;
    }
    if (bySuffix.isEmpty()) {
      return forOthers;
    }
    CharSequence host = end == authority.length() ? authority : authority.subSequence(0, end);
    for (int i = 0; i < bySuffix.size(); i++) {
      if (bySuffix.get(i).pattern().matches(host)) {
        return bySuffix.get(i).rules();
      }
    }
    return forOthers;
  }

  /** RFC 3986 3.2: the last colon starts the port, unless it is inside the brackets of an IPv6 address. */
  private static int endOfHost(CharSequence authority) {
    for (int i = authority.length() - 1; i >= 0; i--) {
      char c = authority.charAt(i);
      if (c == ':') {
        return i;
      }
      if (c < '0' || c > '9') {
        break;
      }
    }
    return authority.length();
  }

  private static HostRules rulesFor(String host, Map<PushManifest, List<IndexedRule>> indexed) {
    List<IndexedRule> rules = new ArrayList<>();
    List<PriorityRule> priorities = new ArrayList<>();
    indexed.forEach((manifest, own) -> {
      if (manifest.isFor(host)) {
        rules.addAll(own);
        priorities.addAll(manifest.priorities());
      }
    });
    return rules.isEmpty() && priorities.isEmpty()
        ? HostRules.NONE
        : new HostRules(rules, new PriorityRules(priorities));
  }

  private List<IndexedRule> indexed(PushManifest manifest, Map<EntryKey, ManifestEntry> known) {
    List<IndexedRule> rules = new ArrayList<>();
    for (int i = 0; i < manifest.rules().size(); i++) {
      PushManifest.Rule rule = manifest.rules().get(i);
      EntryMaker maker = new EntryMaker(manifest.name(), i, rule.match().text(), known);
      List<IndexedVariant> variants = rule.variants().stream()
          .map(variant -> new IndexedVariant(variant.choice(), maker.of(variant.assets())))
          .toList();
      rules.add(new IndexedRule(
          rule.match(), rule.when(), rule.schedule(), maker.of(rule.assets()), variants));
    }
    return rules;
  }

  /** Two rules of one manifest with the same pattern share one tally. */
  private EntryTally tally(EntryKey key, Map<EntryKey, ManifestEntry> known) {
    ManifestEntry before = entries.getOrDefault(key, known.get(key));
    return before == null ? new EntryTally() : before.tally();
  }

  /** Creates the entries of one rule. */
  private final class EntryMaker {
    private final String manifest;
    private final int rule;
    private final String match;
    private final Map<EntryKey, ManifestEntry> known;

    EntryMaker(String manifest, int rule, String match, Map<EntryKey, ManifestEntry> known) {
      this.manifest = manifest;
      this.rule = rule;
      this.match = match;
      this.known = known;
    }

    List<ManifestEntry> of(List<Asset> assets) {
      return assets.stream().map(this::of).toList();
    }

    private ManifestEntry of(Asset asset) {
      EntryKey key = new EntryKey(manifest, match, asset.url());
      ManifestEntry entry = new ManifestEntry(key, rule, asset, tally(key, known));
      entries.putIfAbsent(key, entry);
      return entry;
    }
  }
}
