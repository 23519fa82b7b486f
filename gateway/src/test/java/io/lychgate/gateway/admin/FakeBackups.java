package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.seam.Backups;
import io.lychgate.gateway.admin.seam.SystemReport;
import io.lychgate.gateway.store.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A folder with one backup at most. */
final class FakeBackups implements Backups {
  static final SystemReport.View SYSTEM = new SystemReport.View(
      new SystemReport.Versions("1", "25", "4.2", "Linux", 13),
      List.of(new SystemReport.Check("java", "ok", "25", "")),
      new SystemReport.StoreView(
          "sqlite",
          "lychgate.db",
          List.of(new SystemReport.Table("audit", 2, 200, 100.0, 0.5, 3600L, 10L))),
      "0:" + "0".repeat(64),
      new SystemReport.Forward("tls://siem.example:6514", "failing", 3, 0, "refused"));

  private final Path folder;

  FakeBackups(Path folder) {
    this.folder = folder;
  }

  @Override
  public View view() {
    return new View(
        folder.toString(),
        0,
        7,
        null,
        null,
        find("a.zip").map(file -> file()).stream().toList());
  }

  @Override
  public @Nullable Failure failure() {
    return null;
  }

  private static File file() {
    return new File("a.zip", 3, Instant.EPOCH);
  }

  @Override
  public File make(Actor by) throws IOException {
    Files.writeString(folder.resolve("a.zip"), "zip");
    return file();
  }

  @Override
  public Optional<Path> find(String name) {
    Path file = folder.resolve(name);
    return name.equals("a.zip") && Files.exists(file) ? Optional.of(file) : Optional.empty();
  }
}
