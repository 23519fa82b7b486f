package io.lychgate.gateway.push.h2o;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.PushDiary;
import io.lychgate.casper.ResourceKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What H2O keeps for one connection, whatever the hosts on it: the set of what the client holds, and the memo of what was
 * tried. Event loop only.
 *
 * <p>There is no set before the first link that could be pushed: until then nothing is looked up, remembered or told.
 */
public final class H2oMemory {
  private final PushDiary memo = new PushDiary();
  private @Nullable CacheFingerprint set;

  /** Keys of pushes that were promised before their type was known, as far as it can be guessed. */
  private final List<Integer> guesses = new ArrayList<>(0);
  /** Pushes that were promised before their head was there. */
  private int late;

  /** What the client was told last. */
  private @Nullable String told;

  private boolean isGuessed;

  /** The set, made with these parameters if there is none. */
  public CacheFingerprint set(CasperParameters parameters) {
    CacheFingerprint known = set;
    if (known == null) {
      known = new CacheFingerprint(parameters, 0);
      set = known;
    }
    return known;
  }

  /** The set, if it was made. */
  public @Nullable CacheFingerprint set() {
    return set;
  }

  /** Notes that a push is tried; false if it was before. */
  boolean isFirst(String authority, String path) {
    long identity = ResourceKey.identity(path, "");
    if (memo.contains(authority, identity)) {
      return false;
    }
    memo.record(authority, identity);
    return true;
  }

  /** A push is promised and its head not there yet. */
  void promisedEarly(int key, boolean isTrackedProbably) {
    late++;
    if (isTrackedProbably) {
      guesses.add(key);
    }
  }

  /** Whether the client holds it, or will when what is on its way has come. */
  boolean holds(int key) {
    CacheFingerprint known = set;
    return known != null
        && (known.contains(key) || (!guesses.isEmpty() && known.with(guesses).contains(key)));
  }

  /** The head of such a push is there, or never will be. */
  void arrived(int key) {
    late--;
    guesses.remove((Integer) key);
  }

  boolean isAnyLate() {
    return late > 0;
  }

  /** The Set-Cookie value, what is on its way included; null if there is nothing to tell. */
  @Nullable
  String cookie(CasperCookie format) {
    CacheFingerprint known = set;
    if (known == null || (known.isEmpty() && guesses.isEmpty())) {
      return null;
    }
    if (!guesses.isEmpty()) {
      isGuessed = true;
      told = format.write(known.with(guesses));
    } else if (told == null || isGuessed || known.isChanged()) {
      isGuessed = false;
      told = format.write(known);
    }
    return told;
  }

  /** Whether the client was told something else than what is known now. */
  boolean isOutdated() {
    CacheFingerprint known = set;
    return known != null && !known.isEmpty() && (isGuessed || known.isChanged());
  }
}
