package io.lychgate.gateway.learn;

import java.util.HashMap;
import java.util.Map;

/**
 * Views of one page by one visitor that may still be loading, with a count per asset that followed. An asset counts at most as
 * often as the page was requested. So two views at once count twice, and an asset requested twice in one view counts once.
 */
final class OpenViews implements LeastRecent.Weighed {
  private static final int OWN_BYTES = 120;
  private static final int ASSET_BYTES = 64;

  final PageEvidence page;
  private final Map<String, Integer> followed = new HashMap<>(4);
  private int views;

  OpenViews(PageEvidence page) {
    this.page = page;
  }

  void opened() {
    views++;
  }

  /** Counts a request for this URL. Returns true if it belongs to one more view. */
  boolean followedBy(String url) {
    int before = followed.getOrDefault(url, 0);
    if (before >= views || (before == 0 && followed.size() >= PageEvidence.MAX_ASSETS)) {
      return false;
    }
    followed.put(url, before + 1);
    return true;
  }

  @Override
  public long bytes() {
    return OWN_BYTES + (long) ASSET_BYTES * followed.size();
  }
}
