package io.lychgate.gateway.observe.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/timeline.md} explains every word that a timeline uses. */
class TimelineDocumentTest {

  @Test
  void namesEveryReasonThatAnEventCanHave() throws IOException {
    // Maven runs tests in the module's directory.
    Path document = Path.of("../docs/reference/timeline.md");
    String text = Files.readString(document);

    for (ScheduleReason reason : ScheduleReason.values()) {
      if (reason != ScheduleReason.NONE_ACTIVE) {
        assertThat(text).contains("`" + reason.token() + "`");
      }
    }
    for (PriorityReason reason : PriorityReason.values()) {
      assertThat(text).contains("`" + reason.token() + "`");
    }
    for (StreamEnding ending : StreamEnding.values()) {
      assertThat(text).contains("`" + ending.token() + "`");
    }
    for (TimelineEvent.Kind kind : TimelineEvent.Kind.values()) {
      assertThat(text).contains("`" + kind.token() + "`");
    }
  }
}
