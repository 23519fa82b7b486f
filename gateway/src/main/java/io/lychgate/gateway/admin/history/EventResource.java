package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.history.EventKind;
import io.lychgate.gateway.history.HistoryEvent;
import io.lychgate.gateway.history.HistoryEvents;
import io.lychgate.gateway.history.HistoryEvents.Note;
import io.lychgate.gateway.history.HistoryQuestionException;
import io.lychgate.gateway.store.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/** The events of the history, and the notes of people among them. */
public final class EventResource {
  private static final Duration LONGEST = Duration.ofDays(400);
  private static final int MAX_SUBJECT = 300;
  private static final int MAX_TEXT = 500;

  private final HistoryEvents events;

  public EventResource(HistoryEvents events) {
    this.events = events;
  }

  public Reply list(Call call) {
    HistoryRange range = HistoryRange.of(call, events.now().plusMillis(1), LONGEST);
    Set<EventKind> kinds =
        call.queries("kind").stream().map(EventResource::kind).collect(Collectors.toSet());
    try {
      return Reply.ok(Cursor.newest(
              call,
              part -> events.list(range.from(), range.to(), kinds, part),
              HistoryEvent::at,
              HistoryEvent::id)
          .map(EventBody::of));
    } catch (HistoryQuestionException e) {
      throw HistoryProblems.of(e);
    }
  }

  public Reply add(Call call) {
    Instant now = events.now();
    Note note = call.body(body -> note(body, now));
    try {
      EventBody added = EventBody.of(events.add(note, call.actor()));
      return Reply.created(added, "/api/v1/history/events/" + added.id());
    } catch (HistoryQuestionException e) {
      throw HistoryProblems.of(e);
    }
  }

  public Reply change(Call call) {
    Instant now = events.now();
    Note note = call.body(body -> note(body, now));
    try {
      return Reply.ok(
          EventBody.of(value(events.edit(call.path("id"), note, call.actor(), isAdmin(call)))));
    } catch (HistoryQuestionException e) {
      throw HistoryProblems.of(e);
    }
  }

  public Reply delete(Call call) {
    var unused = value(events.delete(call.path("id"), call.actor(), isAdmin(call)));
    return Reply.noContent();
  }

  private static boolean isAdmin(Call call) {
    return call.principal().isAdmin();
  }

  private static Note note(JsonBody body, Instant now) {
    String kind = body.text("kind", 1, 20);
    String at = body.optionalText("at", 40);
    String subject = body.optionalText("subject", MAX_SUBJECT);
    return new Note(
        at == null ? now : HistoryRange.time("at", at),
        HistoryEvents.kind(kind).orElseThrow(() -> body.invalid("kind", kind, "deploy or note")),
        subject == null ? "" : subject,
        body.text("text", 1, MAX_TEXT));
  }

  private static EventKind kind(String token) {
    return HistoryEvents.kind(token)
        .orElseThrow(() -> Call.invalid(
            "kind", token, "one of the kinds of events, for example protocols or deploy"));
  }

  private static HistoryEvent value(Outcome<HistoryEvent> outcome) {
    if (outcome instanceof Outcome.Done<HistoryEvent> done) {
      return done.value();
    }
    if (outcome instanceof Outcome.Missing<HistoryEvent> missing) {
      throw new ProblemException(ProblemCode.NOT_FOUND, missing.sentence());
    }
    throw new ProblemException(
        ProblemCode.CONFLICT, ((Outcome.Conflict<HistoryEvent>) outcome).sentence());
  }
}
