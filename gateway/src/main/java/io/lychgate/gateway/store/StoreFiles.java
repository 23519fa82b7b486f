package io.lychgate.gateway.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The files of a SQLite store: the database, and the files that SQLite creates beside it. */
public final class StoreFiles {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private StoreFiles() {}

  /** One file under its new name. */
  public record Renamed(Path from, Path to) {}

  /** Renames the database and its log together, so that they can still be opened. Never replaces a file. */
  public static List<Renamed> setAside(StoreUrl url, Instant now) throws IOException {
    Path file = Objects.requireNonNull(url.file(), "no file");
    Path to = Path.of(file + ".damaged-" + TIME.format(now));
    if (Files.exists(to)) {
      throw new IOException(to + " exists already");
    }
    List<Renamed> renamed = new ArrayList<>();
    // The database is last: SQLite would use a log left behind for the next database.
    for (String side : SqliteProbe.SIDE_FILES) {
      rename(Path.of(file + side), Path.of(to + side), renamed);
    }
    rename(file, to, renamed);
    if (renamed.isEmpty()) {
      throw new NoSuchFileException(file.toString());
    }
    return renamed;
  }

  private static void rename(Path from, Path to, List<Renamed> renamed) throws IOException {
    if (Files.exists(from)) {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
      renamed.add(new Renamed(from, to));
    }
  }
}
