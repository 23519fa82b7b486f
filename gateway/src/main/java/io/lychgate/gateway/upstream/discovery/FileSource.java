package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.file.ServerFile;
import io.lychgate.gateway.config.site.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a file. It looks at the file's state once a second, which also finds changes on network file systems and behind
 * symbolic links, and reads it after a change. A file with a problem is not used at all.
 */
final class FileSource implements ServerSource {
  private static final String ABSENT = "absent";

  private final Path path;
  private final ServerFile reader;
  private final boolean isOnlySource;
  private final ScheduledExecutorService thread;
  private final SourceHealth health;
  private @Nullable ScheduledFuture<?> looking;
  private @Nullable String lastState;
  private List<ServerConfig> last = List.of();

  /**
   * @param isOnlySource true if the upstream has no other servers
   * @param thread reads the file; the first time it is read by the caller of {@link #start}
   */
  FileSource(
      String upstream,
      Path path,
      ServerFile reader,
      boolean isOnlySource,
      ScheduledExecutorService thread) {
    this.path = path;
    this.reader = reader;
    this.isOnlySource = isOnlySource;
    this.thread = thread;
    this.health = new SourceHealth(upstream, "file:" + path);
  }

  @Override
  public synchronized void start(Report report) {
    look(report);
    long nanos = Limits.SERVER_FILE_LOOK.toNanos();
    looking =
        thread.scheduleWithFixedDelay(() -> lookAgain(report), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** A defect must not end the looks: the next change may avoid it. */
  private void lookAgain(Report report) {
    try {
      look(report);
    } catch (RuntimeException e) {
      health.failed(DiscoveryFailure.INVALID, "defect: " + e);
    }
  }

  private synchronized void look(Report report) {
    String state = state();
    if (state.equals(lastState)) {
      return;
    }
    Checked<List<ServerConfig>> read = reader.read(path, isOnlySource);
    // Taken before the read: a change during it is found by the next look.
    lastState = state;
    if (read.isValid()) {
      health.succeeded(read.value().size());
      if (!read.value().equals(last)) {
        last = read.value();
        report.found(last.stream().map(Endpoint::of).toList());
      }
    } else {
      ConfigProblem first = read.problems().get(0);
      int more = read.problems().size() - 1;
      health.failed(
          state.equals(ABSENT) ? DiscoveryFailure.NOT_FOUND : DiscoveryFailure.INVALID,
          first + (more == 0 ? "" : " (and " + more + " more)"));
    }
    report.looked();
  }

  /**
   * Returns the file's path with links resolved, inode, size and time: an editor that renames changes the inode. A permission changes
   * none of them.
   */
  private String state() {
    try {
      Path real = path.toRealPath();
      BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
      return real + " " + attributes.fileKey() + " " + attributes.size() + " "
          + attributes.lastModifiedTime() + " " + Files.isReadable(real);
    } catch (IOException e) {
      return ABSENT;
    }
  }

  @Override
  public SourceStatus status() {
    return health.status();
  }

  @Override
  public boolean hasResult() {
    return health.hasResult();
  }

  @Override
  public synchronized void close() {
    if (looking != null) {
      looking.cancel(false);
    }
  }
}
