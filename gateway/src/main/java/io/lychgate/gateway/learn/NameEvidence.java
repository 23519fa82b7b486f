package io.lychgate.gateway.learn;

import java.util.LinkedHashMap;
import java.util.Optional;

/** The requested hashes of one name, on one host. */
final class NameEvidence implements LeastRecent.Weighed {
  /** Deployments that may be served at the same time. */
  private static final int MAX_HASHES = 8;

  /** Requests for a new name that prove a rename if the old name is gone. */
  static final int ENOUGH_WHEN_GONE = 5;

  /** Requests for a new name that prove a rename if the old name is hardly requested. */
  static final int ENOUGH_WHEN_QUIET = 20;

  /** One request in this number may still be for the old name, from cached pages. */
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

  /** Returns the rename of the old hash, if the evidence suffices. */
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
   * A rename.
   *
   * @param requests number of requests for the new name
   * @param oldRequests number of requests for the old name since the first one for the new name
   */
  record Renamed(String hash, long requests, long oldRequests, boolean oldIsGone) {}

  @Override
  public long bytes() {
    return 200 + stem.length() + host.length() + 160L * byHash.size();
  }
}
