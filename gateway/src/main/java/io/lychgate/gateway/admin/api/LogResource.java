package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.RequestLog;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/** The lines of one request in the log files of this node. */
public final class LogResource {
  /** Ids of requests and of traces, see the policy {@code requestId}. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._~:/+=@-]{1,128}");

  private final RequestLog log;

  /** One search at a time: it reads whole files. */
  private final Semaphore turn = new Semaphore(1);

  public LogResource(RequestLog log) {
    this.log = log;
  }

  public Reply find(Call call) throws IOException {
    String id = call.query("id");
    if (!ID.matcher(id).matches()) {
      throw new ProblemException(
          ProblemCode.INVALID,
          "id: " + id.length() + " characters (expected: the id of a request or of a trace)");
    }
    if (!turn.tryAcquire()) {
      throw new ProblemException(
          ProblemCode.TOO_MANY_ATTEMPTS, "log: another search runs (expected: one at a time)");
    }
    try {
      return Reply.ok(log.find(id));
    } finally {
      turn.release();
    }
  }
}
