package io.lychgate.gateway;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the start-up cache of this JDK in the background if the launcher found none: some time after the start, in another
 * process at the lowest priority. A stop of the gateway ends that process without waiting for it.
 *
 * <p>One gateway of an installation does this at a time. The file appears atomically.
 */
final class StartupCache implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StartupCache.class);

  /** Environment variables that the launcher sets if there is no cache yet: its own path, and the path of the cache. */
  private static final String LAUNCHER = "LYCHGATE_TRAIN";

  private static final String CACHE = "LYCHGATE_TRAIN_CACHE";

  /** Delay until the start is complete and most of the code of the first minute is compiled. */
  private static final Duration DELAY = Duration.ofSeconds(20);

  /** The launcher's exit code for too little memory: {@code EX_TEMPFAIL}. */
  private static final int NO_MEMORY = 75;

  private final @Nullable Path launcher;
  private final Path cache;
  private final Duration delay;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Process training;

  /** With a null launcher, {@link #createInBackground} does nothing. */
  StartupCache(@Nullable Path launcher, Path cache, Duration delay) {
    this.launcher = launcher;
    this.cache = cache;
    this.delay = delay;
  }

  static StartupCache ofProcess() {
    Map<String, String> environment = System.getenv();
    String launcher = environment.get(LAUNCHER);
    String cache = environment.get(CACHE);
    return launcher == null || cache == null
        ? new StartupCache(null, Path.of(""), DELAY)
        : new StartupCache(Path.of(launcher), Path.of(cache), DELAY);
  }

  /** Returns the thread that creates the cache; null if there is nothing to do. */
  @Nullable
  Thread createInBackground() {
    if (launcher == null) {
      return null;
    }
    Thread thread = new Thread(() -> create(launcher), "lychgate-startup-cache");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void create(Path program) {
    try {
      if (closed.await(delay.toMillis(), TimeUnit.MILLISECONDS) || Files.exists(cache)) {
        return;
      }
      Files.createDirectories(cache.getParent());
      try (FileChannel file = FileChannel.open(
              cache.resolveSibling("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = file.tryLock()) {
        if (lock != null) {
          train(program);
        }
      }
    } catch (OverlappingFileLockException e) {
      LOG.debug("start-up cache: another gateway of this process creates it");
    } catch (IOException e) {
      // Mostly a read-only folder. The launcher looks for a writable one before it requests the
      // cache.
      LOG.debug("start-up cache: not created", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void train(Path program) throws IOException, InterruptedException {
    long began = System.nanoTime();
    Process process = begin(program);
    if (process == null) {
      return;
    }
    int exitCode = process.waitFor();
    if (closed.getCount() == 0) {
      return;
    }
    if (exitCode == 0 && Files.exists(cache)) {
      LOG.info(
          "start-up cache: created in {} s, the next start is faster (LYCHGATE_STARTUP_CACHE=off switches this off)",
          Duration.ofNanos(System.nanoTime() - began).toSeconds());
    } else if (exitCode == NO_MEMORY) {
      LOG.info("start-up cache: not created, it needs 1 GiB of free memory (`lychgate train`)");
    } else if (exitCode != 0) {
      LOG.warn(
          "start-up cache: not created, starts take longer (log: {})",
          cache.resolveSibling("training.log"));
    }
  }

  private synchronized @Nullable Process begin(Path program) throws IOException {
    if (closed.getCount() == 0) {
      return null;
    }
    training = new ProcessBuilder(program.toString(), "train", "--background")
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    return training;
  }

  /** Ends the launcher without waiting. The launcher ends the processes that it has started. */
  @Override
  public synchronized void close() {
    closed.countDown();
    if (training != null) {
      training.destroy();
    }
  }
}
