package io.lychgate.gateway.admin.system;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.stream.StreamMessage;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.Backups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Backups of the store: written into the folder of this node, listed, and downloaded. */
public final class BackupResource {
  private final Backups backups;

  /** A backup reads all of the store, so one runs at a time. */
  private final Semaphore writer = new Semaphore(1);

  public BackupResource(Backups backups) {
    this.backups = backups;
  }

  public Reply list(Call call) {
    Backups.View view = backups.view();
    Cursor.Part<Backups.File> page =
        Cursor.part(call, view.items(), Backups.File::name, Comparator.reverseOrder());
    return Reply.ok(new Listed(
        view.folder(),
        view.everySeconds(),
        view.keep(),
        view.problem(),
        view.nextAttempt(),
        page.total(),
        page.next(),
        page.items()));
  }

  public Reply make(Call call) {
    if (!writer.tryAcquire()) {
      throw ProblemException.tooManyAttempts(Duration.ofSeconds(5));
    }
    try {
      call.context().clearRequestTimeout();
      Backups.File made = backups.make(call.actor());
      return Reply.created(made, "/api/v1/backups/" + made.name());
    } catch (IOException e) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "backup: not written (" + e.getMessage() + ")");
    } finally {
      writer.release();
    }
  }

  /** Sends a file. Only the head is made here; the stream reads the file as fast as the client takes it. */
  public Reply download(Call call) throws IOException {
    String name = call.path("name");
    Path file = backups
        .find(name)
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND, "backup: " + name + " (expected: one of /api/v1/backups)"));
    call.store().audit().record(call.actor(), "backup.download", name, false, null);
    call.context().clearRequestTimeout();
    return Reply.stream(HttpResponse.of(
        Reply.streamHead("application/zip")
            .set("content-length", String.valueOf(Files.size(file)))
            .set("content-disposition", "attachment; filename=\"" + name + "\"")
            .build(),
        StreamMessage.of(file)));
  }

  private record Listed(
      String folder,
      long everySeconds,
      int keep,
      @Nullable String problem,
      @Nullable Instant nextAttempt,
      long total,
      @Nullable String next,
      List<Backups.File> items) {}
}
