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
 * State that H2O keeps for one connection, across all its hosts: the set of resources that the client holds, and the memo of
 * attempted pushes. Event loop only.
 *
 * <p>The set does not exist before the first link that could be pushed. Until then nothing is looked up, recorded or sent.
 */
public final class H2oMemory {
  private final PushDiary memo = new PushDiary();
  private @Nullable CacheFingerprint set;

  /** Keys of pushes promised before their type was known, if their path suggests a tracked type. */
  private final List<Integer> guesses = new ArrayList<>(0);
  /** Number of pushes promised whose head has not arrived. */
  private int late;

  /** Cookie that the client received last. */
  private @Nullable String lastCookie;

  private boolean isGuessed;

  /** Returns the set; creates it with these parameters if it does not exist. */
  public CacheFingerprint set(CasperParameters parameters) {
    CacheFingerprint known = set;
    if (known == null) {
      known = new CacheFingerprint(parameters, 0);
      set = known;
    }
    return known;
  }

  /** Returns the set, or null if it does not exist yet. */
  public @Nullable CacheFingerprint set() {
    return set;
  }

  /** Records a push attempt. Returns false if the same push was attempted before. */
  boolean isFirst(String authority, String path) {
    long identity = ResourceKey.identity(path, "");
    if (memo.contains(authority, identity)) {
      return false;
    }
    memo.record(authority, identity);
    return true;
  }

  /** Records a push that is promised before its head arrives. */
  void promisedEarly(int key, boolean isTrackedProbably) {
    late++;
    if (isTrackedProbably) {
      guesses.add(key);
    }
  }

  /** Returns true if the client holds the resource, or will hold it once the pushes in flight have arrived. */
  boolean holds(int key) {
    CacheFingerprint known = set;
    return known != null
        && (known.contains(key) || (!guesses.isEmpty() && known.with(guesses).contains(key)));
  }

  /** Records that the head of an early promised push has arrived, or that the push ended without one. */
  void arrived(int key) {
    late--;
    guesses.remove((Integer) key);
  }

  boolean isAnyLate() {
    return late > 0;
  }

  /** Returns the Set-Cookie value, pushes in flight included; null if the set is empty. */
  @Nullable
  String cookie(CasperCookie format) {
    CacheFingerprint known = set;
    if (known == null || (known.isEmpty() && guesses.isEmpty())) {
      return null;
    }
    if (!guesses.isEmpty()) {
      isGuessed = true;
      lastCookie = format.write(known.with(guesses));
    } else if (lastCookie == null || isGuessed || known.isChanged()) {
      isGuessed = false;
      lastCookie = format.write(known);
    }
    return lastCookie;
  }

  /** Returns true if the client's cookie differs from the current set. */
  boolean isOutdated() {
    CacheFingerprint known = set;
    return known != null && !known.isEmpty() && (isGuessed || known.isChanged());
  }
}
