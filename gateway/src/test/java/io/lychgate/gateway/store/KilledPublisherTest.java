package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.ForkedJava;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledPublisherTest {

  private static final int ACKNOWLEDGED_BEFORE_KILL = 25;

  @TempDir
  Path directory;

  @Test
  void losesNoRevisionThatWasAcknowledged() throws Exception {
    Process publisher = fork();
    List<Long> acknowledged = new ArrayList<>();
    try (BufferedReader output = publisher.inputReader()) {
      String line = output.readLine();
      while (line != null && acknowledged.size() < ACKNOWLEDGED_BEFORE_KILL) {
        if (line.startsWith(PublishLoop.MARK)) {
          acknowledged.add(Long.valueOf(line.substring(PublishLoop.MARK.length())));
        }
        line = output.readLine();
      }
      // SIGKILL on POSIX: no hook runs, and a write in progress stays partial.
      publisher.destroyForcibly().waitFor();
    }

    try (Store store = Store.open(PublishLoop.url(directory), directory, new TestClock())) {
      List<Long> kept = store.manifests().history(PublishLoop.NAME, 10_000, 0).items().stream()
          .map(Revision::number)
          .toList();
      assertThat(acknowledged).hasSize(ACKNOWLEDGED_BEFORE_KILL);
      assertThat(kept).containsAll(acknowledged);
      assertThat(new PublishedFile(directory).read()).contains(store.manifests().published());
    }
  }

  private Process fork() throws Exception {
    return new ProcessBuilder(ForkedJava.command(PublishLoop.class, directory.toString()))
        .redirectError(Files.createTempFile(directory, "publisher", ".err").toFile())
        .start();
  }
}
