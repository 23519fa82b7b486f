package io.lychgate.gateway.push;

import io.lychgate.casper.Destination;
import io.lychgate.casper.PushCandidate;
import io.lychgate.gateway.config.pattern.PathIndex;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.priority.PriorityRules;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules of all manifests that apply to one host. */
final class HostRules {
  static final HostRules NONE = new HostRules(List.of(), PriorityRules.NONE);

  /** Rules with an exact path come first. */
  private final List<IndexedRule> rules;

  private final PathIndex index;
  private final TextTable<ManifestEntry> assets;

  /** Assets with an authority, by their path; null if there are none. */
  private final @Nullable TextTable<List<ManifestEntry>> absolute;

  private final PriorityRules priorities;

  HostRules(List<IndexedRule> rules, PriorityRules priorities) {
    this.priorities = priorities;
    this.rules = Stream.concat(
            rules.stream().filter(rule -> rule.match().isExact()),
            rules.stream().filter(rule -> !rule.match().isExact()))
        .toList();
    this.index = new PathIndex(this.rules.stream().map(IndexedRule::match).toList());
    Map<String, ManifestEntry> byPath = new HashMap<>();
    Map<String, List<ManifestEntry>> absoluteByPath = new HashMap<>();
    for (IndexedRule rule : rules) {
      rule.forEach(entry -> {
        PushCandidate candidate = entry.asset().candidate();
        if (candidate.destination() == Destination.CONNECT) {
          return;
        }
        if (candidate.authority().isEmpty()) {
          byPath.putIfAbsent(candidate.url(), entry);
        } else {
          absoluteByPath
              .computeIfAbsent(candidate.path(), path -> new ArrayList<>(1))
              .add(entry);
        }
      });
    }
    assets = new TextTable<>(byPath, false);
    absolute = absoluteByPath.isEmpty() ? null : new TextTable<>(absoluteByPath, false);
  }

  /** Adds the entries that apply from every rule that matches the page; exact paths come first. */
  void select(Selection selection, PushPlan into) {
    CharSequence path = selection.request().path();
    int length = lengthOfPath(path);
    for (int i = index.next(path, length, PathIndex.NONE, selection);
        i != PathIndex.NONE;
        i = index.next(path, length, i, selection)) {
      rules.get(i).addTo(into, selection);
    }
  }

  /** Returns the entry of the asset at this path and authority; the authority must be one that these rules cover. */
  @Nullable
  ManifestEntry asset(CharSequence authority, CharSequence path) {
    ManifestEntry named = assets.get(path, 0, path.length());
    return named != null || absolute == null ? named : absolute(absolute, authority, path);
  }

  private static @Nullable ManifestEntry absolute(
      TextTable<List<ManifestEntry>> byPath, CharSequence authority, CharSequence path) {
    List<ManifestEntry> entries = byPath.get(path, 0, path.length());
    for (int i = 0; entries != null && i < entries.size(); i++) {
      String named = entries.get(i).asset().candidate().authority();
      if (AsciiString.contentEqualsIgnoreCase(named, authority)) {
        return entries.get(i);
      }
    }
    return null;
  }

  PriorityRules priorities() {
    return priorities;
  }

  /** Returns the length of the path without the query. */
  private static int lengthOfPath(CharSequence path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '?') {
        return i;
      }
    }
    return path.length();
  }
}
