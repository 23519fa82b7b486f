package io.lychgate.gateway.learn;

import java.util.LinkedHashMap;
import java.util.Optional;

/** The hashes that one name was asked for with, on one host. */
final class NameEvidence implements LeastRecent.Weighed {
  /** Deploys that may be served side by side. */
  private static final int MAX_HASHES = 8;

  /** Requests for a new name that make a renaming when the old one is gone. */
  static final int ENOUGH_WHEN_GONE = 5;

  /** Requests for a new name that make a renaming when hardly anybody asks for the old one. */
  static final int ENOUGH_WHEN_QUIET = 20;

  /** Of those, one in so many may still be for the old one: pages that lie in caches. */
  private static final int QUIET_SHARE = 20;

  final String host;
  final String stem;
  private final LinkedHashMap<String, Seen> byHash = new LinkedHashMap<>();
  private String newest = "";

  private static final class Seen {
    long count;
    long sinceNewest;
    boolean gone;
  }

  NameEvidence(String host, String stem) {
    this.host = host;
    this.stem = stem;
  }

  void seen(String hash, boolean isGone) {
    Seen seen = byHash.get(hash);
    if (seen == null) {
      seen = new Seen();
      byHash.put(hash, seen);
      if (!isGone) {
        newest = hash;
        byHash.values().forEach(each -> each.sinceNewest = 0);
      }
      trim();
    }
    seen.gone = isGone;
    if (!isGone) {
      seen.count++;
      seen.sinceNewest++;
    }
  }

  private void trim() {
    if (byHash.size() > MAX_HASHES) {
      String eldest = byHash.keySet().iterator().next();
      byHash.remove(eldest);
    }
  }

  /** What the old hash was replaced by, if that is clear by now. */
  Optional<Renamed> renamed(String oldHash) {
    Seen now = byHash.get(newest);
    if (now == null || now.gone || newest.equals(oldHash)) {
      return Optional.empty();
    }
    Seen old = byHash.get(oldHash);
    long oldRequests = old == null ? 0 : old.sinceNewest;
    boolean isGone = old != null && old.gone && now.count >= ENOUGH_WHEN_GONE;
    boolean isQuiet = now.count >= ENOUGH_WHEN_QUIET && oldRequests * QUIET_SHARE <= now.count;
    return isGone || isQuiet
        ? Optional.of(new Renamed(newest, now.count, oldRequests, isGone))
        : Optional.empty();
  }

  /**
   * A renaming.
   *
   * @param requests for the new name
   * @param oldRequests for the old name since the new one came
   */
  record Renamed(String hash, long requests, long oldRequests, boolean oldIsGone) {}

  @Override
  public long bytes() {
    return 200 + stem.length() + host.length() + 160L * byHash.size();
  }
}
