package io.lychgate.gateway.learn;

import io.lychgate.gateway.learn.Observed.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evidence of the pages of one pattern on one host. */
final class PageEvidence implements LeastRecent.Weighed {
  /** Assets of one pattern. If there are more, the first ones stay, because every page has them. */
  static final int MAX_ASSETS = 64;

  /** Bytes of this object, its map, and the strings other than those of assets. */
  private static final int OWN_BYTES = 320;

  /** Bytes of one asset: map entry, its counts, and the array and header of its URL. */
  private static final int ASSET_BYTES = 48 + 48 + 64;

  final String host;
  final PagePattern pattern;

  /** A path of the pattern, to match with the rules of manifests. */
  String sample;

  long views;
  final Map<String, AssetEvidence> assets = new LinkedHashMap<>();
  private long urlBytes;

  /** Counts of one asset of these pages. */
  static final class AssetEvidence {
    /** Page views in which the asset was requested. */
    long followed;
    /** Page views whose own Link field named the asset. */
    long linked;

    Kind kind = Kind.OTHER;
    boolean fetched;
    boolean reusable = true;
  }

  PageEvidence(String host, PagePattern pattern, String sample) {
    this.host = host;
    this.pattern = pattern;
    this.sample = sample;
  }

  /** Returns the evidence of this URL; null if there is no room for another. */
  @Nullable
  AssetEvidence asset(String url) {
    AssetEvidence known = assets.get(url);
    if (known == null && assets.size() < MAX_ASSETS) {
      known = new AssetEvidence();
      assets.put(url, known);
      urlBytes += url.length();
    }
    return known;
  }

  @Override
  public long bytes() {
    return OWN_BYTES
        + 2L * sample.length()
        + pattern.text().length()
        + host.length()
        + (long) ASSET_BYTES * assets.size()
        + urlBytes;
  }
}
