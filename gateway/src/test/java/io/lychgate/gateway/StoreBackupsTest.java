package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.seam.Backups;
import io.lychgate.gateway.config.BackupConfig;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.TestClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreBackupsTest {
  @TempDir
  Path directory;

  private final TestClock clock = new TestClock();

  @Test
  void failingScheduleWaitsLongerBeforeEachAttempt() throws Exception {
    Path folder = Files.writeString(directory.resolve("backups"), "a file in the way");
    try (Store store =
        Store.open(StoreUrl.parse("jdbc:sqlite:test.db", directory), directory, clock)) {
      StoreBackups backups =
          new StoreBackups(new BackupConfig(folder, Duration.ofHours(1), 3), () -> store, clock);
      Instant start = clock.instant();
      backups.makeIfDue();
      assertThat(failure(backups).problem()).contains(folder.toString());
      assertThat(failure(backups).nextAttempt()).isEqualTo(start.plusSeconds(30));

      clock.advance(Duration.ofSeconds(15));
      backups.makeIfDue();
      assertThat(failure(backups).at()).as("no attempt").isEqualTo(start);
      clock.advance(Duration.ofSeconds(15));
      backups.makeIfDue();
      assertThat(failure(backups).at()).isEqualTo(start.plusSeconds(30));
      assertThat(failure(backups).nextAttempt()).isEqualTo(start.plusSeconds(90));
      assertThat(backups.view().nextAttempt()).isEqualTo(start.plusSeconds(90));

      Files.delete(folder);
      clock.advance(Duration.ofSeconds(60));
      backups.makeIfDue();
      assertThat(backups.failure()).isNull();
      assertThat(backups.view().items()).hasSize(1);
    }
  }

  private static Backups.Failure failure(StoreBackups backups) {
    return Objects.requireNonNull(backups.failure());
  }

  @Test
  void longestPauseIsAnHour() {
    assertThat(StoreBackups.pause(1)).isEqualTo(Duration.ofSeconds(30));
    assertThat(StoreBackups.pause(4)).isEqualTo(Duration.ofMinutes(4));
    assertThat(StoreBackups.pause(100)).isEqualTo(Duration.ofHours(1));
  }
}
