package io.lychgate.gateway.push;

import io.lychgate.casper.Destination;
import io.lychgate.casper.PushCandidate;
import io.lychgate.gateway.push.priority.PriorityRules;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules of all manifests that are for one host: exact paths in a table, the other patterns in a list. */
final class HostRules {
  static final HostRules NONE = new HostRules(List.of(), PriorityRules.NONE);

  private final TextTable<List<IndexedRule>> exact;
  private final List<IndexedRule> patterns = new ArrayList<>();
  private final TextTable<ManifestEntry> assets;

  /** Assets with an authority, by their path; null if there are none. */
  private final @Nullable TextTable<List<ManifestEntry>> absolute;

  private final PriorityRules priorities;

  HostRules(List<IndexedRule> rules, PriorityRules priorities) {
    this.priorities = priorities;
    Map<String, List<IndexedRule>> exactPaths = new HashMap<>();
    Map<String, ManifestEntry> byPath = new HashMap<>();
    Map<String, List<ManifestEntry>> absoluteByPath = new HashMap<>();
    for (IndexedRule rule : rules) {
      if (rule.match().isExact()) {
        exactPaths
            .computeIfAbsent(rule.match().text(), path -> new ArrayList<>())
            .add(rule);
      } else {
        patterns.add(rule);
      }
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
    exact = new TextTable<>(exactPaths, false);
    assets = new TextTable<>(byPath, false);
    absolute = absoluteByPath.isEmpty() ? null : new TextTable<>(absoluteByPath, false);
  }

  /** Adds what counts of every rule that matches the page, exact paths first. */
  void select(Selection selection, PushPlan into) {
    CharSequence path = selection.request().path();
    int end = endOfPath(path);
    List<IndexedRule> rules = exact.get(path, 0, end);
    if (rules != null) {
      for (int i = 0; i < rules.size(); i++) {
        rules.get(i).addTo(into, selection);
      }
    }
    if (!patterns.isEmpty()) {
      CharSequence page = end == path.length() ? path : path.subSequence(0, end);
      for (int i = 0; i < patterns.size(); i++) {
        if (patterns.get(i).match().matches(page)) {
          patterns.get(i).addTo(into, selection);
        }
      }
    }
  }

  /** The entry of the asset that is at this path of this authority, which is one that these rules are for. */
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

  private static int endOfPath(CharSequence path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '?') {
        return i;
      }
    }
    return path.length();
  }
}
