package io.lychgate.gateway.admin.system;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.http.StreamedFiles;
import io.lychgate.gateway.store.AuditEntry;
import io.lychgate.gateway.store.AuditFilter;
import io.lychgate.gateway.store.AuditReport;
import io.lychgate.gateway.store.Page;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The audit trail: its entries, their export, and the verification of their chain. */
public final class AuditResource {
  /** Exports and verifications read the whole trail, so few run at once. */
  private static final int AT_ONCE = 2;

  private final Semaphore readers = new Semaphore(AT_ONCE);
  private final StreamedFiles files = new StreamedFiles(readers);

  /** Searches of the trail. */
  private final Semaphore searches = new Semaphore(AT_ONCE);

  /** Short searches of many people come one after the other. */
  private static final Duration MOST_WAIT = Duration.ofMillis(300);

  public Reply list(Call call) {
    int limit = call.limit();
    // One more than wanted shows whether others follow.
    Page<AuditEntry> page = found(call, filter(call), limit + 1);
    // Viewers read the trail, and only admins the configuration.
    Function<AuditEntry, AuditBody> body = call.principal().hasForAllSites(Role.ADMIN)
        ? AuditBody::of
        : AuditBody::withoutConfiguration;
    List<AuditBody> items = page.items().stream().limit(limit).map(body).toList();
    String next = page.items().size() <= limit
        ? null
        : String.valueOf(items.get(limit - 1).id());
    return Reply.ok(new AuditPage(page.total(), next, items));
  }

  /** A search of a long trail may take as long as the store lets it. The other threads stay free for the rest of the admin plane. */
  private Page<AuditEntry> found(Call call, AuditFilter filter, int limit) {
    try {
      if (!searches.tryAcquire(MOST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw ProblemException.tooManyAttempts(Duration.ofSeconds(2));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProblemException.tooManyAttempts(Duration.ofSeconds(2));
    }
    try {
      return call.store().audit().find(filter, limit, call.offset());
    } finally {
      searches.release();
    }
  }

  public Reply verify(Call call) {
    String head = call.query("head");
    files.take();
    try {
      AuditReport report = call.store().audit().verify(head);
      return Reply.ok(new VerificationBody(
          report.isWhole(), report.entries(), report.checkpoint(), report.head(), report.faults()));
    } catch (IllegalArgumentException e) {
      throw Call.invalid("head", head, "POSITION:HASH, as the log shows it");
    } finally {
      readers.release();
    }
  }

  /** Sends all selected entries, oldest first, without holding more than a chunk of them. */
  public Reply export(Call call) {
    AuditFilter filter = filter(call);
    String format = call.query("format");
    Function<AuditEntry, String> line = switch (format) {
      case "", "jsonl" -> entry -> Json.text(AuditBody.of(entry));
      case "syslog" -> AuditSyslog.ofThisMachine()::line;
      default -> throw Call.invalid("format", format, "jsonl or syslog");
    };
    boolean isSyslog = format.equals("syslog");
    Store store = call.store();
    files.take();
    return files.reply(
        call,
        isSyslog ? "text/plain; charset=utf-8" : "application/jsonl",
        isSyslog ? "audit.log" : "audit.jsonl",
        out -> store.audit().each(filter, entry -> {
          try {
            out.append(line.apply(entry)).append('\n');
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }));
  }

  private static AuditFilter filter(Call call) {
    String outcome = call.query("outcome");
    if (!outcome.isEmpty() && !outcome.equals("done") && !outcome.equals("refused")) {
      throw Call.invalid("outcome", outcome, "done or refused");
    }
    return new AuditFilter(
        call.query("q"),
        call.query("actor"),
        call.query("action"),
        call.query("subject"),
        outcome,
        call.time("from"),
        call.time("to"),
        cursor(call.query("cursor")));
  }

  private static @Nullable Long cursor(String text) {
    if (text.isEmpty()) {
      return null;
    }
    if (!text.matches("[1-9]\\d{0,17}")) {
      throw Call.invalid("cursor", text, "the value of `next` of the page before");
    }
    return Long.valueOf(text);
  }

  private record AuditPage(long total, @Nullable String next, List<AuditBody> items) {}

  private record VerificationBody(
      boolean whole, long entries, long checkpoint, String head, List<String> faults) {}
}
