package io.lychgate.gateway.learn;

import io.lychgate.gateway.learn.Observed.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was seen of the pages of one pattern on one host. */
final class PageEvidence implements LeastRecent.Weighed {
  /** Assets of one pattern; of more the first seen stay, as they are those that every page has. */
  static final int MAX_ASSETS = 64;

  /** This object, its map, and the strings that are not those of assets. */
  private static final int OWN_BYTES = 320;

  /** One asset: map entry, this record of counts, and the array and header of its URL. */
  private static final int ASSET_BYTES = 48 + 48 + 64;

  final String host;
  final PagePattern pattern;

  /** A path of the pattern, to ask manifests with. */
  String sample;

  long views;
  final Map<String, AssetEvidence> assets = new LinkedHashMap<>();
  private long urlBytes;

  /** Counts of one asset of these pages. */
  static final class AssetEvidence {
    /** Page views in which it was asked for. */
    long followed;
    /** Page views whose own Link field named it. */
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

  /** The evidence of this URL; null when there is no room for another. */
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
