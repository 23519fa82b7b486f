package io.lychgate.gateway.push.facts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.casper.ContentVersion;
import io.lychgate.casper.PushCandidate;
import io.lychgate.casper.ResourceKey;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.http.Freshness;
import io.lychgate.gateway.http.Variants;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Facts learned from the responses of candidates, by authority and path: reusability, redirects, missing resources and body sizes.
 * One for all event loops; it survives changes of the manifest index.
 *
 * <p>It keeps candidates only: assets of a manifest in force, or assets that a Link field has named. So requests for unknown paths
 * cannot fill it.
 */
public final class AssetFacts {
  private static final long MOST_BYTES = Limits.KNOWN_ASSETS_BYTES;

  /** Bytes of an entry without its strings: key, facts, and the cache's own overhead. */
  private static final int ENTRY_BYTES = 300;

  /**
   * Lifetime of one observation. The page requests a skipped asset itself, and that response renews the observation. An asset
   * without further requests becomes a candidate again.
   */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  private static final AsciiString ETAG = FieldNames.canonical("etag");
  private static final AsciiString LAST_MODIFIED = FieldNames.canonical("last-modified");

  private final Cache<Key, Known> known;
  private final Ticker ticker;

  /** True once an asset that no manifest names is in here. Never reset; read for each response. */
  private volatile boolean awaitsLinks;

  private record Key(String authority, String path) {}

  /** The content key outlives the other facts, because client fingerprints were made with it. */
  private record Known(CandidateFacts facts, long atNanos) {}

  public AssetFacts() {
    this(Ticker.systemTicker());
  }

  AssetFacts(Ticker ticker) {
    this.ticker = ticker;
    known = Caffeine.newBuilder()
        .maximumWeight(MOST_BYTES)
        .weigher((Key key, Known value) ->
            ENTRY_BYTES + key.authority().length() + key.path().length())
        .build();
  }

  /**
   * Returns the facts known of a candidate.
   *
   * @param pageAuthority in lower case
   */
  public CandidateFacts of(String pageAuthority, PushCandidate candidate) {
    return of(
        candidate.authority().isEmpty() ? pageAuthority : candidate.authority(), candidate.path());
  }

  /** Returns the facts known of the resource at this path; the authority is in lower case. */
  public CandidateFacts of(String authority, String path) {
    return current(known.getIfPresent(new Key(authority, path)));
  }

  /** Returns the weight of all entries in bytes. */
  public long bytes() {
    known.cleanUp();
    return known.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  private CandidateFacts current(@Nullable Known entry) {
    if (entry == null) {
      return CandidateFacts.UNKNOWN;
    }
    return isCurrent(entry) ? entry.facts() : entry.facts().contentOnly();
  }

  private boolean isCurrent(Known entry) {
    return ticker.read() - entry.atNanos() < LIFETIME.toNanos();
  }

  /** Registers a candidate that a Link field has named, so that its responses are recorded from now on. */
  public void await(String pageAuthority, PushCandidate candidate) {
    String authority = candidate.authority().isEmpty() ? pageAuthority : candidate.authority();
    Key key = new Key(authority, candidate.path());
    if (known.getIfPresent(key) == null) {
      known.put(key, new Known(CandidateFacts.UNKNOWN, ticker.read()));
      awaitsLinks = true;
    }
  }

  /**
   * Records the facts of a response to a GET. Event loops may race; the last write wins, and all of them saw the same origin.
   *
   * @param entry the manifest entry whose asset this is; null if no manifest names it
   * @return the facts now known; null if the resource is no candidate
   */
  @Nullable
  public CandidateFacts learn(
      CharSequence authority,
      CharSequence path,
      @Nullable ManifestEntry entry,
      ResponseHead response) {
    if (entry == null && !awaitsLinks) {
      return null;
    }
    Key key = new Key(LowerCase.of(authority), path.toString());
    Known before = known.getIfPresent(key);
    if (before == null && entry == null) {
      return null;
    }
    CandidateFacts old = current(before);
    Reusability reusability = Freshness.of(response, old.reusability());
    long length = response.status() == 200 ? response.contentLength() : -1;
    long bytes = length < 0 ? old.bodyBytes() : length;
    int contentKey = contentKey(path, response, old.contentKey());
    if (before != null
        && isCurrent(before)
        && reusability == old.reusability()
        && bytes == old.bodyBytes()
        && contentKey == old.contentKey()) {
      return old;
    }
    boolean isFirst = old.isFirstContent()
        && (old.contentKey() == CandidateFacts.NO_KEY || old.contentKey() == contentKey);
    CandidateFacts next = new CandidateFacts(reusability, bytes, false, contentKey, isFirst);
    known.put(key, new Known(next, ticker.read()));
    return next;
  }

  /**
   * Returns the key with the version that the response states, or the previous key if the response does not describe the content.
   *
   * <p>A response that varies by more than its content coding has one version per variant. The decision comes before the variant is
   * known, so such an asset is keyed by its path alone.
   */
  private static int contentKey(CharSequence path, ResponseHead response, int before) {
    if (response.status() != 200 && response.status() != 304) {
      return before;
    }
    Fields fields = response.fields();
    boolean isVersioned = !ContentVersion.isInName(path) && Variants.areOfCodingOnly(fields);
    CharSequence version =
        isVersioned ? ContentVersion.of(text(fields, ETAG), text(fields, LAST_MODIFIED)) : "";
    return response.status() == 304 && version.length() == 0
        ? before
        : ResourceKey.versioned(path, version);
  }

  private static CharSequence text(Fields fields, AsciiString name) {
    CharSequence value = fields.get(name);
    return value == null ? "" : value;
  }
}
