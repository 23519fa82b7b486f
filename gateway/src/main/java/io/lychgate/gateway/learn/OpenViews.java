package io.lychgate.gateway.learn;

import java.util.HashMap;
import java.util.Map;

/**
 * Views of one page by one visitor that may still go on: which assets have followed how often. An asset counts at most as
 * often as the page was asked for, so that two views at once are not one, nor one asset twice in a view two.
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

  /** Whether one more view was followed by this URL. */
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
