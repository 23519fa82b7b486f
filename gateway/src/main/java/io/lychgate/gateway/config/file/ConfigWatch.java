package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.Checked;
import io.lychgate.gateway.config.ConfigProblem;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a configuration file while the gateway runs: when it, a certificate, a key or a manifest changes, or when told to,
 * the whole is read again and handed on, or refused and the running one kept.
 *
 * <p>Every reading happens on one thread. Events of directories only say "look": whether a file really changed is decided by
 * {@link WatchedFiles#fingerprint}, and a regular look finds what no event told (links further up, network file systems).
 */
public final class ConfigWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);

  /** Takes a new configuration whole, or throws and leaves everything as it was. */
  @FunctionalInterface
  public interface Target {
    void apply(GatewayConfig config) throws IOException;
  }

  private final Path file;
  private final ConfigReader reader;
  private final Target target;
  private final ScheduledExecutorService thread = newThread();
  private final @Nullable DirectoryWatch directories;

  /** A look is due soon; more events until then change nothing. */
  private final AtomicBoolean isLookDue = new AtomicBoolean();

  private final SettleTime settleTime = new SettleTime();

  private volatile ConfigState state = ConfigState.loaded(Instant.now());

  /** A reading was requested, so its result is reported even if it is unchanged. Own thread only. */
  private boolean isAnswerDue;

  /** Of the last valid configuration. Own thread only. */
  private WatchedFiles files;

  /** Own thread only. */
  private Map<Path, String> fingerprint;

  private ConfigWatch(Path file, ConfigReader reader, GatewayConfig running, Target target) {
    this.file = file;
    this.reader = reader;
    this.target = target;
    this.files = new WatchedFiles(file, running);
    this.fingerprint = files.fingerprint();
    this.directories = directoryWatch();
  }

  /** Starts to follow. {@code running} is what was read from the file before. */
  public static ConfigWatch start(
      Path file, ConfigReader reader, GatewayConfig running, Target target) {
    return start(file, reader, running, target, Limits.CONFIG_LOOK);
  }

  static ConfigWatch start(
      Path file, ConfigReader reader, GatewayConfig running, Target target, Duration every) {
    ConfigWatch watch = new ConfigWatch(file, reader, running, target);
    watch.watchDirectories();
    long nanos = every.toNanos();
    var unused =
        watch.thread.scheduleWithFixedDelay(watch::look, nanos, nanos, TimeUnit.NANOSECONDS);
    return watch;
  }

  private @Nullable DirectoryWatch directoryWatch() {
    try {
      return new DirectoryWatch(this::lookSoon);
    } catch (IOException e) {
      LOG.warn(
          "configuration: no events of files ({}), looking every {}",
          e.getMessage(),
          Limits.CONFIG_LOOK);
      return null;
    }
  }

  /** Reads and applies now, changed or not: what SIGHUP means. Returns at once. */
  public void reload() {
    execute(
        () -> {
          isAnswerDue = true;
          readAndApply();
        },
        0);
  }

  public ConfigState state() {
    return state;
  }

  /**
   * After a pause, so that a file which is written in pieces, or a certificate and its key, are mostly read together; what was
   * read too early is read again by the next look.
   */
  private void lookSoon() {
    if (isLookDue.compareAndSet(false, true)) {
      execute(
          () -> {
            isLookDue.set(false);
            if (!look()) {
              settleTime.foundNothing(System.nanoTime());
            }
          },
          settleTime.afterEvent(System.nanoTime()));
    }
  }

  private void execute(Runnable task, long delayNanos) {
    try {
      var unused = thread.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("configuration: not read, the watch is closed");
    }
  }

  /**
   * Whether there was a change. While the last attempt was refused each look reads again: the cause may be a file that is not
   * watched.
   */
  private boolean look() {
    watchDirectories();
    boolean hasChanged = !files.fingerprint().equals(fingerprint);
    if (hasChanged) {
      settleTime.changed();
    }
    if (hasChanged || !state.isCurrent()) {
      readAndApply();
    }
    return hasChanged;
  }

  private void watchDirectories() {
    if (directories != null) {
      directories.watch(files.directories());
    }
  }

  private void readAndApply() {
    try {
      // Before the reading: a change during it shall be seen by the next look.
      Map<Path, String> before = files.fingerprint();
      Checked<GatewayConfig> read = reader.read(file);
      fingerprint = before;
      if (read.isValid()) {
        apply(read.value(), before);
      } else {
        refuse(read.problems());
      }
    } catch (RuntimeException e) {
      // The thread must outlive a defect of ours: the next change may be the cure.
      LOG.error("configuration: not read", e);
      refuse(List.of(ConfigProblem.ofFile(file.toString(), "defect: " + e)));
    }
  }

  /** What changed between the look {@code before} and the end of applying differs from it still, and is seen by the next look. */
  private void apply(GatewayConfig config, Map<Path, String> before) {
    try {
      target.apply(config);
      files = new WatchedFiles(file, config);
      Map<Path, String> applied = new HashMap<>(files.fingerprint());
      applied.replaceAll((path, now) -> before.getOrDefault(path, now));
      fingerprint = applied;
      state = ConfigState.loaded(Instant.now());
      isAnswerDue = false;
      watchDirectories();
      execute(this::look, Limits.CONFIG_SETTLE.toNanos());
      LOG.info("configuration: {} loaded", file);
    } catch (IOException e) {
      refuse(List.of(ConfigProblem.ofFile(file.toString(), String.valueOf(e.getMessage()))));
    }
  }

  private void refuse(List<ConfigProblem> problems) {
    if (isAnswerDue || !problems.equals(state.problems())) {
      problems.forEach(
          problem -> LOG.error("configuration refused, the running one stays: {}", problem));
    }
    isAnswerDue = false;
    state = state.refused(Instant.now(), problems);
  }

  private static ScheduledExecutorService newThread() {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
      Thread thread = new Thread(task, "lychgate-config");
      thread.setDaemon(true);
      return thread;
    });
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }

  /** Ends the following; a reading in progress still ends. */
  @Override
  public void close() {
    thread.shutdown();
    if (directories != null) {
      directories.close();
    }
  }
}
