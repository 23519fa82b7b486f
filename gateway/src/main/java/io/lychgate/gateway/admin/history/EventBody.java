package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.history.HistoryEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A {@link HistoryEvent} in the API, where null stands for no node and no subject. */
record EventBody(
    String id,
    Instant at,
    @Nullable String node,
    String kind,
    @Nullable String subject,
    String text,
    String author) {
  static EventBody of(HistoryEvent event) {
    return new EventBody(
        event.id(),
        event.at(),
        event.node().isEmpty() ? null : event.node(),
        event.kind().token(),
        event.subject().isEmpty() ? null : event.subject(),
        event.text(),
        event.author());
  }
}
