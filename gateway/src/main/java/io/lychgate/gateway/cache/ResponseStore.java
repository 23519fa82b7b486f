package io.lychgate.gateway.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.lychgate.gateway.config.CacheConfig;
import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.message.BodyCoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
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

  /** Null without a folder. */
  private volatile @Nullable DiskStore disk;

  private final TwinMaker twins = new TwinMaker(this);

  /** The requests that wait for the responses of a URL from the disk. */
  private final ConcurrentMap<String, List<Consumer<LoadedResponses>>> loads =
      new ConcurrentHashMap<>();

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

  /**
   * Opens the folder behind the memory. Call it before the first request.
   *
   * @param waits true if another gateway may still use the folder: the memory alone is used until that one ends
   */
  public void openDisk(CacheConfig.Disk config, boolean waits) throws IOException {
    disk = DiskStore.open(config, waits);
  }

  /** Returns true if the disk may have responses of this URL. */
  boolean isOnDisk(String url) {
    DiskStore behind = disk;
    return behind != null && behind.has(url);
  }

  /**
   * Brings the responses of a URL from the disk to memory. Requests for one URL read it once.
   *
   * @param whenLoaded gets them on any thread, and releases them
   */
  void load(String url, Consumer<LoadedResponses> whenLoaded) {
    boolean[] isFirst = {false};
    loads.compute(url, (key, waiting) -> {
      isFirst[0] = waiting == null;
      List<Consumer<LoadedResponses>> all = waiting == null ? new ArrayList<>(1) : waiting;
      all.add(whenLoaded);
      return all;
    });
    if (!isFirst[0]) {
      return;
    }
    DiskStore behind = disk;
    long stamp = beginFill(url);
    List<StoredResponse> restored = new ArrayList<>(1);
    boolean isBegun = behind != null
        && behind.read(
            url,
            largest(),
            whole -> restore(url, whole, stamp, restored),
            () -> loaded(url, restored));
    if (!isBegun) {
      loaded(url, restored);
    }
  }

  /** @param restored receives the response with a reference for the caller, as the memory may drop it at once */
  private boolean restore(
      String url, DiskFile.Whole whole, long stamp, List<StoredResponse> restored) {
    StoredResponse response = StoredResponse.restored(
        whole.head(), whole.body(), System.nanoTime(), System.currentTimeMillis());
    StoredResponse held = response.take();
    boolean isStored = putInMemory(url, response, stamp);
    if (held != null && isStored) {
      restored.add(held);
    } else if (held != null) {
      held.release();
    }
    return isStored;
  }

  private void loaded(String url, List<StoredResponse> restored) {
    endFill(url);
    List<Consumer<LoadedResponses>> waiting = loads.remove(url);
    if (waiting != null) {
      waiting.forEach(each -> each.accept(LoadedResponses.holding(restored)));
    }
    restored.forEach(StoredResponse::release);
  }

  private void write(DiskStore behind, String url, StoredResponse response, long stamp) {
    StoredBody body = response.takeAll();
    if (body != null) {
      behind.write(
          response.head(url, System.nanoTime(), System.currentTimeMillis()), body, stamp, () -> {
            CacheEntry entry = entries.getIfPresent(url);
            return entry != null && entry.withBody(response.attempts()) != null;
          });
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

  /** Returns true if a fill in progress has the stamp of a time before an invalidation of its URL, or before a purge. */
  boolean isOutdated(String url, long stamp) {
    Progress now = inProgress.get(url);
    return now == null || purges.get() + now.invalidations != stamp;
  }

  /**
   * Stores a response and takes ownership of it. Returns false, and releases it, if its URL was invalidated since its request, or if a
   * newer response to the same request is there.
   *
   * @param stamp the stamp of its fill, which has not ended
   */
  boolean put(String url, StoredResponse response, long stamp) {
    DiskStore behind = disk;
    long removals = behind == null ? 0 : behind.removals();
    boolean isStored = putInMemory(url, response, stamp);
    if (isStored && behind != null) {
      write(behind, url, response, removals);
    }
    return isStored;
  }

  private boolean putInMemory(String url, StoredResponse response, long stamp) {
    List<StoredResponse> dropped = new ArrayList<>(1);
    entries.asMap().compute(url, (key, old) -> {
      dropped.clear();
      if (isClosed || isOutdated(url, stamp)) {
        dropped.add(response);
        return old;
      }
      CacheEntry before = Objects.requireNonNullElse(old, CacheEntry.NONE);
      if (before.hasNewer(response)) {
        // A disk or another loop has taken longer. The most recent one is used (RFC 9111 section
        // 4).
        dropped.add(response);
        return old;
      }
      return before.with(response, Math.min(memory / URL_PART, MOST_OF_URL), dropped);
    });
    dropped.forEach(StoredResponse::release);
    if (dropped.contains(response)) {
      return false;
    }
    // A purge looks for URLs without a lock. It counts first, so it has seen this URL, or is seen
    // here.
    boolean isPurged = isOutdated(url, stamp);
    if (isPurged) {
      entries.invalidate(url);
    }
    return !isPurged;
  }

  /** Makes a twin of a stored body later, if it is worth it. */
  void makeTwin(String url, StoredResponse of, BodyCoding coding) {
    twins.make(url, of, coding);
  }

  /** Returns true if the memory has a response with this body. No use of it counts. */
  boolean has(String url, TwinAttempts body) {
    CacheEntry entry = entries.policy().getIfPresentQuietly(url);
    return entry != null && entry.withBody(body) != null;
  }

  /** Stores a twin beside its plain body, and takes ownership of it. */
  TwinOutcome addTwin(String url, TwinAttempts body, StoredBody.Twin twin) {
    DiskStore behind = disk;
    long removals = behind == null ? 0 : behind.removals();
    TwinOutcome[] outcome = {TwinOutcome.GONE};
    entries.asMap().computeIfPresent(url, (key, old) -> {
      outcome[0] = TwinOutcome.GONE;
      StoredResponse plain = isClosed ? null : old.withBody(body);
      if (plain == null || plain.hasTwin(twin.coding())) {
        return old;
      }
      CacheEntry with = old.withTwin(plain, twin, Math.min(memory / URL_PART, MOST_OF_URL));
      outcome[0] = with == null ? TwinOutcome.NO_ROOM : TwinOutcome.MADE;
      return with == null ? old : with;
    });
    if (outcome[0] != TwinOutcome.MADE) {
      twin.bytes().release();
    } else if (behind != null) {
      CacheEntry entry = entries.policy().getIfPresentQuietly(url);
      StoredResponse stored = entry == null ? null : entry.withBody(body);
      if (stored != null) {
        write(behind, url, stored, removals);
      }
    }
    return outcome[0];
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
      // A twin may have been added to it since it was found.
      StoredResponse gone = old.withBody(response.attempts());
      if (gone == null) {
        return old;
      }
      dropped.add(gone);
      // An empty entry stays for a moment: to remove it here would release its responses twice.
      return old.without(response.attempts());
    });
    dropped.forEach(StoredResponse::release);
    removeFromDisk(url);
  }

  private void removeFromDisk(String url) {
    DiskStore behind = disk;
    if (behind != null) {
      behind.remove(url);
    }
  }

  /** Drops all responses of a URL, also those that are in progress. */
  void invalidate(String url) {
    inProgress.computeIfPresent(url, (key, old) -> new Progress(old.fills, old.invalidations + 1));
    entries.invalidate(url);
    removeFromDisk(url);
  }

  /** Drops all responses of a URL. Returns the number of URLs that had some. As all purges, it may wait for the disk. */
  public int purge(String url) {
    boolean isThere = entries.getIfPresent(url) != null || isOnDisk(url);
    invalidate(url);
    awaitDisk();
    return isThere ? 1 : 0;
  }

  /** Drops all responses of URLs with this prefix. Returns the number of these URLs. */
  public int purgePrefix(String prefix) {
    return purge((url, tags) -> url.startsWith(prefix));
  }

  /** Drops all responses of URLs of which one response has this tag. Returns the number of these URLs. */
  public int purgeTag(String tag) {
    return purge((url, tags) -> tags.contains(tag));
  }

  /** Drops everything. Returns the number of URLs. */
  public int purgeAll() {
    return purge((url, tags) -> true);
  }

  /** @param isPurged decides on a URL and the tags of one of its responses */
  private int purge(BiPredicate<String, Collection<String>> isPurged) {
    purges.incrementAndGet();
    Set<String> urls = new HashSet<>();
    entries.asMap().forEach((url, entry) -> {
      if (isPurged.test(url, entry.tags())) {
        urls.add(url);
      }
    });
    entries.invalidateAll(urls);
    DiskStore behind = disk;
    if (behind != null) {
      Set<String> inMemory = Set.copyOf(urls);
      urls.addAll(behind.purge((url, tags) -> inMemory.contains(url) || isPurged.test(url, tags)));
    }
    awaitDisk();
    return urls.size();
  }

  /** A purge that is acknowledged holds after a crash, too. */
  private void awaitDisk() {
    DiskStore behind = disk;
    if (behind != null) {
      try {
        behind.awaitDeletions();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
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
  long fillingBytes() {
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
    twins.close();
    entries.invalidateAll();
    entries.cleanUp();
    DiskStore behind = disk;
    if (behind != null) {
      behind.close();
    }
  }

  /** The twins of stored bodies. */
  TwinMaker twins() {
    return twins;
  }

  /** Returns the number of twins that were made since the start. */
  public long twinsMade() {
    return twins.count(TwinOutcome.MADE);
  }

  /** Returns the number of attempts without a twin. */
  public long twinsDropped() {
    return twins.dropped();
  }

  /** Returns the number of twins that wait or are being made. */
  public int twinsWaiting() {
    return twins.waiting();
  }

  /** Returns the bytes of the plain bodies of all twins that were made. */
  public long twinBytesIn() {
    return twins.bytesIn();
  }

  /** Returns the bytes of all twins that were made. */
  public long twinBytesOut() {
    return twins.bytesOut();
  }

  /** Returns a figure of the disk; 0 without one. */
  double ofDisk(ToLongFunction<DiskStore> figure) {
    DiskStore behind = disk;
    return behind == null ? 0 : figure.applyAsLong(behind);
  }
}
