package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.history.History;
import io.lychgate.gateway.history.HistoryEvent;
import io.lychgate.gateway.history.HistoryEvents;
import io.lychgate.gateway.history.HistoryQuestionException;
import io.lychgate.gateway.history.Selection;
import io.lychgate.gateway.history.report.BeforeAfter;
import io.lychgate.gateway.history.report.Report;
import io.lychgate.gateway.history.report.ReportBasis;
import io.lychgate.gateway.history.report.ReportCsv;
import io.lychgate.gateway.history.report.ReportPlan;
import io.lychgate.gateway.history.report.ReportQuestion;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.NewestFirst;
import io.lychgate.gateway.store.StoredReport;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reports of the time before and after an event: made once, and kept as they were made. */
public final class ReportResource {
  /** The most events that a report looks at, the newest ones. */
  private static final int MOST_EVENTS = 1_000;

  private static final int MAX_ID = 100;
  private static final int MAX_SITE = 300;
  private static final int MAX_ZONE = 100;
  private static final Duration SECONDS_BELOW = Duration.ofMinutes(1);

  private final History history;
  private final HistoryEvents events;

  public ReportResource(History history, HistoryEvents events) {
    this.history = history;
    this.events = events;
  }

  private record Summary(
      String id,
      String title,
      Instant at,
      @Nullable String site,
      @Nullable ReportBasis basis,
      String conclusion,
      String author,
      Instant createdAt) {
    static Summary of(StoredReport stored) {
      Report report = Json.read(stored.body(), Report.class);
      return new Summary(
          stored.id(),
          stored.title(),
          report.question().at(),
          report.question().site(),
          report.basis(),
          report.conclusion(),
          stored.author(),
          stored.createdAt());
    }
  }

  /** The question of a user; {@link ReportQuestion} adds the state of the history. */
  private record Wanted(
      @Nullable String event, @Nullable Instant at, String site, ZoneId zone, int days) {}

  public Reply list(Call call) {
    return Reply.ok(
        Cursor.newest(call, call.store().reports()::list, StoredReport::createdAt, StoredReport::id)
            .map(Summary::of));
  }

  /** Makes a report and stores it, unless there is too little to compare. */
  public Reply make(Call call) {
    Wanted wanted = call.body(ReportResource::wanted);
    Report report;
    try {
      report = report(question(wanted));
    } catch (HistoryQuestionException e) {
      throw HistoryProblems.of(e);
    }
    String author = call.actor().name();
    if (report.refused() != null) {
      return Reply.ok(report.stored(null, author));
    }
    StoredReport stored =
        call.store().reports().add(report.title(), Json.text(report), call.actor());
    call.store()
        .audit()
        .recordChange(
            call.actor(),
            "report.make",
            stored.id(),
            report.title(),
            AuditState.of(null, "report: " + report.title()));
    return Reply.created(complete(stored), "/api/v1/reports/" + stored.id());
  }

  public Reply get(Call call) {
    return Reply.ok(complete(find(call)));
  }

  public Reply csv(Call call) {
    return HistoryCsv.reply("report.csv", ReportCsv.text(complete(find(call))));
  }

  private Report report(ReportQuestion question) {
    Optional<ReportPlan> plan = BeforeAfter.plan(question);
    if (plan.isEmpty() || !plan.get().from().isBefore(plan.get().to())) {
      return BeforeAfter.report(question, List.of(), List.of());
    }
    Instant from = plan.get().from();
    Instant to = plan.get().to();
    Duration width = plan.get().width();
    List<Selection> parts = new ArrayList<>(List.of(Selection.WHOLE));
    if (width.compareTo(SECONDS_BELOW) >= 0) {
      parts.add(Selection.each(Scope.SITE));
      if (!question.site().isEmpty()) {
        parts.add(Selection.site(question.site()));
      }
    }
    List<Block> blocks = history.blocks(from, to, width, parts);
    return BeforeAfter.report(
        question,
        blocks,
        events.list(from, to, Set.of(), NewestFirst.of(MOST_EVENTS)).items());
  }

  private ReportQuestion question(Wanted wanted) {
    HistoryEvent event = wanted.event() == null
        ? null
        : events
            .find(wanted.event())
            .orElseThrow(() -> Call.invalid(
                "event", String.valueOf(wanted.event()), "the id of an event of /history/events"));
    Instant at = event != null ? event.at() : wanted.at();
    if (at == null) {
      throw Call.invalid("event", "absent", "event or at");
    }
    return new ReportQuestion(
        at,
        event,
        Duration.ofDays(wanted.days()),
        wanted.zone(),
        wanted.site(),
        history.now(),
        history.firstAt().orElse(null),
        history.secondsFrom().orElse(null));
  }

  private static Wanted wanted(JsonBody body) {
    String event = body.optionalText("event", MAX_ID);
    String at = body.optionalText("at", 40);
    if (event != null && at != null) {
      throw body.invalid("at", at, "absent, as `event` is given");
    }
    String site = body.optionalText("site", MAX_SITE);
    String zone = body.optionalText("zone", MAX_ZONE);
    int longest = (int) ReportQuestion.LONGEST.toDays();
    return new Wanted(
        event,
        at == null ? null : HistoryRange.time("at", at),
        site == null ? "" : site,
        zone == null ? ZoneId.of("UTC") : zone(body, zone),
        (int) body.number("days", longest, 1, longest));
  }

  private static ZoneId zone(JsonBody body, String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw body.invalid("zone", name, "a time zone such as Europe/Berlin");
    }
  }

  private static StoredReport find(Call call) {
    String id = call.path("id");
    return call.store()
        .reports()
        .find(id)
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND, "report: " + id + " (expected: one of /reports)"));
  }

  private static Report complete(StoredReport stored) {
    return Json.read(stored.body(), Report.class).stored(stored.id(), stored.author());
  }
}
