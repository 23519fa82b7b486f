package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a configuration file while the gateway runs. When the file, one that it
 * includes, a secret, a certificate, a key or a manifest changes, or on request,
 * it reads the whole configuration again. It applies the new one, or refuses it and keeps the running one.
 *
 * <p>All reads happen on one thread. Directory events only trigger a look; {@link WatchedFiles#fingerprint} decides if a file
 * really changed. A regular look finds changes without events (links further up, network file systems).
 */
public final class ConfigWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);

  /** Applies a new configuration as a whole, or throws and changes nothing. */
  @FunctionalInterface
  public interface Target {
    void apply(GatewayConfig config) throws IOException;
  }

  /** Reads the whole configuration. */
  @FunctionalInterface
  public interface Source {
    ConfigReader.Examined examine();
  }

  private final Path file;
  private final Source source;
  private final Target target;
  private final ScheduledExecutorService thread = newThread();
  private final @Nullable DirectoryWatch directories;

  /** True if a look is scheduled. Further events until then change nothing. */
  private final AtomicBoolean isLookDue = new AtomicBoolean();

  private final SettleTime settleTime = new SettleTime();

  private volatile ConfigState state = ConfigState.loaded(Instant.now());

  /** True if a reload was requested, so its result is reported even if it is unchanged. Own thread only. */
  private boolean isReportDue;

  /** Files of the last valid configuration, and of a later attempt that failed. Own thread only. */
  private WatchedFiles files;

  /** State of the files at the last read. Own thread only. */
  private Map<Path, String> fingerprint;

  private ConfigWatch(
      Path file, Source source, GatewayConfig running, ConfigSources sources, Target target) {
    this.file = file;
    this.source = source;
    this.target = target;
    this.files = new WatchedFiles(file, sources, running);
    this.fingerprint = files.fingerprint();
    this.directories = directoryWatch();
  }

  /**
   * Starts to watch the file.
   *
   * @param running the configuration that was read from it before
   * @param sources the files that it consists of
   */
  public static ConfigWatch start(
      Path file, ConfigReader reader, GatewayConfig running, ConfigSources sources, Target target) {
    return start(file, reader, running, sources, target, Limits.CONFIG_LOOK);
  }

  /** Starts to watch the files of a configuration that is not in the file itself. */
  public static ConfigWatch start(
      Path file, Source source, GatewayConfig running, ConfigSources sources, Target target) {
    return start(file, source, running, sources, target, Limits.CONFIG_LOOK);
  }

  static ConfigWatch start(
      Path file,
      ConfigReader reader,
      GatewayConfig running,
      ConfigSources sources,
      Target target,
      Duration every) {
    return start(file, () -> reader.examine(file), running, sources, target, every);
  }

  private static ConfigWatch start(
      Path file,
      Source source,
      GatewayConfig running,
      ConfigSources sources,
      Target target,
      Duration every) {
    ConfigWatch watch = new ConfigWatch(file, source, running, sources, target);
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
          "configuration: cannot watch directories ({}), checking the files every {}",
          e.getMessage(),
          Limits.CONFIG_LOOK);
      return null;
    }
  }

  /** Reads and applies the configuration now, changed or not, as on SIGHUP. Returns at once. */
  public void reload() {
    execute(
        () -> {
          isReportDue = true;
          readAndApply();
        },
        0);
  }

  /** Runs a task on the thread of this watch, so that no reading of the configuration comes in between. Waits for it. */
  public <T> T call(Callable<T> task, Duration patience) throws Exception {
    Future<T> result = thread.submit(task);
    try {
      return result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException e) {
      // A task that has not begun must not run after its caller has gone.
      result.cancel(false);
      throw e;
    }
  }

  /** Runs a task on the thread of this watch, later. */
  public void run(Runnable task) {
    execute(task, 0);
  }

  /** Reads and applies the configuration now. Own thread only. */
  public void read() {
    isReportDue = true;
    readAndApply();
  }

  /** Applies a configuration that is read already, or throws and changes nothing. Own thread only. */
  public void use(GatewayConfig config, ConfigSources sources) throws IOException {
    WatchedFiles wanted = new WatchedFiles(file, sources, config);
    Map<Path, String> before = wanted.fingerprint();
    target.apply(config);
    files = wanted;
    fingerprint = before;
    state = ConfigState.loaded(Instant.now());
    watchDirectories();
  }

  public ConfigState state() {
    return state;
  }

  /**
   * Schedules a look after a pause, so that a file written in pieces, or a certificate and its key, are mostly read together. If
   * the look is too early, the next one reads the files again.
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
   * Looks at the files and returns true if one changed. While the last attempt is refused, each look reads again: the cause may
   * be a file that is not watched.
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
      // Taken before the read, so that the next look sees a change during it.
      Map<Path, String> before = files.fingerprint();
      ConfigReader.Examined examined = source.examine();
      Checked<GatewayConfig> read = examined.config();
      fingerprint = before;
      if (read.isValid()) {
        apply(examined, before);
      } else {
        watchToo(examined.sources(), before);
        refuse(read.problems());
      }
    } catch (RuntimeException e) {
      // The thread must survive a defect of the gateway: the next change may avoid it.
      LOG.error("configuration: not read", e);
      refuse(List.of(ConfigProblem.ofFile(file.toString(), "defect: " + e)));
    }
  }

  /** Applies the configuration. A file that changed since {@code before} still differs from it, so the next look sees it. */
  private void apply(ConfigReader.Examined examined, Map<Path, String> before) {
    GatewayConfig config = examined.config().value();
    try {
      target.apply(config);
      watch(new WatchedFiles(file, examined.sources(), config), before);
      state = ConfigState.loaded(Instant.now());
      isReportDue = false;
      watchDirectories();
      execute(this::look, Limits.CONFIG_SETTLE.toNanos());
      LOG.info("configuration: {} loaded", file);
      examined.notices().forEach(notice -> LOG.warn("configuration: {}", notice));
    } catch (IOException e) {
      refuse(List.of(
          ConfigProblem.ofFile(file.toString(), examined.masked(String.valueOf(e.getMessage())))));
    }
  }

  /** Watches the files of an attempt that failed as well: the correction may be in one that is new. */
  private void watchToo(ConfigSources sources, Map<Path, String> before) {
    watch(files.and(sources), before);
    watchDirectories();
  }

  private void watch(WatchedFiles wanted, Map<Path, String> before) {
    files = wanted;
    Map<Path, String> now = new HashMap<>(files.fingerprint());
    now.replaceAll((path, state) -> before.getOrDefault(path, state));
    fingerprint = now;
  }

  private void refuse(List<ConfigProblem> problems) {
    if (isReportDue || !problems.equals(state.problems())) {
      problems.forEach(
          problem -> LOG.error("configuration refused, the running one stays: {}", problem));
    }
    isReportDue = false;
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

  /** Stops watching. A read in progress still completes. */
  @Override
  public void close() {
    thread.shutdown();
    if (directories != null) {
      directories.close();
    }
  }
}
