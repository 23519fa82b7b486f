package io.lychgate.gateway.observe.savings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/savings.md} defines each figure, as the admin API does. */
class SavingsDocsTest {
  private final String docs = read();

  private static String read() {
    try {
      return Files.readString(Path.of("../docs/reference/savings.md"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void definesEachLiveFigureAsTheApi() {
    for (SavingsTerm term : SavingsTerm.values()) {
      assertThat(docs)
          .contains("| `" + term.field() + "` | " + term.title() + " | " + term.text() + " |\n");
    }
  }

  @Test
  void definesEachCauseOfAnEnd() {
    for (CloseReason reason : CloseReason.values()) {
      assertThat(docs).contains("| `" + reason.tag() + "` | " + reason.text() + " |\n");
    }
    for (FailureReason reason : FailureReason.values()) {
      assertThat(docs).contains("| `" + reason.tag() + "` | " + reason.text() + " |\n");
    }
  }

  @Test
  void definesEachCounterOfTheHistory() {
    for (int i = 0; i < Measure.COUNT; i++) {
      assertThat(docs).contains("`" + Measure.at(i).column() + "`");
    }
    for (Spread spread : Spread.values()) {
      assertThat(docs).contains("| `" + spread.column() + "` |");
    }
  }
}
