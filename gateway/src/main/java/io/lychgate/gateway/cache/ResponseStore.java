package io.lychgate.gateway.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.lychgate.gateway.config.policy.CachePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The stored responses of all routes, by URL, in a bounded memory. All event loops share it, and it survives reloads. Any thread;
 * never waits.
 *
 * <p>The key is the whole URL and no hash of it, so no client can make two URLs share a response.
 */
public final class ResponseStore implements AutoCloseable {
  /** Part of the memory that the responses of one URL may take, and part that fills in progress may take in addition. */
  private static final int URL_PART = 8;

  private static final int FILL_PART = 4;

  /** Caffeine counts the weight of an entry in an int. */
  private static final long MOST_OF_URL = 1L << 30;

  private final Cache<String, CacheEntry> entries;

  /** The URLs that fills are fetching: an invalidation reaches responses on their way. */
  private final ConcurrentMap<String, Progress> inProgress = new ConcurrentHashMap<>();

  private final AtomicLong purges = new AtomicLong();
  private final AtomicLong filling = new AtomicLong();
  private final LongAdder evictions = new LongAdder();
  private volatile long memory;
  private volatile boolean isClosed;

  /** @param memory bytes of stored responses */
  public ResponseStore(long memory) {
    this.memory = memory;
    this.entries = Caffeine.newBuilder()
        .maximumWeight(memory)
        .weigher(
            (String url, CacheEntry entry) -> (int) Math.min(entry.weight(url), Integer.MAX_VALUE))
        // The memory of a response is free again at once, not when some other thread has time.
        .executor(Runnable::run)
        .removalListener(this::removed)
        .build();
  }

  private void removed(@Nullable String url, @Nullable CacheEntry entry, RemovalCause cause) {
    // A replacement releases the responses that the new entry lacks.
    if (entry != null && cause != RemovalCause.REPLACED) {
      entry.release();
      if (cause == RemovalCause.SIZE) {
        evictions.increment();
      }
    }
  }

  /** Changes the memory after a reload. */
  public void memory(long bytes) {
    if (bytes != memory) {
      memory = bytes;
      entries.policy().eviction().ifPresent(eviction -> eviction.setMaximum(bytes));
    }
  }

  /** Returns the bytes of the largest body that may be stored, whatever the policy of its route allows. */
  long largest() {
    return Math.min(memory / URL_PART, CachePolicy.MOST_MAX_OBJECT);
  }

  @Nullable
  CacheEntry find(String url) {
    return entries.getIfPresent(url);
  }

  /**
   * The fills of one URL.
   *
   * @param invalidations invalidations of the URL since the first of these fills
   */
  private record Progress(int fills, long invalidations) {}

  /** Begins a fill of this URL. Returns a stamp that its response needs to be stored. {@link #endFill} ends it. */
  long beginFill(String url) {
    Progress own = inProgress.merge(
        url, new Progress(1, 0), (old, one) -> new Progress(old.fills + 1, old.invalidations));
    return purges.get() + own.invalidations;
  }

  void endFill(String url) {
    inProgress.computeIfPresent(
        url, (key, old) -> old.fills == 1 ? null : new Progress(old.fills - 1, old.invalidations));
  }

  private boolean isOutdated(String url, long stamp) {
    Progress now = inProgress.get(url);
    return now == null || purges.get() + now.invalidations != stamp;
  }

  /**
   * Stores a response and takes ownership of it. Returns false, and releases it, if its URL was invalidated since its request.
   *
   * @param stamp the stamp of its fill, which has not ended
   */
  boolean put(String url, StoredResponse response, long stamp) {
    List<StoredResponse> dropped = new ArrayList<>(1);
    entries.asMap().compute(url, (key, old) -> {
      dropped.clear();
      if (isClosed || isOutdated(url, stamp)) {
        dropped.add(response);
        return old;
      }
      CacheEntry before = Objects.requireNonNullElse(old, CacheEntry.NONE);
      return before.with(response, Math.min(memory / URL_PART, MOST_OF_URL), dropped);
    });
    dropped.forEach(StoredResponse::release);
    return !dropped.contains(response);
  }

  /** Notes that clients do not wait for each other's responses of this URL until then. */
  void keepApart(String url, long untilNanos) {
    if (!isClosed) {
      entries
          .asMap()
          .compute(
              url,
              (key, old) ->
                  Objects.requireNonNullElse(old, CacheEntry.NONE).apartUntil(untilNanos));
    }
  }

  /** Drops one response of a URL, because a newer one may not be stored. */
  void drop(String url, StoredResponse response) {
    List<StoredResponse> dropped = new ArrayList<>(1);
    entries.asMap().computeIfPresent(url, (key, old) -> {
      dropped.clear();
      CacheEntry rest = old.without(response);
      if (rest == old) {
        return old;
      }
      dropped.add(response);
      // An empty entry stays for a moment: to remove it here would release its responses twice.
      return rest;
    });
    dropped.forEach(StoredResponse::release);
  }

  /** Drops all responses of a URL, also those that are in progress. */
  void invalidate(String url) {
    inProgress.computeIfPresent(url, (key, old) -> new Progress(old.fills, old.invalidations + 1));
    entries.invalidate(url);
  }

  /** Drops all responses of a URL. Returns the number of URLs that had some. */
  public int purge(String url) {
    boolean isThere = entries.getIfPresent(url) != null;
    invalidate(url);
    return isThere ? 1 : 0;
  }

  /** Drops all responses of URLs with this prefix. Returns the number of these URLs. */
  public int purgePrefix(String prefix) {
    return purge((url, entry) -> url.startsWith(prefix));
  }

  /** Drops all responses of URLs of which one response has this tag. Returns the number of these URLs. */
  public int purgeTag(String tag) {
    return purge((url, entry) -> entry.hasTag(tag));
  }

  /** Drops everything. Returns the number of URLs. */
  public int purgeAll() {
    return purge((url, entry) -> true);
  }

  private int purge(Purged purged) {
    purges.incrementAndGet();
    List<String> urls = new ArrayList<>();
    entries.asMap().forEach((url, entry) -> {
      if (purged.isPurged(url, entry)) {
        urls.add(url);
      }
    });
    entries.invalidateAll(urls);
    return urls.size();
  }

  private interface Purged {
    boolean isPurged(String url, CacheEntry entry);
  }

  /** Takes this number of bytes for a fill. Returns false, and takes nothing, if fills have too many. */
  boolean take(long bytes) {
    if (filling.addAndGet(bytes) <= memory / FILL_PART) {
      return true;
    }
    filling.addAndGet(-bytes);
    return false;
  }

  /** Gives back bytes of a fill. */
  void giveBack(long bytes) {
    filling.addAndGet(-bytes);
  }

  /** Returns the bytes of stored responses. */
  public long bytes() {
    entries.cleanUp();
    return entries
        .policy()
        .eviction()
        .map(eviction -> eviction.weightedSize().orElse(0))
        .orElse(0L);
  }

  /** Returns the bytes of responses that are in progress. */
  public long fillingBytes() {
    return filling.get();
  }

  /** Returns the number of URLs. */
  public long urls() {
    return entries.estimatedSize();
  }

  /** Returns the bytes that stored responses may take. */
  public long memory() {
    return memory;
  }

  /** Returns the URLs that had to leave for others since the start. */
  public long evictions() {
    return evictions.sum();
  }

  @Override
  public void close() {
    isClosed = true;
    entries.invalidateAll();
    entries.cleanUp();
  }
}
