package io.lychgate.gateway.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The files of all static routes: one cache, and a few threads that may wait for a disk. One per process; each event loop responds
 * through its own {@link LoopFiles}.
 */
public final class FileServer implements AutoCloseable {
  /** Bytes of direct memory, outside the heap. Holds the static files of most sites. */
  private static final long CACHE_BYTES = 64L * 1024 * 1024;

  /** The threads mostly wait, so there may be more than cores: one slow disk does not stop another. */
  private static final int THREADS = 4;

  /** Looks and reads that wait for a thread. Further requests are refused at once instead of late. */
  private static final int MAX_WAITING = 4096;

  /** The largest cached file takes one part in this number of the cache. */
  private static final int SHARE = 64;

  /** Number of attempts to read a file that keeps changing. */
  private static final int MAX_TRIES = 4;

  private final Ticker ticker;
  private final Cache<FileKey, ServedFile> cache;
  private final FileLoader loader;
  private final Map<FileKey, CompletableFuture<Found>> looks = new ConcurrentHashMap<>();
  private final Map<FileRoot, FileRoot> roots = new ConcurrentHashMap<>();
  private final DiskComplaints complaints = new DiskComplaints();
  private final ThreadPoolExecutor threads;

  /** Result of a look: a file, a folder, or nothing. */
  record Found(@Nullable ServedFile file, boolean isFolder) {
    static final Found NOTHING = new Found(null, false);
    static final Found FOLDER = new Found(null, true);
  }

  /** A server with the default cache size. */
  public FileServer(Ticker ticker) {
    this(CACHE_BYTES, ticker);
  }

  /**
   * A server that starts no thread before the first request.
   *
   * @param cacheBytes bytes of files kept in memory; the largest file that is kept has a 64th of it
   */
  public FileServer(long cacheBytes, Ticker ticker) {
    this.ticker = ticker;
    this.loader = new FileLoader((int) Math.min(cacheBytes / SHARE, Integer.MAX_VALUE / 2));
    this.threads = new ThreadPoolExecutor(
        THREADS,
        THREADS,
        1,
        TimeUnit.MINUTES,
        new LinkedBlockingQueue<>(MAX_WAITING),
        new DefaultThreadFactory("files", true));
    threads.allowCoreThreadTimeOut(true);
    this.cache = Caffeine.newBuilder()
        .maximumWeight(cacheBytes)
        .weigher((FileKey key, ServedFile file) -> file.weight())
        .executor(Runnable::run)
        .build();
  }

  /** Returns the part that one event loop uses. Call once for each loop. */
  public LoopFiles forLoop(EventExecutor loop, Ticker clock, LoopDescriptors descriptors) {
    return new LoopFiles(this, loop, clock, descriptors);
  }

  /** Stops the file threads. Requests that wait for the disk get no response. */
  @Override
  public void close() {
    threads.shutdownNow();
  }

  DiskComplaints complaints() {
    return complaints;
  }

  /** Returns the file in memory; null if there is none. Any thread; never waits. */
  @Nullable
  ServedFile cached(FileKey key) {
    return cache.getIfPresent(key);
  }

  void invalidate(FileKey key) {
    cache.invalidate(key);
  }

  /** Runs a blocking task on a file thread. */
  void execute(Runnable task) throws RejectedExecutionException {
    threads.execute(task);
  }

  /** Returns the only object for this root. */
  FileRoot root(Path path, String index) {
    return roots.computeIfAbsent(new FileRoot(path, index), root -> root);
  }

  /** Looks at the disk for later requests, unless half of the queue is full. */
  void lookInBackground(FileRoot root, TargetPath target) {
    if (threads.getQueue().size() < MAX_WAITING / 2) {
      try {
        var unused = look(root, target);
      } catch (RejectedExecutionException busy) {
        complaints.about(target.name(), busy);
      }
    }
  }

  /** Looks at the disk. Simultaneous requests for one file share one look. Completes on a file thread. */
  CompletableFuture<Found> look(FileRoot root, TargetPath target)
      throws RejectedExecutionException {
    FileKey key = FileKey.of(root, target);
    CompletableFuture<Found> mine = new CompletableFuture<>();
    CompletableFuture<Found> others = looks.putIfAbsent(key, mine);
    if (others != null) {
      return others;
    }
    try {
      threads.execute(() -> finish(key, mine, root, target));
    } catch (RejectedExecutionException busy) {
      looks.remove(key);
      mine.completeExceptionally(busy);
      throw busy;
    }
    return mine;
  }

  private void finish(
      FileKey key, CompletableFuture<Found> result, FileRoot root, TargetPath target) {
    try {
      Found found = lookNow(key, root, target);
      if (found.file() == null) {
        cache.invalidate(key);
      }
      looks.remove(key);
      result.complete(found);
    } catch (AccessDeniedException unseen) {
      cache.invalidate(key);
      looks.remove(key);
      result.complete(Found.NOTHING);
    } catch (IOException | RuntimeException | Error broken) {
      // Usually out of memory or descriptors (a class that cannot be loaded then is an Error, too).
      // The requests fail, the thread continues, and the next request tries again.
      complaints.about(key, broken);
      cache.invalidate(key);
      looks.remove(key);
      result.completeExceptionally(broken);
    }
  }

  private Found lookNow(FileKey key, FileRoot root, TargetPath target) throws IOException {
    for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
      FileRoot.Look look = root.look(target);
      if (!(look instanceof FileRoot.Look.Found found)) {
        return look instanceof FileRoot.Look.Folder ? Found.FOLDER : Found.NOTHING;
      }
      ServedFile known = cache.getIfPresent(key);
      if (known != null && known.hasStamps(found.stamps())) {
        known.lookedAgain(ticker.nanoTime());
        return new Found(known, false);
      }
      ServedFile file = load(found);
      if (file != null) {
        cache.put(key, file);
        return new Found(file, false);
      }
    }
    throw new IOException("file: changes while it is read");
  }

  private @Nullable ServedFile load(FileRoot.Look.Found found) throws IOException {
    return loader.load(found, ticker.nanoTime(), ticker.wallMillis());
  }
}
