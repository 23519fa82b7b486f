package io.lychgate.gateway.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.lychgate.gateway.config.CacheConfig;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stored responses in files, behind the memory. It survives a restart. Each response is a file, which is written under another name and
 * then renamed, so a crash leaves no half response under its name. A thread of its own reads and writes; nothing here blocks an event loop.
 *
 * <p>The index in memory has the URLs with their files. Files that are not whole are removed when they are found.
 */
final class DiskStore implements AutoCloseable {
  /** Bytes of responses that wait to be written. More are not written: the disk is too slow for them. */
  private static final long MAX_WAITING = 32L * 1024 * 1024;

  /** Reads and writes that wait. */
  private static final int MAX_TASKS = 4096;

  /** Bytes that a file takes at least, so that the index is bounded, too. */
  private static final int BLOCK = 4096;

  /** Time without writes after one that has failed: a full disk needs time, and its errors a log of bounded size. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long CLOSE_SECONDS = 2;

  /** The longest time that a purge waits for the deletion of its files. */
  private static final long DELETION_SECONDS = 5;

  /** Time for the last read or write to end, after those that wait were dropped. */
  private static final long LAST_SECONDS = 1;

  /** Interval of the tries to get a folder that another gateway still uses. */
  private static final long LOCK_MILLIS = 200;

  private static final String SUFFIX = ".response";
  private static final String HALF = ".half";
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  private static final Logger LOG = LoggerFactory.getLogger(DiskStore.class);

  private final Path folder;
  private final long maxBytes;
  private final FileChannel lockFile;

  /** Null while another gateway has the folder. Once it is there, it stays until the end. */
  private volatile @Nullable FileLock lock;

  private final Cache<String, UrlFiles> index;
  private final ThreadPoolExecutor thread;
  private final AtomicLong waiting = new AtomicLong();
  private final LongAdder written = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder skipped = new LongAdder();

  /** Files that no URL has any more. Each task of the thread deletes them at its end, so none depends on a place in its queue. */
  private final Queue<Unwanted> unwanted = new ConcurrentLinkedQueue<>();

  /** Counts invalidations and purges. */
  private final AtomicLong removals = new AtomicLong();

  /** The purges before the end of the scan, also those before it begins; null after it. */
  private volatile @Nullable Removals whileScanning = new Removals();

  /** Writes begin again at this time; thread of the store only. */
  private long pausedUntilNanos = System.nanoTime();

  private long number;

  /** The files of one URL. Immutable. */
  private record UrlFiles(List<DiskEntry> all) {
    int blocks() {
      long bytes = 0;
      for (DiskEntry each : all) {
        bytes += Math.max(BLOCK, each.size);
      }
      return (int) Math.min(Integer.MAX_VALUE, (bytes + BLOCK - 1) / BLOCK);
    }
  }

  /** The purges until the end of the scan. Above a number of them, all files that are found later count as purged. Any thread. */
  private static final class Removals {
    private static final int MOST = 1000;

    /** Unsafe methods are frequent, and another gateway may have the folder for minutes. */
    private static final int MOST_URLS = 20_000;

    private final List<Predicate<DiskFile.Head>> all = new ArrayList<>(); // Guarded by this.
    private final Set<String> urls = new HashSet<>(); // Guarded by this.

    synchronized void add(String url) {
      if (urls.size() < MOST_URLS) {
        urls.add(url);
      } else if (!urls.contains(url)) {
        add(head -> true);
      }
    }

    synchronized void add(Predicate<DiskFile.Head> purge) {
      if (all.size() < MOST) {
        all.add(purge);
      } else {
        all.set(0, head -> true);
      }
    }

    synchronized boolean cover(DiskFile.Head head) {
      return urls.contains(head.url()) || all.stream().anyMatch(each -> each.test(head));
    }
  }

  /** One file. */
  private record DiskEntry(String name, long size, List<String> tags) {}

  private record Unwanted(String url, DiskEntry entry) {}

  private DiskStore(Path folder, long maxBytes, FileChannel lockFile, @Nullable FileLock lock) {
    this.folder = folder;
    this.maxBytes = maxBytes;
    this.lockFile = lockFile;
    this.lock = lock;
    this.thread = new ThreadPoolExecutor(
        1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_TASKS), task -> {
          Thread made = new Thread(task, "lychgate-cache-disk");
          made.setDaemon(true);
          return made;
        });
    this.index = Caffeine.newBuilder()
        .maximumWeight(maxBytes / BLOCK)
        .weigher((String url, UrlFiles files) -> files.blocks())
        .executor(Runnable::run)
        .removalListener(this::removed)
        .build();
  }

  /**
   * Opens the folder, and begins to read what it has.
   *
   * @param waits true to wait for a folder that another process uses, with an empty store until then. False to refuse it
   */
  static DiskStore open(CacheConfig.Disk config, boolean waits) throws IOException {
    Path folder = config.folder();
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (UnsupportedOperationException noPermissions) {
      Files.createDirectories(folder);
    }
    FileChannel lockFile = FileChannel.open(
        folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    boolean isOpen = false;
    try {
      lock = tryLock(lockFile);
      isOpen = lock != null || waits;
    } finally {
      if (!isOpen) {
        lockFile.close();
      }
    }
    if (!isOpen) {
      throw new IOException("cache.disk.folder: " + folder
          + " is used by another gateway (expected: one folder each)");
    }
    DiskStore store = new DiskStore(folder, config.maxSize(), lockFile, lock);
    store.thread.execute(store::begin);
    return store;
  }

  private static @Nullable FileLock tryLock(FileChannel lockFile) throws IOException {
    try {
      return lockFile.tryLock();
    } catch (OverlappingFileLockException ofThisProcess) {
      return null;
    }
  }

  private void removed(@Nullable String url, @Nullable UrlFiles files, RemovalCause cause) {
    if (url != null && files != null && cause == RemovalCause.SIZE) {
      deleteLater(url, files.all);
    }
  }

  // Start.

  private void begin() {
    if (lock != null || awaitLock()) {
      scan();
      deleteUnwanted();
    }
  }

  /** Waits until the other gateway gives the folder back. Returns false if this store is closed first. */
  private boolean awaitLock() {
    LOG.info(
        "cache: {} is used by another gateway; the memory alone is used until it ends", folder);
    try {
      while (!thread.isShutdown()) {
        FileLock free = tryLock(lockFile);
        if (free != null) {
          lock = free;
          return true;
        }
        TimeUnit.MILLISECONDS.sleep(LOCK_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      failures.increment();
      LOG.warn("cache: {} not locked: {}. The memory alone is used", folder, e.toString());
    }
    return false;
  }

  /** Reads the heads of all files. Requests that come meanwhile find a part of them. */
  private void scan() {
    int found = 0;
    int bad = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        if (thread.isShutdown()) {
          return;
        }
        if (name.endsWith(SUFFIX) && index(file, name)) {
          found++;
        } else if (name.endsWith(SUFFIX) || name.endsWith(HALF)) {
          Files.deleteIfExists(file);
          bad++;
        }
      }
    } catch (IOException | RuntimeException e) {
      failed("read", e);
    }
    whileScanning = null;
    LOG.info("cache: {} responses on disk in {}, {} broken ones removed", found, folder, bad);
  }

  private boolean index(Path file, String name) throws IOException {
    DiskFile.Opened opened = DiskFile.open(file);
    if (opened == null) {
      return false;
    }
    DiskEntry entry = new DiskEntry(name, opened.size(), opened.head().tags());
    add(opened.head().url(), entry);
    Removals during = whileScanning;
    if (during != null && during.cover(opened.head())) {
      forget(opened.head().url(), entry);
    }
    return true;
  }

  private void add(String url, DiskEntry entry) {
    List<DiskEntry> dropped = new ArrayList<>();
    index.asMap().compute(url, (key, old) -> {
      dropped.clear();
      List<DiskEntry> all = new ArrayList<>();
      all.add(entry);
      for (DiskEntry other : old == null ? List.<DiskEntry>of() : old.all) {
        if (other.name.equals(entry.name)) {
          continue;
        }
        if (all.size() < CacheEntry.MAX_VARIANTS) {
          all.add(other);
        } else {
          dropped.add(other);
        }
      }
      return new UrlFiles(List.copyOf(all));
    });
    dropped.forEach(this::delete);
  }

  // Writes.

  /**
   * Writes a response later. If it cannot be written, an older one of its URL does not stay either: it would be used in place of the newer
   * one when that has left the memory (RFC 9111 section 4).
   *
   * @param stamp {@link #removals} before it was stored in memory
   * @param isInMemory true if the memory has it. A purge since then makes it void
   */
  void write(DiskFile.Head head, StoredBody body, long stamp, BooleanSupplier isInMemory) {
    int bytes = body.size();
    if (lock == null) {
      skipped.increment();
      body.release();
      return;
    }
    if (waiting.addAndGet(bytes) > MAX_WAITING) {
      skip(head.url(), body);
      return;
    }
    Runnable task = () -> {
      try {
        if (!writeNow(head, body, stamp, isInMemory)) {
          remove(head.url());
        }
      } finally {
        waiting.addAndGet(-bytes);
        body.release();
        deleteUnwanted();
      }
    };
    try {
      thread.execute(task);
    } catch (RejectedExecutionException full) {
      skip(head.url(), body);
    }
  }

  private void skip(String url, StoredBody body) {
    waiting.addAndGet(-body.size());
    skipped.increment();
    body.release();
    remove(url);
  }

  /** Returns false if the response cannot be written. */
  private boolean writeNow(
      DiskFile.Head head, StoredBody body, long stamp, BooleanSupplier isInMemory) {
    if (System.nanoTime() - pausedUntilNanos < 0) {
      skipped.increment();
      return false;
    }
    Path half = folder.resolve(++number + HALF);
    String name = name(head);
    Path file = folder.resolve(name);
    try {
      ByteBuffer prefix = DiskFile.prefix(head, body);
      long size = (long) prefix.remaining() + body.size();
      if (size > maxBytes / 2) {
        return false;
      }
      try (FileChannel channel = create(half)) {
        while (prefix.hasRemaining()) {
          channel.write(prefix);
        }
        for (ByteBuf part : body.parts()) {
          ByteBuffer all = part.nioBuffer();
          while (all.hasRemaining()) {
            channel.write(all);
          }
        }
      }
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      DiskEntry entry = new DiskEntry(name, size, head.tags());
      add(head.url(), entry);
      // A purge counts before it looks at the index, so it has seen the entry, or is seen here.
      if (removals.get() == stamp || isInMemory.getAsBoolean()) {
        written.increment();
      } else {
        forget(head.url(), entry);
      }
      return true;
    } catch (IOException | RuntimeException e) {
      pausedUntilNanos = System.nanoTime() + PAUSE_NANOS;
      failed("written", e);
      delete(half);
      return false;
    }
  }

  private static FileChannel create(Path half) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      return FileChannel.open(half, options, PosixFilePermissions.asFileAttribute(OWNER));
    } catch (UnsupportedOperationException noPermissions) {
      return FileChannel.open(half, options);
    }
  }

  /** The name by the key. The file has the key in full, and it is compared. */
  private static String name(DiskFile.Head head) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Object part : new Object[] {head.url(), head.space(), head.vary(), head.normal()}) {
        byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
        digest.update((byte) (bytes.length >>> 8));
        digest.update((byte) bytes.length);
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 20) + SUFFIX;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: not in this JDK", e);
    }
  }

  private void failed(String what, Exception why) {
    failures.increment();
    LOG.warn(
        "cache: disk {} cannot be {}: {}. The memory alone is used for {} s",
        folder,
        what,
        why.toString(),
        TimeUnit.NANOSECONDS.toSeconds(PAUSE_NANOS));
  }

  // Reads.

  /** Returns the number of invalidations and purges, as a stamp for {@link #write}. */
  long removals() {
    return removals.get();
  }

  /** Returns true if there may be a response of this URL. */
  boolean has(String url) {
    return index.getIfPresent(url) != null;
  }

  /**
   * Reads the responses of a URL later.
   *
   * @param most bytes of a body
   * @param loaded gets each on the thread of the store, and owns its body
   * @param end called there at the end, in any case
   * @return false if the disk has too much to do; nothing is called then
   */
  boolean read(String url, long most, Predicate<DiskFile.Whole> loaded, Runnable end) {
    try {
      thread.execute(() -> {
        try {
          readNow(url, most, loaded);
        } finally {
          end.run();
          deleteUnwanted();
        }
      });
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    }
  }

  private void readNow(String url, long most, Predicate<DiskFile.Whole> loaded) {
    UrlFiles files = index.getIfPresent(url);
    for (DiskEntry entry : files == null ? List.<DiskEntry>of() : List.copyOf(files.all)) {
      try {
        DiskFile.Whole whole = DiskFile.read(folder.resolve(entry.name), most);
        if (whole == null || !whole.head().url().equals(url)) {
          if (whole != null) {
            whole.body().release();
          }
          forget(url, entry);
        } else if (loaded.test(whole)) {
          reads.increment();
        }
      } catch (NoSuchFileException gone) {
        forget(url, entry);
      } catch (IOException | OutOfMemoryError e) {
        failures.increment();
        forget(url, entry);
      }
    }
  }

  private void forget(String url, DiskEntry entry) {
    index.asMap().computeIfPresent(url, (key, old) -> {
      List<DiskEntry> rest =
          old.all.stream().filter(each -> !each.equals(entry)).toList();
      return rest.isEmpty() ? null : new UrlFiles(rest);
    });
    delete(entry);
  }

  // Removal.

  /** Drops the responses of a URL. */
  void remove(String url) {
    removals.incrementAndGet();
    Removals during = whileScanning;
    if (during != null) {
      during.add(url);
    }
    removeFiles(url);
  }

  private void removeFiles(String url) {
    UrlFiles files = index.asMap().remove(url);
    if (files != null) {
      deleteLater(url, files.all);
    }
  }

  /** Drops the responses of the URLs for which this holds. Returns those URLs. */
  Collection<String> purge(BiPredicate<String, Collection<String>> isPurged) {
    removals.incrementAndGet();
    Removals during = whileScanning;
    if (during != null) {
      during.add(head -> isPurged.test(head.url(), head.tags()));
    }
    List<String> urls = new ArrayList<>();
    index.asMap().forEach((url, files) -> {
      if (files.all.stream().anyMatch(each -> isPurged.test(url, each.tags))) {
        urls.add(url);
      }
    });
    urls.forEach(this::removeFiles);
    return urls;
  }

  private void deleteLater(String url, List<DiskEntry> files) {
    files.forEach(each -> unwanted.add(new Unwanted(url, each)));
    try {
      // On the thread that writes: a file of the same name may be there again.
      thread.execute(this::deleteUnwanted);
    } catch (RejectedExecutionException full) {
      // The tasks before it delete them, or the end of the store does.
    }
  }

  /**
   * Waits for a short time until the removed files are deleted: a process that is killed afterwards does not find them again. Does
   * not wait while another process has the folder.
   */
  void awaitDeletions() throws InterruptedException {
    if (lock == null) {
      return;
    }
    try {
      thread.submit(this::deleteUnwanted).get(DELETION_SECONDS, TimeUnit.SECONDS);
    } catch (RejectedExecutionException | TimeoutException busy) {
      LOG.debug("cache: {}: files of a purge are deleted later", folder);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a failed deletion is counted", e);
    }
  }

  private void deleteUnwanted() {
    for (Unwanted each = unwanted.poll(); each != null; each = unwanted.poll()) {
      deleteUnlessUsed(each.url, each.entry);
    }
  }

  private void deleteUnlessUsed(String url, DiskEntry entry) {
    UrlFiles now = index.getIfPresent(url);
    if (now == null || now.all.stream().noneMatch(each -> each.name.equals(entry.name))) {
      delete(entry);
    }
  }

  private void delete(DiskEntry entry) {
    delete(folder.resolve(entry.name));
  }

  private void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      failures.increment();
    }
  }

  // Figures.

  /** Returns the bytes of the files, each as whole blocks. */
  long bytes() {
    return BLOCK
        * index
            .policy()
            .eviction()
            .map(eviction -> eviction.weightedSize().orElse(0))
            .orElse(0L);
  }

  long maxBytes() {
    return maxBytes;
  }

  long urls() {
    return index.estimatedSize();
  }

  long reads() {
    return reads.sum();
  }

  long written() {
    return written.sum();
  }

  long failures() {
    return failures.sum();
  }

  long skipped() {
    return skipped.sum();
  }

  /** Writes what waits, for a short time, and gives the folder back. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      boolean isEnded = thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      if (!isEnded) {
        thread.shutdownNow();
        isEnded = thread.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS);
      }
      FileLock held = lock;
      if (held != null) {
        if (isEnded) {
          // Purges that were acknowledged hold after a restart, too.
          deleteUnwanted();
        }
        held.release();
      }
      lockFile.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("cache: {} not closed: {}", folder, e.toString());
    }
  }
}
