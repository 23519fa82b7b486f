package io.lychgate.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreTrialTest {

  @Test
  void measuresStartLoadPublishAndHistoryOfAnySize(@TempDir Path folder) throws IOException {
    try (StoreTrial trial = new StoreTrial(folder, 1)) {
      for (int size : new int[] {1, 60}) {
        trial.prepare(size);
        assertThat(trial.sample(size).keySet())
            .containsExactly("start", "load", "publish", "history");
      }
    }
  }
}
