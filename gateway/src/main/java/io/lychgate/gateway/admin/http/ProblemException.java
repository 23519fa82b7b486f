package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.admin.seam.TextProblem;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends a call with a problem. Never leaves {@link Endpoint}. */
public final class ProblemException extends RuntimeException {

  private final ProblemCode code;
  private final @Nullable String etag;
  private final List<TextProblem> problems;
  private final Duration retryAfter;

  private ProblemException(
      ProblemCode code,
      String detail,
      @Nullable String etag,
      List<TextProblem> problems,
      Duration retryAfter) {
    // No stack trace, because it is a result and not a program error.
    super(detail, null, false, false);
    this.code = code;
    this.etag = etag;
    this.problems = problems;
    this.retryAfter = retryAfter;
  }

  public ProblemException(ProblemCode code, String detail) {
    this(code, detail, null, List.of(), Duration.ZERO);
  }

  public static ProblemException stale(String etag) {
    return new ProblemException(
        ProblemCode.STALE,
        "If-Match: another version (expected: " + etag + ")",
        etag,
        List.of(),
        Duration.ZERO);
  }

  public static ProblemException invalidManifest(List<TextProblem> problems) {
    return new ProblemException(
        ProblemCode.INVALID_MANIFEST,
        "text: see problems",
        null,
        List.copyOf(problems),
        Duration.ZERO);
  }

  public static ProblemException invalidConfiguration(List<TextProblem> problems) {
    return new ProblemException(
        ProblemCode.INVALID_CONFIGURATION,
        "text: see problems",
        null,
        List.copyOf(problems),
        Duration.ZERO);
  }

  public static ProblemException tooManyAttempts(Duration retryAfter) {
    return new ProblemException(
        ProblemCode.TOO_MANY_ATTEMPTS,
        "Wait and try again; failed attempts make the wait longer",
        null,
        List.of(),
        retryAfter);
  }

  /** Returns the refusal of a change, because the store cannot be changed now. */
  static ProblemException readOnly(String why, Duration retryAfter) {
    return new ProblemException(ProblemCode.STORE_READ_ONLY, why, null, List.of(), retryAfter);
  }

  /** Returns the refusal of a call whose user has too many calls waiting. */
  static ProblemException busy(Duration retryAfter) {
    return new ProblemException(
        ProblemCode.TOO_MANY_ATTEMPTS,
        "text: too many concurrent calls (expected: one after the other)",
        null,
        List.of(),
        retryAfter);
  }

  Reply reply() {
    Problem problem = Problem.of(code, getMessage(), etag, problems.isEmpty() ? null : problems);
    Reply reply = Reply.problem(problem);
    if (etag != null) {
      reply = reply.with("etag", etag);
    }
    // Rounded up, so that a retry at that time is accepted.
    return retryAfter.isZero()
        ? reply
        : reply.with("retry-after", String.valueOf((retryAfter.toMillis() + 999) / 1000));
  }
}
