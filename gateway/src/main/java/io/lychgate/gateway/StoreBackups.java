package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.Backups;
import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.config.BackupConfig;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreBackup;
import io.lychgate.gateway.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The backups of this node: one folder, in which the newest files stay. Any thread may call except an event loop. */
final class StoreBackups implements Backups {
  private static final Logger LOG = LoggerFactory.getLogger(StoreBackups.class);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final Pattern NAME = Pattern.compile("lychgate-\\d{8}T\\d{9}Z\\.backup\\.zip");

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final BackupConfig config;
  private final StoreSource store;
  private final InstantSource clock;
  private volatile @Nullable Failure failure;

  /** Failed backups of the schedule in a row. */
  private int failures; // Guarded by this.

  StoreBackups(BackupConfig config, StoreSource store, InstantSource clock) {
    this.config = config;
    this.store = store;
    this.clock = clock;
  }

  @Override
  public View view() {
    Failure last = failure;
    return new View(
        config.folder().toString(),
        config.every().toSeconds(),
        config.keep(),
        last == null ? null : last.problem(),
        last == null ? null : last.nextAttempt(),
        files());
  }

  @Override
  public @Nullable Failure failure() {
    return failure;
  }

  /** Returns the backups of the folder, newest first. Other files are not listed. */
  private List<File> files() {
    if (!Files.isDirectory(config.folder())) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(config.folder())) {
      return all.filter(file -> NAME.matcher(String.valueOf(file.getFileName())).matches())
          .sorted(Comparator.reverseOrder())
          .flatMap(file -> described(file).stream())
          .toList();
    } catch (IOException e) {
      LOG.warn("backup: {} cannot be listed ({})", config.folder(), e.getMessage());
      return List.of();
    }
  }

  private static Optional<File> described(Path file) {
    try {
      return Optional.of(new File(
          String.valueOf(file.getFileName()),
          Files.size(file),
          Files.getLastModifiedTime(file).toInstant()));
    } catch (IOException e) {
      // Deleted meanwhile.
      return Optional.empty();
    }
  }

  @Override
  public Optional<Path> find(String name) {
    Path file = config.folder().resolve(name);
    return NAME.matcher(name).matches() && Files.isRegularFile(file)
        ? Optional.of(file)
        : Optional.empty();
  }

  @Override
  public synchronized File make(Actor by) throws IOException {
    Store open = store.store();
    StoreException replaced = open.standsInFor();
    if (replaced != null) {
      throw new IOException("the store cannot be used: " + replaced.getMessage());
    }
    Instant now = clock.instant();
    Path file = config.folder().resolve("lychgate-" + TIME.format(now) + ".backup.zip");
    StoreBackup.Contents contents;
    try {
      contents = StoreBackup.write(open.url(), file, RunningState.ownVersion(), now);
    } catch (IOException | StoreException e) {
      String problem = file + ": " + e.getMessage();
      Failure before = failure;
      failure = new Failure(now, problem, before == null ? null : before.nextAttempt());
      throw new IOException(problem, e);
    }
    failure = null;
    failures = 0;
    open.audit()
        .recordChange(
            by,
            "backup.make",
            file.getFileName().toString(),
            contents.rows() + " rows",
            AuditState.of(null, "audit head: " + contents.auditHead()));
    removeOld();
    return described(file).orElseThrow(() -> new IOException(file + " is gone"));
  }

  private void removeOld() {
    List<File> files = files();
    for (File each : files.subList(Math.min(config.keep(), files.size()), files.size())) {
      try {
        Files.deleteIfExists(config.folder().resolve(each.name()));
      } catch (IOException e) {
        LOG.warn("backup: {} cannot be deleted ({})", each.name(), e.getMessage());
      }
    }
  }

  /** Makes a backup if the schedule demands one: the newest file is older than the period. */
  void makeIfDue() {
    Duration every = config.every();
    if (every.isZero() || store.store().standsInFor() != null) {
      return;
    }
    Failure failed = failure;
    Instant retry = failed == null ? null : failed.nextAttempt();
    if (retry != null && clock.instant().isBefore(retry)) {
      return;
    }
    Instant last = files().stream().map(File::at).findFirst().orElse(Instant.MIN);
    if (last.isAfter(clock.instant().minus(every))) {
      return;
    }
    try {
      File made = make(Actor.SYSTEM);
      LOG.info("backup: wrote {}, {} bytes", config.folder().resolve(made.name()), made.bytes());
    } catch (IOException e) {
      Duration pause = postpone(String.valueOf(e.getMessage()));
      LOG.error("backup: not written, next attempt in {}: {}", pause, e.getMessage());
    }
  }

  private synchronized Duration postpone(String problem) {
    failures++;
    Duration pause = pause(failures);
    Instant now = clock.instant();
    failure = new Failure(now, problem, now.plus(pause));
    return pause;
  }

  /** A full disk or a lost store seldom recovers in seconds, and each attempt reads the whole store. */
  static Duration pause(int failures) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }
}
