package io.lychgate.gateway.push;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.casper.PushCandidate;
import io.lychgate.gateway.message.ResponseHead;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the responses of candidates have taught, by authority and path: whether they may be reused, are gone or redirected,
 * and how long they are. One for all event loops, and for one manifest index after the other.
 *
 * <p>Only what is a candidate is kept: an asset of a manifest in force, or one that a Link field has named. So nobody fills
 * it by asking for what is not there.
 */
public final class AssetFacts {
  /** About 300 octets each: 5 MiB at most. */
  private static final long MAX_ASSETS = 16_384;

  /**
   * How long one answer counts. What is skipped is asked for by the page itself all the same, and its answer replaces this
   * one; what nobody asks for any more gets another chance.
   */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  private final Cache<Key, CandidateFacts> known;

  /** Whether there is anything in here that no manifest names. Set once, read for each response. */
  private volatile boolean awaitsLinks;

  private record Key(String authority, String path) {}

  AssetFacts() {
    this(Ticker.systemTicker());
  }

  AssetFacts(Ticker ticker) {
    known = Caffeine.newBuilder()
        .maximumSize(MAX_ASSETS)
        .expireAfterWrite(LIFETIME)
        .ticker(ticker)
        .build();
  }

  /**
   * What is known of a candidate.
   *
   * @param pageAuthority in lower case
   */
  public CandidateFacts of(String pageAuthority, PushCandidate candidate) {
    String authority = candidate.authority().isEmpty() ? pageAuthority : candidate.authority();
    CandidateFacts facts = known.getIfPresent(new Key(authority, candidate.path()));
    return facts == null ? CandidateFacts.UNKNOWN : facts;
  }

  /** A Link field has named this candidate: from now on its responses are of interest. */
  void await(String pageAuthority, PushCandidate candidate) {
    String authority = candidate.authority().isEmpty() ? pageAuthority : candidate.authority();
    Key key = new Key(authority, candidate.path());
    if (known.getIfPresent(key) == null) {
      known.put(key, CandidateFacts.UNKNOWN);
      awaitsLinks = true;
    }
  }

  /**
   * Takes over what a response to a GET says. Loops may race; the last one wins, and all saw the same origin.
   *
   * @param entry of the manifest whose asset this is; null if no manifest names it
   * @return what is known now; null for what is no candidate
   */
  @Nullable
  CandidateFacts learn(
      CharSequence authority,
      CharSequence path,
      @Nullable ManifestEntry entry,
      ResponseHead response) {
    if (entry == null && !awaitsLinks) {
      return null;
    }
    Key key = new Key(LowerCase.of(authority), path.toString());
    CandidateFacts before = known.getIfPresent(key);
    if (before == null && entry == null) {
      return null;
    }
    CandidateFacts old = before == null ? CandidateFacts.UNKNOWN : before;
    Reusability reusability = Freshness.of(response, old.reusability());
    long length = response.status() == 200 ? response.contentLength() : -1;
    long bytes = length < 0 ? old.bodyBytes() : length;
    if (reusability == old.reusability() && bytes == old.bodyBytes()) {
      return old;
    }
    CandidateFacts next = new CandidateFacts(reusability, bytes, false);
    known.put(key, next);
    return next;
  }
}
