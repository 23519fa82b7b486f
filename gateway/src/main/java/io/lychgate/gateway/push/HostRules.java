package io.lychgate.gateway.push;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.PathPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules of all manifests that are for one host: exact paths in a table, the other patterns in a list. */
final class HostRules {
  static final HostRules NONE = new HostRules(List.of());

  private final TextTable<List<ManifestEntry>> exact;
  private final List<PatternRule> patterns = new ArrayList<>();
  private final TextTable<ManifestEntry> assets;

  private record PatternRule(PathPattern match, List<ManifestEntry> entries) {}

  /** A rule with its entries, before it is known which hosts it is for. */
  record IndexedRule(PathPattern match, List<ManifestEntry> entries) {}

  HostRules(List<IndexedRule> rules) {
    Map<String, List<ManifestEntry>> exactPaths = new HashMap<>();
    Map<String, ManifestEntry> byPath = new HashMap<>();
    for (IndexedRule rule : rules) {
      if (rule.match().isExact()) {
        exactPaths
            .computeIfAbsent(rule.match().text(), path -> new ArrayList<>())
            .addAll(rule.entries());
      } else {
        patterns.add(new PatternRule(rule.match(), rule.entries()));
      }
      for (ManifestEntry entry : rule.entries()) {
        if (entry.asset().candidate().authority().isEmpty()
            && entry.asset().destination() != Destination.CONNECT) {
          byPath.putIfAbsent(entry.asset().url(), entry);
        }
      }
    }
    exact = new TextTable<>(exactPaths, false);
    assets = new TextTable<>(byPath, false);
  }

  /** Adds the entries of every rule that matches the page, exact paths first. */
  void select(CharSequence path, PushPlan into) {
    int end = endOfPath(path);
    List<ManifestEntry> entries = exact.get(path, 0, end);
    if (entries != null) {
      into.addAll(entries);
    }
    if (!patterns.isEmpty()) {
      CharSequence page = end == path.length() ? path : path.subSequence(0, end);
      for (int i = 0; i < patterns.size(); i++) {
        if (patterns.get(i).match().matches(page)) {
          into.addAll(patterns.get(i).entries());
        }
      }
    }
  }

  @Nullable
  ManifestEntry asset(CharSequence path) {
    return assets.get(path, 0, path.length());
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
