package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogTarget.Rotation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The old files of one log: their names, their compression and their number. A thread of its own compresses, so that the writer of lines
 * does not wait for it.
 */
final class OldLogs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OldLogs.class);
  private static final String GZ = ".gz";
  private static final String UNFINISHED = ".tmp";
  private static final long CLOSE_SECONDS = 2;

  /**
   * A file is compressed when it was neither renamed nor written for this time. Another process, or the log before a reload, may still
   * write to it: it notices the rename within a second.
   */
  private static final long SETTLE_MILLIS = 3000;

  private static final int RADIX = 36;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The part of a name behind that of the log. Names sort by time. */
  private static final Pattern SUFFIX =
      Pattern.compile("\\.\\d{8}T\\d{6}\\.\\d{3}Z(-\\d{3})?(\\.gz)?(\\.[0-9a-z]+\\.tmp)?");

  private static final int MAX_OF_ONE_MILLISECOND = 999;

  private final Path log;
  private final Rotation rotation;
  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
    Thread made = new Thread(task, "access-log-files");
    made.setDaemon(true);
    return made;
  });

  /** The time and the number in the last name. The writer of the log only. */
  private long lastMillis = Long.MIN_VALUE;

  private int lastNumber;

  /** True while a tidy for files that had not settled is scheduled. The thread of this class only. */
  private boolean isAgainScheduled;

  OldLogs(Path log, Rotation rotation) {
    this.log = log;
    this.rotation = rotation;
    // The next start compresses the files that have not settled.
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Returns the name of a file that becomes old at this time. No file has it, and it sorts after all that were returned before: also if
   * those files are removed by now, and if the clock has gone back. The writer of the log only.
   */
  Path nameFor(Instant time) {
    long millis = time.toEpochMilli();
    if (millis > lastMillis) {
      lastMillis = millis;
      lastNumber = 0;
    } else {
      nextNumber();
    }
    while (exists(lastName())) {
      nextNumber();
    }
    return lastName();
  }

  private void nextNumber() {
    if (++lastNumber > MAX_OF_ONE_MILLISECOND) {
      lastMillis++;
      lastNumber = 0;
    }
  }

  private Path lastName() {
    String name = stamped(Instant.ofEpochMilli(lastMillis));
    return log.resolveSibling(
        lastNumber == 0 ? name : name + String.format(Locale.ROOT, "-%03d", lastNumber));
  }

  private String stamped(Instant time) {
    return log.getFileName() + "." + STAMP.format(time);
  }

  private static boolean exists(Path path) {
    return Files.exists(path) || Files.exists(path.resolveSibling(path.getFileName() + GZ));
  }

  /** Compresses and removes old files, on the thread for it. */
  void tidy() {
    try {
      thread.execute(this::tidyOrWarn);
    } catch (RejectedExecutionException closed) {
      // The next start does it.
    }
  }

  private void tidyOrWarn() {
    try {
      if (!tidyNow() && !isAgainScheduled) {
        isAgainScheduled = true;
        var unused = thread.schedule(this::tidyAgain, SETTLE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (RejectedExecutionException closed) {
      // The next start does it.
    } catch (IOException e) {
      LOG.warn("access log: old files of {} cannot be kept in order ({})", log, e + "");
    }
  }

  private void tidyAgain() {
    isAgainScheduled = false;
    tidyOrWarn();
  }

  /**
   * Compresses the newest files that stay, and removes the others, and leftovers of an interrupted compression. Returns false if some
   * files have not settled.
   */
  private boolean tidyNow() throws IOException {
    List<Path> files = files();
    boolean areSettled = true;
    int kept = 0;
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.endsWith(UNFINISHED) || kept >= rotation.keep()) {
        Files.deleteIfExists(file);
        continue;
      }
      kept++;
      if (!rotation.gzip() || name.endsWith(GZ)) {
        continue;
      }
      if (isSettled(file)) {
        compressOrLeave(file);
      } else {
        areSettled = false;
      }
    }
    return areSettled;
  }

  /** A time in the future comes from another clock and counts as settled. */
  private boolean isSettled(Path file) {
    String name = file.getFileName().toString();
    Instant now = Instant.now();
    // A rename does not change the time of the last write. The name has its time.
    boolean isJustRenamed = name.compareTo(stamped(now.minusMillis(SETTLE_MILLIS))) > 0
        && name.compareTo(stamped(now.plusMillis(SETTLE_MILLIS))) < 0;
    return !isJustRenamed && Math.abs(now.toEpochMilli() - modified(file)) >= SETTLE_MILLIS;
  }

  /** Returns the files that this class has named, the newest first. */
  private List<Path> files() throws IOException {
    Path folder = log.toAbsolutePath().getParent();
    if (folder == null) {
      return List.of();
    }
    String name = log.getFileName().toString();
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> {
            String other = path.getFileName().toString();
            return other.startsWith(name)
                && SUFFIX.matcher(other.substring(name.length())).matches();
          })
          .sorted(Comparator.comparing(OldLogs::uncompressed).reversed())
          .toList();
    }
  }

  /** Returns the name before the compression. With its ending, the first file of a millisecond would sort after the second one. */
  private static String uncompressed(Path file) {
    String name = file.getFileName().toString();
    int end = name.indexOf(GZ, name.lastIndexOf('Z'));
    return end < 0 ? name : name.substring(0, end);
  }

  private static void compressOrLeave(Path file) throws IOException {
    try {
      compress(file);
    } catch (NoSuchFileException done) {
      // The thread of another log with this file has been faster.
    }
  }

  /**
   * The compressed file gets its name when it is whole, so that a crash or a full disk loses no line. After a reload, two threads may
   * compress one file: each has a file of its own, and either result is whole.
   */
  private static void compress(Path file) throws IOException {
    Path unfinished = file.resolveSibling(
        file.getFileName() + GZ + "." + Long.toString(System.nanoTime(), RADIX) + UNFINISHED);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = new GZIPOutputStream(Channels.newOutputStream(FileChannel.open(
            unfinished,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(permissions))))) {
      in.transferTo(out);
      FileSink.complete(unfinished, permissions);
    } catch (IOException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    }
    Files.setLastModifiedTime(unfinished, Files.getLastModifiedTime(file));
    Files.move(
        unfinished,
        file.resolveSibling(file.getFileName() + GZ),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    Files.deleteIfExists(file);
  }

  /** Returns the log and its old files, also those of other programs: the current one, then the others from the newest on. */
  public static List<Path> with(Path log) throws IOException {
    Path folder = log.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return List.of();
    }
    String logName = log.getFileName().toString();
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> isOf(logName, path.getFileName().toString()))
          .filter(Files::isRegularFile)
          .sorted(Comparator.comparing(
                  (Path path) -> path.getFileName().toString().equals(logName) ? 0 : 1)
              .thenComparing(OldLogs::modified, Comparator.reverseOrder()))
          .toList();
    }
  }

  private static boolean isOf(String logName, String other) {
    return other.equals(logName)
        || (other.startsWith(logName + ".") && !other.endsWith(UNFINISHED));
  }

  private static long modified(Path path) {
    try {
      return Files.getLastModifiedTime(path).toMillis();
    } catch (IOException removed) {
      return 0;
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
