package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.Actor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The backups of the store in the folder of this node. */
public interface Backups {

  /** One file. */
  record File(String name, long bytes, Instant at) {}

  /**
   * The folder and its backups.
   *
   * @param everySeconds time between two backups of the schedule; 0 without one
   * @param keep number of files that stay
   * @param problem why the last backup failed; null if it did not
   * @param nextAttempt time of the next attempt after a failed one of the schedule; null without one
   * @param items newest first
   */
  record View(
      String folder,
      long everySeconds,
      int keep,
      @Nullable String problem,
      @Nullable Instant nextAttempt,
      List<File> items) {}

  View view();

  /** Returns why the last backup failed; null if it did not. Cheap. */
  @Nullable
  Failure failure();

  /**
   * A failed backup.
   *
   * @param nextAttempt null if the schedule makes none
   */
  record Failure(Instant at, String problem, @Nullable Instant nextAttempt) {}

  /**
   * Writes a backup now.
   *
   * @throws IOException if it cannot be written; the message names the file
   */
  File make(Actor by) throws IOException;

  /** Returns the file of a backup of this name. */
  Optional<Path> find(String name);
}
