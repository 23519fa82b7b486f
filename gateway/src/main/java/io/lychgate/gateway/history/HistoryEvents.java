package io.lychgate.gateway.history;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.EventStore;
import io.lychgate.gateway.store.NewestFirst;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Page;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The events of the history: those of the gateway are read, notes of people are also added, changed and deleted. */
public final class HistoryEvents {
  private static final Map<String, EventKind> KINDS = Arrays.stream(EventKind.values())
      .collect(Collectors.toMap(EventKind::token, Function.identity()));

  private static final Set<EventKind> OF_PEOPLE = Set.of(EventKind.DEPLOY, EventKind.NOTE);
  private static final int LONGEST_SUBJECT = 300;
  private static final Duration OLDEST = Duration.ofDays(400);

  /** The clock of a browser may be ahead of the store's. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private final Supplier<Store> store;
  private final InstantSource clock;

  /** @param clock the clock of the store's database */
  public HistoryEvents(Supplier<Store> store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * A note of a person.
   *
   * @param kind DEPLOY or NOTE
   * @param subject empty if there is none
   */
  public record Note(Instant at, EventKind kind, String subject, String text) {}

  /**
   * Returns events of a range, newest first.
   *
   * @param to exclusive
   * @param kinds empty for all
   */
  public Page<HistoryEvent> list(Instant from, Instant to, Set<EventKind> kinds, NewestFirst part) {
    if (!from.isBefore(to)) {
      throw new HistoryQuestionException("to", to + " (expected: after " + from + ")");
    }
    Set<String> tokens = kinds.stream().map(EventKind::token).collect(Collectors.toSet());
    Page<StoredEvent> page = store.get().events().list(bounded(from), bounded(to), tokens, part);
    return new Page<>(
        page.total(), page.items().stream().map(HistoryEvents::event).toList());
  }

  /** Returns a time that has a number of milliseconds. */
  private Instant bounded(Instant time) {
    Instant now = clock.instant();
    Instant oldest = now.minus(OLDEST.multipliedBy(10));
    Instant newest = now.plus(OLDEST.multipliedBy(10));
    return time.isBefore(oldest) ? oldest : time.isAfter(newest) ? newest : time;
  }

  /** Returns the present by the clock of the store. */
  public Instant now() {
    return clock.instant();
  }

  public Optional<HistoryEvent> find(String id) {
    return store.get().events().find(id).map(HistoryEvents::event);
  }

  /** Adds a note for the whole fleet. */
  public HistoryEvent add(Note note, Actor by) {
    StoredEvent stored = checked(UUID.randomUUID().toString(), note, by);
    if (!store.get().events().add(stored, by)) {
      throw new HistoryQuestionException(
          "at",
          note.at() + " (expected: after the oldest of the " + EventStore.MOST_NOTES
              + " notes that are kept)");
    }
    return event(stored);
  }

  /** @param ofAll true if the actor may change the notes of others */
  public Outcome<HistoryEvent> edit(String id, Note note, Actor by, boolean ofAll) {
    return event(store.get().events().edit(checked(id, note, by), by, ofAll));
  }

  /** @param ofAll true if the actor may delete the notes of others */
  public Outcome<HistoryEvent> delete(String id, Actor by, boolean ofAll) {
    return event(store.get().events().delete(id, by, ofAll));
  }

  /** Returns the kind with this name in the store and the admin API. */
  public static Optional<EventKind> kind(String token) {
    return Optional.ofNullable(KINDS.get(token));
  }

  private StoredEvent checked(String id, Note note, Actor by) {
    Instant now = clock.instant();
    if (!OF_PEOPLE.contains(note.kind())) {
      throw new HistoryQuestionException(
          "kind", note.kind().token() + " (expected: deploy or note)");
    }
    if (note.at().isAfter(now.plus(AHEAD)) || note.at().isBefore(now.minus(OLDEST))) {
      throw new HistoryQuestionException(
          "at",
          note.at() + " (expected: in the last " + OLDEST.toDays() + " days, not after " + now
              + ")");
    }
    String text = line("text", note.text(), 1, HistoryRecorder.LONGEST_TEXT);
    String subject = line("subject", note.subject(), 0, LONGEST_SUBJECT);
    return new StoredEvent(
        id,
        Instant.ofEpochMilli(note.at().toEpochMilli()),
        "",
        note.kind().token(),
        subject,
        text,
        by.name(),
        true);
  }

  private static String line(String field, String given, int shortest, int longest) {
    String text = given.strip();
    if (text.length() < shortest || text.length() > longest) {
      throw new HistoryQuestionException(
          field, text.length() + " characters (expected: " + shortest + " to " + longest + ")");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new HistoryQuestionException(field, "a control character (expected: one line of text)");
    }
    return text;
  }

  private static Outcome<HistoryEvent> event(Outcome<StoredEvent> outcome) {
    if (outcome instanceof Outcome.Done<StoredEvent> done) {
      return new Outcome.Done<>(event(done.value()));
    }
    if (outcome instanceof Outcome.Missing<StoredEvent> missing) {
      return new Outcome.Missing<>(missing.sentence());
    }
    if (outcome instanceof Outcome.Conflict<StoredEvent> conflict) {
      return new Outcome.Conflict<>(conflict.sentence());
    }
    throw new IllegalStateException("an event has no version: " + outcome);
  }

  /** A kind of a newer version reads as a note. */
  private static HistoryEvent event(StoredEvent stored) {
    return new HistoryEvent(
        stored.id(),
        stored.at(),
        stored.node(),
        KINDS.getOrDefault(stored.kind(), EventKind.NOTE),
        stored.subject(),
        stored.text(),
        stored.author());
  }
}
