package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SqliteHistoryStoreTest extends HistoryStoreContract {
  @Override
  StoreUrl emptyDatabase() {
    return StoreUrl.parse("jdbc:sqlite:history.db", directory);
  }

  @Test
  void replacementHasEventsAndReportsAndTakesNoCounts() {
    StoredEvent note = new StoredEvent("1", Instant.EPOCH, "", "note", "", "text", "ann", true);
    store.events().add(note, Actor.SYSTEM);
    StoredReport report = store.reports().add("title", "{}", Actor.SYSTEM);
    StoreUrl url = store.url();
    store.close();
    StoreException why = new StoreException(StoreException.Kind.READ_ONLY, "read-only", null);

    try (Store replacement = Store.standIn(url, directory, InstantSource.system(), why)) {
      assertThat(replacement
              .events()
              .list(Instant.EPOCH, Instant.now(), Set.of(), NewestFirst.of(10))
              .items())
          .containsExactly(note);
      assertThat(replacement.reports().find(report.id())).contains(report);
      RollupColumns columns = new RollupColumns(List.of("opened"), List.of(), 0);
      assertThatThrownBy(() -> replacement.history().write(columns, "a", "one", List.of()))
          .hasMessage("read-only");
    }
  }
}
